internal import CGIO

/// An attempt to connect to a bus.
///
/// GIO connects and authenticates on its own thread, and reports the end exactly once. Until then the `BusOpening` is
/// retained.
@MainActor
final class BusOpening {
  typealias Completion = @MainActor (Result<BusConnection, BusError>) -> Void

  private enum Phase {
    case waiting(Completion, Deadline)
    case finished
  }

  private var phase = Phase.finished
  private let address: String
  private let cancellable: UnsafeMutablePointer<GCancellable>

  /// Starts to connect. `completion` is called once, but not before this initializer returns.
  ///
  /// GIO: `g_dbus_connection_new_for_address`.
  init(address: String, timeout: Duration, completion: @escaping Completion) {
    self.address = address
    cancellable = g_cancellable_new()
    let deadline = Deadline(after: timeout) { [weak self] in self?.timeOut() }
    phase = .waiting(completion, deadline)
    MainContext.shared.perform {
      g_dbus_connection_new_for_address(
        address,
        GDBusConnectionFlags(
          rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
            | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue),
        nil, cancellable, openingDidFinish, Unmanaged.passRetained(self).toOpaque())
    }
  }

  isolated deinit { g_object_unref(cancellable) }

  private func timeOut() {
    guard case .waiting(let completion, _) = phase else { return }
    phase = .finished
    MainContext.shared.perform { g_cancellable_cancel(cancellable) }
    completion(.failure(.cannotConnect(address: address, reason: "it did not answer in time")))
  }

  fileprivate func finish(_ result: OpaquePointer?) {
    var error: UnsafeMutablePointer<GError>?
    let connection = g_dbus_connection_new_for_address_finish(result, &error).map(
      BusConnection.init(consuming:))
    guard case .waiting(let completion, _) = phase else {
      g_clear_error(&error)
      return
    }
    phase = .finished
    if let connection { return completion(.success(connection)) }
    let reason = error.map { String(cString: $0.pointee.message) } ?? "no reason given"
    g_clear_error(&error)
    completion(.failure(.cannotConnect(address: address, reason: reason)))
  }
}

/// Called in ``MainContext`` and therefore on the main actor.
private func openingDidFinish(
  source: UnsafeMutablePointer<GObject>?, result: OpaquePointer?, data: UnsafeMutableRawPointer?
) {
  nonisolated(unsafe) let (result, data) = (result, data)
  MainActor.assumeIsolated {
    guard let data else { return }
    Unmanaged<BusOpening>.fromOpaque(data).takeRetainedValue().finish(result)
  }
}
