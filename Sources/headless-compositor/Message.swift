import ControlChannel

/// Sends the request of a command line to a control socket, and prints the result.
///
/// - Parameter arguments: The path of the socket, the method and its parameters.
/// - Returns: The exit status.
func sendMessage(_ arguments: some Sequence<String>) -> Int32 {
  let words = Array(arguments)
  guard words.count >= 2 else {
    printError("msg needs a socket and a method, such as: msg control.sock tree")
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
