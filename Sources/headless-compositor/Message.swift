import ControlChannel
import HeadlessCompositor

/// Sends the request of a command line to a control socket, and prints the result.
///
/// - Parameter arguments: The path of the socket, perhaps after `--socket`, the method and its parameters; or `--help`.
/// - Returns: The exit status.
func sendMessage(_ arguments: some Sequence<String>) -> Int32 {
  var words = Array(arguments)
  if words.first == "--help" || words.first == "-h" { return printMessageHelp() }
  if words.first == "--socket" { words.removeFirst() }
  guard words.count >= 2 else {
    printError("msg needs a socket and a method, such as: msg control.sock tree; see headless-compositor msg --help")
    return ExitCode.wrongArguments
  }
  // A test may wait long, for example for a client that is debugged.
  let message = ControlMessage(to: "headless-compositor", nil, replyLimit: 7200)
  switch message.send(["--socket"] + words) {
  case .success(let text):
    print(text)
    return ExitCode.success
  case .usage(let reason):
    printError(reason)
    return ExitCode.wrongArguments
  case .unavailable(let reason):
    printError(reason)
    return ExitCode.noCompositor
  case .failed(let reason):
    printError(reason)
    return ExitCode.failed
  }
}

private func printMessageHelp() -> Int32 {
  do {
    let methods = CompositorControl(try Compositor(), try Options([String]())).allMethods()
    print(
      """
      usage: headless-compositor msg [--socket] SOCKET METHOD [NAME=VALUE]...
      Sends a request to the control socket of a running compositor, and prints the result as JSON. In a client of “run”, the
      socket is in the variable HEADLESS_COMPOSITOR_CONTROL. A path is relative to the present folder.
      Exit status: 0 success, 1 the request failed, 64 wrong arguments, 69 no compositor listens.

      Methods:
      \(methods.text)
      """)
    return ExitCode.success
  } catch {
    printError("\(error)")
    return ExitCode.noCompositor
  }
}
