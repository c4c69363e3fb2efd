import CommandLineText
import Dispatch
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
let service: AnyObject
do {
  switch arguments.first {
  case "msg": endProgram(sendMessage(ArgumentText.ofProgram.dropFirst(2)))
  case _ where arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }:
    print(Options.help, terminator: "")
    endProgram(ExitCode.success)
  case "run": service = try TestRun(RunOptions(arguments.dropFirst()))
  default:
    service = try Service(Options(arguments))
  }
} catch let error as UsageError {
  printError("\(error) (--help shows the options)")
  endProgram(ExitCode.wrongArguments)
} catch {
  printError("\(error)")
  endProgram(ExitCode.noCompositor)
}
dispatchMain()
