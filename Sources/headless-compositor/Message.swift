import ControlChannel
import Foundation
import Glibc
import JSON

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
  do {
    let request = try ControlWords(words.dropFirst())
    // A path is relative to the folder of the caller, not to that of the compositor.
    let parameters = request.parameters.map { parameter in
      guard parameter.key == "path", let path = parameter.node.text, !path.isEmpty, !path.hasPrefix("/")
      else {
        return parameter
      }
      return JSONMember(
        key: parameter.key, node: JSONNode(FileManager.default.currentDirectoryPath + "/" + path))
    }
    let result = try ControlClient(path: words[0]).call(request.method, parameters, within: 7200)
    print(result.line)
    return ExitCode.success
  } catch let error as ControlSocketError {
    printError("\(error)")
    return ExitCode.noCompositor
  } catch {
    printError("\(error)")
    return ExitCode.failed
  }
}
