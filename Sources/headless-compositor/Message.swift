import CommandLineText
import ControlChannel

/// Sends the request of a command line to a control socket, prints the result, and ends the program.
///
/// - Parameter arguments: The path of the socket, the method and its parameters.
func sendMessage(_ arguments: some Sequence<String>) -> Never {
  let words = Array(arguments)
  guard words.count >= 2 else {
    quit(.usage, "msg needs a socket and a method, such as: msg control.sock tree")
  }
  // A test may wait long, for example for a client that is debugged.
  ControlMessage(to: "headless-compositor", nil, replyLimit: 7200).run(["--socket"] + words)
}
