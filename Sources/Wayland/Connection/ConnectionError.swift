import Glibc

/// An error because of which a connection to a compositor cannot be opened or has ended.
public enum ConnectionError: Error, Equatable, Sendable {
  /// No compositor listens at the given socket or at the socket that the environment names.
  case noDisplay(reason: String)
  /// The program is connected already: its application has neither quit nor lost its connection for good.
  case alreadyConnected
  /// The compositor does not offer a required global.
  case missing(interface: String)
  /// The compositor offers a required global, but its version is too old.
  case versionTooOld(interface: String, required: UInt32, offered: UInt32)
  /// The compositor rejected a request.
  case protocolError(ProtocolViolation)
  /// The compositor exited or closed the connection.
  case hungUp
  /// The compositor accepted the connection, but did not answer within the time limit.
  case unresponsive(seconds: Int)
  /// The compositor has stopped reading: this many bytes of requests wait to be sent, although the socket is open.
  case congested(bytes: Int)
  /// A system call failed.
  case system(call: String, errno: Int32)
}

extension ConnectionError: CustomStringConvertible {
  /// One line for standard error.
  public var description: String {
    switch self {
    case .noDisplay(let reason): "no Wayland display: \(reason)"
    case .alreadyConnected: "the program is already connected to a display; use Application.shared"
    case .missing(let interface): "the compositor does not offer \(interface)"
    case .versionTooOld(let interface, let required, let offered):
      "the compositor offers \(interface) version \(offered), but version \(required) is needed"
    case .protocolError(let violation): "the compositor reports a protocol error: \(violation)"
    case .hungUp: "the compositor closed the connection"
    case .unresponsive(let seconds): "the compositor did not answer within \(seconds) s"
    case .congested(let bytes): "the compositor does not read: \(bytes) bytes of requests wait"
    case .system(let call, let errno): "\(call): \(String(cString: strerror(errno)))"
    }
  }

  /// Creates the error of a failed `wl_display_connect`. The reason names the socket to which the call tried to
  /// connect.
  ///
  /// - Parameter socket: The value of WAYLAND_SOCKET before the call, which takes precedence over `name` and which the call may
  ///   have removed from the environment; nil if it was not set.
  package static func noDisplay(named name: String?, socket: String?, errno: Int32) -> ConnectionError {
    let environment = { (key: String) in getenv(key).map { String(cString: $0) } }
    if let socket {
      return .noDisplay(reason: "WAYLAND_SOCKET=\(socket) is not the descriptor of an open socket")
    }
    let display = name ?? environment("WAYLAND_DISPLAY") ?? "wayland-0"
    let origin = name == nil && environment("WAYLAND_DISPLAY") == nil ? " (WAYLAND_DISPLAY is not set)" : ""
    if display.hasPrefix("/") {
      return .noDisplay(reason: "\(display): \(String(cString: strerror(errno)))")
    }
    guard let folder = environment("XDG_RUNTIME_DIR") else {
      return .noDisplay(
        reason: "XDG_RUNTIME_DIR is not set, so the socket \(display)\(origin) cannot be found")
    }
    return .noDisplay(reason: "\(folder)/\(display)\(origin): \(String(cString: strerror(errno)))")
  }
}
