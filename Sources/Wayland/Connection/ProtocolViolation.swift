/// A protocol error: the compositor rejected a request and ended the connection.
///
/// Wayland: `wl_display.error`.
public struct ProtocolViolation: Error, Hashable, Sendable {
  /// The interface of the object that raised the error, such as `xdg_surface`.
  public let interface: String
  /// The object's id; 0 if libwayland does not know it.
  public let object: UInt32
  /// The name of the last request to the object, such as `ack_configure`; nil if it is not known. It is recorded by
  /// this client: the protocol does not send it.
  public let request: String?
  /// A value of the interface's `error` enumeration.
  public let code: UInt32
  /// The name of the code, such as `invalid_serial`; nil if the interface has no such code.
  public let codeName: String?
  /// The compositor's message.
  public let message: String

  /// Creates the description of a protocol error.
  public init(
    interface: String, object: UInt32, request: String?, code: UInt32, codeName: String?, message: String
  ) {
    self.interface = interface
    self.object = object
    self.request = request
    self.code = code
    self.codeName = codeName
    self.message = message
  }
}

extension ProtocolViolation: CustomStringConvertible {
  /// One line, such as `xdg_surface#12: invalid_serial (4) after ack_configure: message`.
  public var description: String {
    let reason = codeName.map { "\($0) (\(code))" } ?? "code \(code)"
    return "\(interface)#\(object): \(reason)" + (request.map { " after \($0)" } ?? "")
      + (message.isEmpty ? "" : ": \(message)")
  }
}
