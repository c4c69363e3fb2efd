/// An error because of which a D-Bus call has no usable reply.
package enum BusError: Error, Hashable, Sendable {
  /// The environment contains no address of a session bus.
  case noAddress
  /// The bus at `address` does not accept the connection.
  case cannotConnect(address: String, reason: String)
  /// The connection to the bus has ended.
  case disconnected
  case timedOut
  /// The service replied with an error such as `org.freedesktop.DBus.Error.UnknownMethod`.
  case remote(name: String, message: String)
  /// The reply cannot be read; the text describes what it contains.
  case malformed(String)
  /// An argument cannot be sent; the text describes the argument.
  case invalidArgument(String)
  /// The waiting task was canceled.
  case canceled
  /// GIO reported an error for which there is no other case.
  case failed(String)
}
