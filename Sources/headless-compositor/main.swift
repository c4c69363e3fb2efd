import Dispatch
import Glibc

let service: Service
do {
  let options = try Options(CommandLine.arguments.dropFirst())
  if options.wantsHelp {
    print(Options.help, terminator: "")
    exit(ExitCode.success)
  }
  service = try Service(options)
} catch let error as UsageError {
  printError("\(error) (--help shows the options)")
  exit(ExitCode.wrongArguments)
} catch {
  printError("\(error)")
  exit(ExitCode.noCompositor)
}
dispatchMain()
