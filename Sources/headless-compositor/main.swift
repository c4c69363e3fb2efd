import CommandLineText
import Dispatch
import Glibc

let arguments = Array(CommandLine.arguments.dropFirst())
let service: AnyObject
do {
  switch arguments.first {
  case "msg": sendMessage(ArgumentText.ofProgram.dropFirst(2))
  case _ where arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }:
    print(Options.help, terminator: "")
    endProgram(.success)
  case "run": service = try TestRun(RunOptions(arguments.dropFirst()))
  default:
    service = try Service(Options(arguments))
  }
} catch let error as UsageError {
  quit(.usage, "\(error) (--help shows the options)")
} catch {
  quit(.unavailable, "\(error)")
}
dispatchMain()
