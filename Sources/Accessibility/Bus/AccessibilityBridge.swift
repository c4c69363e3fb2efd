package import Desktop
internal import Views

/// Offers the elements of all windows of the program to assistive technologies.
///
/// It is registered with the bus of the assistive technologies while one is in use. At other times, it only waits for a
/// signal of the session bus, and no tree has a listener.
///
/// GTK: `GtkAtSpiContext`. AT-SPI 2.
@MainActor
package final class AccessibilityBridge {
  private enum Phase {
    case off
    /// Waits for the address of the bus or for the connection.
    case connecting(attempt: Int)
    /// Waits until it connects again.
    case waiting(Deadline, attempt: Int)
    case registered(Registration)
  }

  /// The longest time between two attempts to connect, in seconds.
  private static let longestDelay = 64

  private var phase = Phase.off
  private let session: SessionBus
  private let application: AccessibleApplication
  private var monitor: AssistiveTechnologyMonitor?
  /// The bus of the assistive technologies.
  private var bus: SessionBus?
  /// Counts the connections, so that a late answer about a former one is ignored.
  private var generation = 0

  /// - Parameters:
  ///   - session: The session bus. Without one, the bridge does nothing.
  ///   - name: The name of the program.
  package init(session: SessionBus, name: String) {
    self.session = session
    application = AccessibleApplication(name: name)
    monitor = AssistiveTechnologyMonitor(session) { [weak self] isEnabled in
      if isEnabled { self?.connect(attempt: 0) } else { self?.disconnect() }
    }
  }

  /// Whether the program is registered with the bus of the assistive technologies.
  package var isRegistered: Bool {
    if case .registered(let registration) = phase { registration.isEmbedded } else { false }
  }

  /// Adds a window or a popup. The bridge does not retain it.
  package func add(_ surface: any AccessibleSurface) {
    application.add(surface)
    if case .registered(let registration) = phase { registration.surfacesDidChange() }
  }

  /// Called after a window or a popup has closed, or its state has changed.
  package func surfaceDidChange() {
    if case .registered(let registration) = phase { registration.surfacesDidChange() }
  }

  // MARK: Connecting

  private func connect(attempt: Int) {
    generation += 1
    let current = generation
    phase = .connecting(attempt: attempt)
    session.connect { [weak self] result in
      guard let self, current == generation else { return }
      guard case .success(let connection) = result else { return retry() }
      let call = try? connection.start(A11yBus.getAddress, [], timeout: session.timeout) {
        [weak self] reply in
        guard let self, current == generation else { return }
        guard case .success(let values) = reply, case .string(let address)? = values.first else {
          return retry()
        }
        open(address)
      }
      if call == nil { retry() }
    }
  }

  private func open(_ address: String) {
    let current = generation
    let bus = SessionBus(
      environment: DesktopEnvironment(sessionBusAddress: address), timeout: session.timeout)
    self.bus = bus
    bus.connect { [weak self] result in
      guard let self, current == generation else { return }
      guard case .success(let connection) = result else { return retry() }
      phase = .registered(
        Registration(application, on: connection, timeout: session.timeout) { [weak self] in
          // The bus has ended.
          if let self, current == generation { retry() }
        })
    }
  }

  private func retry() {
    let attempt =
      switch phase {
      case .connecting(let attempt), .waiting(_, let attempt): attempt + 1
      case .off, .registered: 0
      }
    end()
    guard monitor?.isEnabled == true else { return }
    let delay = min(1 << min(attempt, 6), Self.longestDelay)
    phase = .waiting(
      Deadline(after: .seconds(delay)) { [weak self] in self?.connect(attempt: attempt) }, attempt: attempt)
  }

  private func disconnect() { end() }

  private func end() {
    generation += 1
    phase = .off
    bus = nil
    application.forgetObjects()
  }
}
