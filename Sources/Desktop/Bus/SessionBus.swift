/// The user's session bus. It connects on first use, and connects again after the connection was lost.
///
/// GIO: `g_dbus_connection_new_for_address`.
@MainActor
package final class SessionBus {
  package typealias Completion = @MainActor (Result<BusConnection, BusError>) -> Void

  private enum Phase {
    case closed
    case opening(BusOpening, [Completion])
    case open(BusConnection)
  }

  private var phase = Phase.closed
  private let address: String?
  /// The longest time to wait for the connection, and for the reply to a call.
  package let timeout: Duration

  /// - Parameters:
  ///   - environment: Contains the address of the bus; see ``DesktopEnvironment/busAddress``.
  ///   - timeout: The longest time to wait for the connection, and for the reply to a call. It does not limit the time
  ///     for which a dialog is open.
  package init(environment: DesktopEnvironment = .current, timeout: Duration = .seconds(25)) {
    address = environment.busAddress
    self.timeout = timeout
  }

  /// Passes the open connection to `completion`, or opens a connection first. Simultaneous calls share one attempt to
  /// connect.
  ///
  /// - Parameter completion: Called once. If the result is known, it is called before this method returns.
  package func connect(_ completion: @escaping Completion) {
    guard let address else { return completion(.failure(.noAddress)) }
    switch phase {
    case .open(let connection) where connection.isOpen: completion(.success(connection))
    case .opening(let opening, let completions): phase = .opening(opening, completions + [completion])
    case .closed, .open:
      let opening = BusOpening(address: address, timeout: timeout) { [weak self] in self?.didOpen($0) }
      phase = .opening(opening, [completion])
    }
  }

  /// Returns the open connection, or opens a connection first.
  package func connection() async throws(BusError) -> BusConnection {
    let answer = Answer<Result<BusConnection, BusError>>(ifCanceled: .failure(.canceled))
    connect { answer.supply($0) }
    return try await answer.value().get()
  }

  private func didOpen(_ result: Result<BusConnection, BusError>) {
    guard case .opening(_, let completions) = phase else { return }
    phase = if case .success(let connection) = result { .open(connection) } else { .closed }
    for completion in completions { completion(result) }
  }
}
