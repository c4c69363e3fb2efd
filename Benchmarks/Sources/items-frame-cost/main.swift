import Measuring

let options = Options.fromCommandLine()
try Report(options: options).print()
