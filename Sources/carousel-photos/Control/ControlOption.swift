import ControlChannel
import Glibc

/// Where the program listens for requests of `carousel-photos msg`: the option `--control`.
nonisolated enum ControlOption: Equatable {
  /// A numbered socket in the user's runtime folder.
  case automatic
  case path(String)
  case off

  init(_ text: String) { self = text == "none" ? .off : .path(text) }

  /// The sockets in the user's runtime folder; `nil` if the session has none.
  static var numbered: NumberedSockets? {
    guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), folder.hasPrefix("/") else {
      return nil
    }
    return NumberedSockets(of: "carousel-photos", in: folder)
  }

  /// Opens the socket.
  ///
  /// - Returns: The server; `nil` if the option is off, or if the session has no runtime folder.
  /// - Throws: `ControlSocketError` if the socket cannot be opened.
  @MainActor
  func open(_ methods: ControlMethods) throws(ControlSocketError) -> ControlServer? {
    switch self {
    case .automatic: try Self.numbered?.open(methods)
    case .path(let path): try ControlServer(path: path, methods: methods)
    case .off: nil
    }
  }
}
