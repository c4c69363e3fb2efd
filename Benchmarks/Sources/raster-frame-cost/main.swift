import Measuring

let options = Options.fromCommandLine()
if options.checks { Options.finish(isFreeOfAllocations: Report(options).check()) }
Report(options).print()
