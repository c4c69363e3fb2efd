/// Why a D-Bus call has no usable reply.
package enum BusError: Error, Hashable, Sendable {
  /// The environment names no session bus.
  case noAddress
  /// The bus at `address` does not accept the connection.
  case cannotConnect(address: String, reason: String)
  /// The connection to the bus has ended.
  case disconnected
  case timedOut
  /// The service replied with an error such as `org.freedesktop.DBus.Error.UnknownMethod`.
  case remote(name: String, message: String)
  /// The reply cannot be read; the text names what it holds.
  case malformed(String)
  /// An argument cannot be sent; the text names it.
  case invalidArgument(String)
  /// The task that waited was canceled.
  case canceled
  /// GIO reported an error that has no case of its own.
  case failed(String)
}
