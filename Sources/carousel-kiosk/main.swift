import CommandLineText
import ControlChannel
import Dispatch

if CommandLine.arguments.dropFirst().first == "msg" {
  ControlMessage.toKiosk.run(ArgumentText.ofProgram.dropFirst(2))
}
switch KioskOptions.parse(ArgumentText.ofProgram) {
case .text(let text): print(text)
case .check(let path): PlaylistCheck.run(path)
case .preview(let path, let settings, let start, let hours, let sheet):
  SchedulePreview.start(path, settings, from: start, hours: hours, sheet: sheet)
  dispatchMain()
case .hashPIN: PINInput.run()
case .mistakes(let code, let messages):
  for message in messages.dropLast() { printError(message) }
  quit(code, messages.last ?? "")
case .show(let options):
  KioskProgram.start(options)
  dispatchMain()
}
