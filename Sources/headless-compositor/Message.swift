import CommandLineText
import ControlChannel
import HeadlessCompositor

/// Sends the request of a command line to a control socket, prints the result, and ends the program.
///
/// - Parameter arguments: The path of the socket, perhaps after `--socket`, the method and its parameters; or `--help`.
func sendMessage(_ arguments: some Sequence<String>) -> Never {
  var words = Array(arguments)
  if words.first == "--help" || words.first == "-h" { printMessageHelp() }
  if words.first == "--socket" { words.removeFirst() }
  guard words.count >= 2 else {
    quit(
      .usage,
      "msg needs a socket and a method, such as: msg control.sock tree; see headless-compositor msg --help")
  }
  // A test may wait long, for example for a client that is debugged.
  ControlMessage(to: "headless-compositor", nil, replyLimit: 7200).run(["--socket"] + words)
}

private func printMessageHelp() -> Never {
  do {
    let methods = CompositorControl(try Compositor(), try Options([String]())).allMethods(
      for: AccessibleBus(address: nil))
    print(
      """
      usage: headless-compositor msg [--socket] SOCKET METHOD [NAME=VALUE]...
      Sends a request to the control socket of a running compositor, and prints the result as JSON. In a client of “run”, the
      socket is in the variable HEADLESS_COMPOSITOR_CONTROL. A path is relative to the present folder.
      Exit status: 0 success, 1 the request failed, 64 wrong arguments, 69 no compositor listens.

      Methods:
      \(methods.text)
      """)
    endProgram(.success)
  } catch {
    quit(.unavailable, "\(error)")
  }
}
