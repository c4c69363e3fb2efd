internal import CGIO

/// An event that a subscription reports.
package enum BusEvent: Hashable, Sendable {
  /// A signal whose arguments can be read.
  case signal(path: String, arguments: [BusValue])
  /// The connection to the bus has ended. This is the last event.
  case disconnected
}

/// Receives signals until it is canceled or deallocated.
@MainActor
package final class BusSubscription {
  private enum Phase {
    case active(@MainActor (BusEvent) -> Void)
    case canceled
  }

  private var phase: Phase
  private var number: guint = 0
  private let connection: OpaquePointer

  /// Adds a match rule for `pattern`. The bus applies the rule before it processes later messages of this connection.
  ///
  /// GIO: `g_dbus_connection_signal_subscribe`.
  init(
    _ pattern: BusSignalPattern, on connection: OpaquePointer,
    handler: @escaping @MainActor (BusEvent) -> Void
  ) {
    phase = .active(handler)
    self.connection = g_object_ref(UnsafeMutableRawPointer(connection)).map(OpaquePointer.init) ?? connection
    let link = Unmanaged.passRetained(SubscriptionLink(self)).toOpaque()
    number = MainContext.shared.perform {
      g_dbus_connection_signal_subscribe(
        connection, pattern.sender, pattern.interface, pattern.name, pattern.path, pattern.firstArgument,
        G_DBUS_SIGNAL_FLAGS_NONE, signalDidArrive, link, releaseLink)
    }
  }

  isolated deinit {
    cancel()
    g_object_unref(UnsafeMutableRawPointer(connection))
  }

  /// Ends the subscription and releases its handler, which is not called again.
  package func cancel() {
    guard case .active = phase else { return }
    phase = .canceled
    let (connection, number) = (connection, number)
    MainContext.shared.perform { g_dbus_connection_signal_unsubscribe(connection, number) }
  }

  /// Reports the end of the connection to the handler, then cancels the subscription.
  func disconnect() {
    guard case .active(let handler) = phase else { return }
    cancel()
    handler(.disconnected)
  }

  fileprivate func receive(path: String, arguments: OpaquePointer) {
    // A signal with unreadable arguments is ignored.
    guard case .active(let handler) = phase, let values = try? [BusValue](message: arguments) else { return }
    handler(.signal(path: path, arguments: values))
  }
}

/// The object through which GIO refers to a subscription. GIO releases it in ``MainContext`` after the last signal.
@MainActor
private final class SubscriptionLink {
  weak var subscription: BusSubscription?

  init(_ subscription: BusSubscription) { self.subscription = subscription }
}

/// Called in ``MainContext`` and therefore on the main actor.
private func signalDidArrive(
  connection: OpaquePointer?, sender: UnsafePointer<CChar>?, path: UnsafePointer<CChar>?,
  interface: UnsafePointer<CChar>?, name: UnsafePointer<CChar>?, arguments: OpaquePointer?,
  data: UnsafeMutableRawPointer?
) {
  nonisolated(unsafe) let (path, arguments, data) = (path, arguments, data)
  MainActor.assumeIsolated {
    guard let data, let path, let arguments else { return }
    let link = Unmanaged<SubscriptionLink>.fromOpaque(data).takeUnretainedValue()
    link.subscription?.receive(path: String(cString: path), arguments: arguments)
  }
}

private func releaseLink(data: UnsafeMutableRawPointer?) {
  guard let data else { return }
  Unmanaged<SubscriptionLink>.fromOpaque(data).release()
}
