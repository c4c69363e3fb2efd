import Measuring

let options = Options.fromCommandLine()
let isFree = Report(options: options).print()
if options.checks { Options.finish(isFreeOfAllocations: isFree) }
