import Measuring

let options = Options.ofCommandLine()
let isFree = Report(options: options).print()
if options.checks { Options.finish(isFreeOfAllocations: isFree) }
