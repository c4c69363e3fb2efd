import Dispatch

do {
  switch try Options.parse(CommandLine.arguments) {
  case .help: print(Usage.help)
  case .version: print(Usage.version)
  case .show(let options):
    try Program(options).start()
    dispatchMain()
  }
} catch let error as UsageError {
  quit(.usage, "\(error)")
} catch {
  quit(.cannotWrite, "\(error)")
}
