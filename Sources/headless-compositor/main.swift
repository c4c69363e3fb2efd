import Dispatch
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
let service: AnyObject
do {
  switch arguments.first {
  case _ where arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }:
    print(Options.help, terminator: "")
    exit(ExitCode.success)
  case "msg": exit(sendMessage(arguments.dropFirst()))
  case "run": service = try TestRun(RunOptions(arguments.dropFirst()))
  default:
    service = try Service(Options(arguments))
  }
} catch let error as UsageError {
  printError("\(error) (--help shows the options)")
  exit(ExitCode.wrongArguments)
} catch {
  printError("\(error)")
  exit(ExitCode.noCompositor)
}
dispatchMain()
