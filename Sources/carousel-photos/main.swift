import Dispatch
import Glibc

do {
  switch try Options.parse(CommandLine.arguments) {
  case .help: print(Usage.help)
  case .version: print(Usage.version)
  case .show(let options):
    Task { await Program.run(options) }
    dispatchMain()
  }
} catch {
  quit(.usage, "\(error)")
}
