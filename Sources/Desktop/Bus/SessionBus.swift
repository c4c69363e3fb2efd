/// The user's session bus: connects on first use, and again after the connection was lost.
///
/// GIO: `g_dbus_connection_new_for_address`.
@MainActor
public final class SessionBus {
  package typealias Completion = @MainActor (Result<BusConnection, BusError>) -> Void

  private enum Phase {
    case closed
    case opening(BusOpening, [Completion])
    case open(BusConnection)
  }

  private var phase = Phase.closed
  private let address: String?
  /// The longest wait for the connection and for the reply to a call.
  public let timeout: Duration

  /// - Parameters:
  ///   - environment: Names the bus; see ``DesktopEnvironment/busAddress``.
  ///   - timeout: The longest wait for the connection and for the reply to a call. A dialog that is open is not a
  ///     call that waits.
  public init(environment: DesktopEnvironment = .current, timeout: Duration = .seconds(25)) {
    address = environment.busAddress
    self.timeout = timeout
  }

  /// Passes the open connection to `completion`, or opens one. All that ask meanwhile share one attempt.
  ///
  /// - Parameter completion: Runs once; before this method returns if the result is known.
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

  /// Returns the open connection, or opens one.
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
