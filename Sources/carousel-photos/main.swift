import CarouselUI
import Dispatch

// The token must be taken before other threads run, because they may read the environment.
ActivationToken.takeFromEnvironment()
do {
  switch try Options.parse(CommandLine.arguments) {
  case .help: print(Usage.help)
  case .version: print(Usage.version)
  case .replay(let path): print(try JournalFile.replay(path))
  case .show(let options):
    if let problem = ResourceCheck.problem() { quit(.unavailable, problem) }
    try Program(options).start()
    dispatchMain()
  }
} catch let error as UsageError {
  quit(.usage, "\(error)")
} catch let error as JournalFile.Failure {
  quit(error.code, error.description)
} catch {
  quit(.cannotWrite, "\(error)")
}
