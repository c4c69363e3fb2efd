import ControlChannel
import Glibc
import KioskUI

/// Requests of other programs: the command `msg`, and the socket of a running kiosk.
enum Requests {
  /// The sockets in the runtime folder of the user; `nil` if the session has none.
  private static var numbered: NumberedSockets? {
    guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), folder.hasPrefix("/") else {
      return nil
    }
    return NumberedSockets(of: "carousel-kiosk", in: folder)
  }

  /// Opens the socket of a kiosk.
  ///
  /// - Parameter path: The path; `none` for no socket, `nil` for a numbered one.
  /// - Throws: `ControlSocketError` if the socket cannot be opened.
  static func listen(_ methods: ControlMethods, at path: String?) throws(ControlSocketError) -> ControlServer?
  {
    switch path {
    case nil: try numbered?.open(methods)
    case "none": nil
    case let path?: try ControlServer(path: path, methods: methods)
    }
  }

  /// Sends the request of a command line, prints the reply, and ends the program.
  static func send(_ words: some Sequence<String>) -> Never {
    let folder = getcwd(nil, 0).map { folder in
      defer { free(folder) }
      return String(cString: folder)
    }
    let message = ControlMessage(
      to: "carousel-kiosk", KioskControl(of: nil).methods, numbered, in: folder ?? "")
    switch message.send(words) {
    case .success(let text):
      print(text)
      exit(ExitCode.success.rawValue)
    case .usage(let reason): quit(.usage, reason)
    case .unavailable(let reason): quit(.unavailable, reason)
    case .failed(let reason): quit(.failed, reason)
    }
  }
}
