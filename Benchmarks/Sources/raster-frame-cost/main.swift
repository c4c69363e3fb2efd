import Measuring

let options = Options.ofCommandLine()
if options.checks { Options.finish(isFreeOfAllocations: Report(options).check()) }
Report(options).print()
