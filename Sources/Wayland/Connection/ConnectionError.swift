/// Why a compositor cannot be reached or used.
public enum ConnectionError: Error, Equatable, Sendable {
  /// No compositor listens where the environment says.
  case noDisplay(reason: String)
  /// The compositor does not offer a global that is needed.
  case missing(interface: String)
  /// The compositor offers a global, but in a version that is too old.
  case versionTooOld(interface: String, required: UInt32, offered: UInt32)
  /// The compositor rejected a request; `code` is a value of the interface's `error` enumeration.
  case protocolError(interface: String, code: UInt32, message: String)
  /// The compositor ended or closed the connection.
  case hungUp
  /// The compositor accepted the connection, but says nothing.
  case unresponsive(seconds: Int)
  /// A system call failed.
  case system(call: String, errno: Int32)
}
