import Dispatch
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
let service: AnyObject
do {
  switch arguments.first {
  case "msg": exit(sendMessage(arguments.dropFirst()))
  case "run": service = try TestRun(RunOptions(arguments.dropFirst()))
  default:
    let options = try Options(arguments)
    if options.wantsHelp {
      print(Options.help, terminator: "")
      exit(ExitCode.success)
    }
    service = try Service(options)
  }
} catch let error as UsageError {
  printError("\(error) (--help shows the options)")
  exit(ExitCode.wrongArguments)
} catch {
  printError("\(error)")
  exit(ExitCode.noCompositor)
}
dispatchMain()
