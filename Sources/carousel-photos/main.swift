import CSystem
import CarouselUI
import CommandLineText
import ControlChannel
import Dispatch
import PhotoBrowserUI

// If a standard stream is closed, the next opened file would get its number, so closed streams are opened
// first.
_ = csystem_open_standard_streams()
// The token must be taken before other threads run, because it changes the environment, which they may read.
ActivationToken.takeFromEnvironment()
if CommandLine.arguments.dropFirst().first == "msg" {
  ControlMessage.toPhotoBrowser.run(ArgumentText.ofProgram.dropFirst(2))
}
do {
  switch try Options.parse(ArgumentText.ofProgram) {
  case .printText(let text): print(text)
  case .manual: print(ManualPage.text)
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
