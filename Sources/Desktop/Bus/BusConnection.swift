internal import CGIO

/// An open connection to a message bus. It closes when it is deallocated.
@MainActor
package final class BusConnection {
  private let connection: OpaquePointer
  private var closedSignal: gulong = 0
  private var subscriptions: [WeakSubscription] = []

  /// The unique name of this connection on the bus, such as `:1.42`.
  package let uniqueName: String

  /// Whether the connection to the bus is open.
  package var isOpen: Bool { g_dbus_connection_is_closed(connection) == 0 }

  /// - Parameter connection: A GDBusConnection. The object takes over the caller's reference.
  init(consuming connection: OpaquePointer) {
    self.connection = connection
    uniqueName = g_dbus_connection_get_unique_name(connection).map { String(cString: $0) } ?? ""
    let link = Unmanaged.passRetained(ConnectionLink(self)).toOpaque()
    closedSignal = g_signal_connect_data(
      UnsafeMutableRawPointer(connection), "closed",
      unsafeBitCast(connectionDidClose as ClosedHandler, to: GCallback.self), link, releaseLink,
      GConnectFlags(rawValue: 0))
  }

  isolated deinit {
    g_signal_handler_disconnect(UnsafeMutableRawPointer(connection), closedSignal)
    MainContext.shared.perform { g_dbus_connection_close(connection, nil, nil, nil) }
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// Sends a method call and returns immediately. `completion` is called with the reply.
  ///
  /// - Throws: ``BusError/invalidArgument(_:)``. In this case nothing was sent.
  @discardableResult
  package func start(
    _ method: BusMethod, _ arguments: [BusValue], descriptors: [Int32] = [], timeout: Duration,
    completion: @escaping BusCall.Completion
  ) throws(BusError) -> BusCall {
    BusCall.start(
      method, try BusValue.tuple(arguments).makeVariant(), descriptors: descriptors, timeout: timeout,
      on: connection, completion: completion)
  }

  /// Sends a method call and returns the arguments of the reply.
  ///
  /// - Throws: ``BusError``. If the task is canceled, the method does not wait for the reply.
  package func call(
    _ method: BusMethod, _ arguments: [BusValue], timeout: Duration
  ) async throws(BusError) -> [BusValue] {
    let answer = Answer<Result<[BusValue], BusError>>(ifCanceled: .failure(.canceled))
    let call = try start(method, arguments, timeout: timeout) { answer.supply($0) }
    let result = await answer.value()
    call.cancel()
    return try result.get()
  }

  /// Calls `handler` for each matching signal until the subscription is canceled or deallocated.
  package func subscribe(
    to pattern: BusSignalPattern, handler: @escaping @MainActor (BusEvent) -> Void
  ) -> BusSubscription {
    let subscription = BusSubscription(pattern, on: connection, handler: handler)
    subscriptions.removeAll { $0.subscription == nil }
    subscriptions.append(WeakSubscription(subscription: subscription))
    return subscription
  }

  /// Answers the calls to all objects whose paths begin with `prefix`, until the service is deallocated.
  ///
  /// - Parameter maximumCount: The largest number of unanswered calls. Further ones are refused.
  package func serve(
    _ prefix: String, maximumCount: Int = 1024, handler: @escaping BusService.Handler
  ) -> BusService {
    BusService(prefix, maximumCount: maximumCount, on: connection, handler: handler)
  }

  /// Sends a signal to all programs that subscribed to it. On a closed connection, nothing is sent.
  ///
  /// GIO: `g_dbus_connection_emit_signal`.
  ///
  /// - Throws: ``BusError/invalidArgument(_:)``. In this case nothing was sent.
  package func emit(_ name: String, interface: String, path: String, _ arguments: [BusValue])
    throws(BusError)
  {
    let body = try BusValue.tuple(arguments).makeVariant()
    g_dbus_connection_emit_signal(connection, nil, path, interface, name, body, nil)
  }

  fileprivate func didClose() {
    let ended = subscriptions
    subscriptions = []
    for entry in ended { entry.subscription?.disconnect() }
  }
}

private struct WeakSubscription {
  weak var subscription: BusSubscription?
}

/// An object that GIO retains and that refers to the connection weakly, so that a pending signal does not access a
/// deallocated connection.
@MainActor
private final class ConnectionLink {
  weak var connection: BusConnection?

  init(_ connection: BusConnection) { self.connection = connection }
}

private typealias ClosedHandler =
  @convention(c) (OpaquePointer?, gboolean, UnsafeMutablePointer<GError>?, UnsafeMutableRawPointer?) -> Void

/// Runs in ``MainContext`` and therefore on the main actor: GIO emits the signal in the context in which the
/// connection was created.
private func connectionDidClose(
  connection: OpaquePointer?, byRemote: gboolean, error: UnsafeMutablePointer<GError>?,
  data: UnsafeMutableRawPointer?
) {
  nonisolated(unsafe) let data = data
  MainActor.assumeIsolated {
    guard let data else { return }
    Unmanaged<ConnectionLink>.fromOpaque(data).takeUnretainedValue().connection?.didClose()
  }
}

private func releaseLink(data: UnsafeMutableRawPointer?, closure: UnsafeMutablePointer<GClosure>?) {
  guard let data else { return }
  Unmanaged<ConnectionLink>.fromOpaque(data).release()
}
