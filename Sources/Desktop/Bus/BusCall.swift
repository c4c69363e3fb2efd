internal import CGIO
internal import Glibc

/// A method call that waits for its reply.
///
/// GIO reports the end of each call exactly once, even of a canceled call. Until then the `BusCall` is retained.
@MainActor
package final class BusCall {
  package typealias Completion = @MainActor (Result<[BusValue], BusError>) -> Void

  private enum Phase {
    case waiting(Completion)
    case finished
  }

  private var phase: Phase
  private let cancellable: UnsafeMutablePointer<GCancellable>

  private init(_ completion: @escaping Completion) {
    phase = .waiting(completion)
    cancellable = g_cancellable_new()
  }

  isolated deinit { g_object_unref(cancellable) }

  /// Sends a call. `completion` is called once, but not before this function returns.
  ///
  /// - Parameters:
  ///   - descriptors: The open descriptors to which `.handle` arguments refer by index. GIO duplicates them.
  ///   - timeout: The longest time to wait for the reply. It is clamped to 24 days.
  ///
  /// GIO: `g_dbus_connection_call_with_unix_fd_list`.
  static func start(
    _ method: BusMethod, _ arguments: OpaquePointer, descriptors: [Int32], timeout: Duration,
    on connection: OpaquePointer, completion: @escaping Completion
  ) -> BusCall {
    let call = BusCall(completion)
    let list = descriptors.isEmpty ? nil : g_unix_fd_list_new()
    defer { if let list { g_object_unref(list) } }
    // A descriptor that cannot be duplicated is missing from the list. The service then refuses the call.
    for descriptor in descriptors { g_unix_fd_list_append(list, descriptor, nil) }
    MainContext.shared.perform {
      g_dbus_connection_call_with_unix_fd_list(
        connection, method.service, method.path, method.interface, method.name, arguments, nil,
        G_DBUS_CALL_FLAGS_NONE, timeout.wholeMilliseconds, list, call.cancellable, callDidFinish,
        Unmanaged.passRetained(call).toOpaque())
    }
    return call
  }

  /// Ends the wait without calling the completion. A reply that arrives later is discarded.
  package func cancel() {
    guard case .waiting = phase else { return }
    phase = .finished
    MainContext.shared.perform { g_cancellable_cancel(cancellable) }
  }

  fileprivate func finish(_ connection: OpaquePointer?, _ result: OpaquePointer?) {
    var error: UnsafeMutablePointer<GError>?
    let reply = g_dbus_connection_call_with_unix_fd_list_finish(connection, nil, result, &error)
    defer { if let reply { g_variant_unref(reply) } }
    guard case .waiting(let completion) = phase else {
      g_clear_error(&error)
      return
    }
    phase = .finished
    guard let reply else { return completion(.failure(BusError(consuming: error))) }
    completion(Result { () throws(BusError) in try [BusValue](message: reply) })
  }
}

/// Called in ``MainContext`` and therefore on the main actor.
private func callDidFinish(
  source: UnsafeMutablePointer<GObject>?, result: OpaquePointer?, data: UnsafeMutableRawPointer?
) {
  nonisolated(unsafe) let (source, result, data) = (source, result, data)
  MainActor.assumeIsolated {
    guard let data else { return }
    Unmanaged<BusCall>.fromOpaque(data).takeRetainedValue().finish(OpaquePointer(source), result)
  }
}

extension [BusValue] {
  /// Reads the arguments of a message, which are always a tuple.
  init(message: OpaquePointer) throws(BusError) {
    guard case .tuple(let values) = try BusValue(message) else { throw .malformed("no tuple") }
    self = values
  }
}

extension Duration {
  /// The duration in milliseconds, clamped to the range that GLib supports: 1 ms to 24 days.
  fileprivate var wholeMilliseconds: gint {
    let milliseconds = self / .milliseconds(1)
    return gint(Swift.max(1, Swift.min(milliseconds.rounded(.up), Double(gint.max))))
  }
}
