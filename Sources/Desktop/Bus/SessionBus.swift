/// The user's session bus: connects on first use, and again after the connection was lost.
///
/// GIO: `g_dbus_connection_new_for_address`.
@MainActor
public final class SessionBus {
  private enum Phase {
    case closed
    case opening(BusOpening, [Answer<Result<BusConnection, BusError>>])
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

  /// Returns the open connection, or opens one. Tasks that ask at the same time share one attempt.
  package func connection() async throws(BusError) -> BusConnection {
    guard let address else { throw .noAddress }
    if case .open(let connection) = phase {
      if connection.isOpen { return connection }
      phase = .closed
    }
    let answer = Answer<Result<BusConnection, BusError>>(ifCanceled: .failure(.canceled))
    switch phase {
    case .opening(let opening, let answers): phase = .opening(opening, answers + [answer])
    case .closed, .open:
      let opening = BusOpening(address: address, timeout: timeout) { [weak self] in self?.didOpen($0) }
      phase = .opening(opening, [answer])
    }
    return try await answer.value().get()
  }

  private func didOpen(_ result: Result<BusConnection, BusError>) {
    guard case .opening(_, let answers) = phase else { return }
    phase = if case .success(let connection) = result { .open(connection) } else { .closed }
    for answer in answers { answer.supply(result) }
  }
}
