/// Where a program listens for requests of its command `msg`: the option `--control`.
package enum ControlOption: Equatable, Sendable {
  /// A numbered socket in the user's runtime folder.
  case automatic
  case path(String)
  case off

  /// - Parameter text: The value of the option: `none`, or a path.
  package init(_ text: String) { self = text == "none" ? .off : .path(text) }

  /// Opens the socket.
  ///
  /// - Parameters:
  ///   - methods: The methods of the program.
  ///   - program: The name of the program.
  /// - Returns: The server; `nil` if the option is off, or if the session has no runtime folder.
  /// - Throws: `ControlSocketError` if the socket cannot be opened.
  @MainActor
  package func open(
    _ methods: ControlMethods, of program: String
  ) throws(ControlSocketError) -> ControlServer? {
    switch self {
    case .automatic: try NumberedSockets.ofUser(program)?.open(methods)
    case .path(let path): try ControlServer(path: path, methods: methods)
    case .off: nil
    }
  }
}
