internal import Desktop

/// The registration of the program with the bus of the assistive technologies. It ends when it is deallocated.
///
/// AT-SPI: `org.a11y.atspi.Socket.Embed`, `org.a11y.atspi.Registry`.
@MainActor
final class Registration {
  /// Whether the registry has answered.
  private(set) var isEmbedded = false
  private let application: AccessibleApplication
  private let connection: BusConnection
  private let timeout: Duration
  private let onEnd: @MainActor () -> Void
  private let events: EventSender
  private var service: BusService?
  private var subscriptions: [BusSubscription] = []
  private var reading: BusCall?

  /// - Parameter onEnd: Called once when the bus has ended.
  init(
    _ application: AccessibleApplication, on connection: BusConnection, timeout: Duration,
    onEnd: @escaping @MainActor () -> Void
  ) {
    (self.application, self.connection, self.timeout, self.onEnd) = (application, connection, timeout, onEnd)
    application.busName = connection.uniqueName
    events = EventSender(application, on: connection)
    service = connection.serve("/org/a11y/atspi/") { [weak application] in
      application?.answer($0) ?? .failure(.defunct)
    }
    watchRegistry()
    embed()
  }

  /// Called after windows were opened or closed, or have changed their state.
  func surfacesDidChange() { events.surfacesDidChange() }

  private func embed() {
    _ = try? connection.start(
      Registry.embed, [application.rootReference], timeout: timeout
    ) { [weak self] reply in
      guard let self else { return }
      // Without a registry, the program waits until there is one.
      guard case .success(let values) = reply, let desktop = values.first else { return }
      application.desktop = desktop
      isEmbedded = true
      readListeners()
    }
  }

  private func watchRegistry() {
    let owner = BusSignalPattern(
      sender: MessageBus.service, path: MessageBus.path, interface: MessageBus.service,
      name: "NameOwnerChanged", firstArgument: Registry.service)
    let ownerSubscription = connection.subscribe(to: owner) { [weak self] event in
      guard let self else { return }
      switch event {
      case .disconnected: onEnd()
      case .signal(_, let arguments):
        isEmbedded = false
        events.listeners = EventListeners()
        if arguments.count == 3, arguments[2] != .string("") { embed() }
      }
    }
    let listeners = ["EventListenerRegistered", "EventListenerDeregistered"].map { name in
      connection.subscribe(
        to: BusSignalPattern(
          sender: Registry.service, path: Registry.path, interface: Registry.service, name: name)
      ) { [weak self] event in
        if case .signal = event { self?.readListeners() }
      }
    }
    subscriptions = [ownerSubscription] + listeners
  }

  /// Reads which events the assistive technologies listen to. A newer call replaces an older one.
  private func readListeners() {
    reading?.cancel()
    reading = try? connection.start(Registry.events, [], timeout: timeout) { [weak self] reply in
      guard case .success(let values) = reply, case .array(_, let entries)? = values.first else { return }
      self?.events.listeners = EventListeners(entries)
    }
  }
}

/// The registry of the assistive technologies.
private enum Registry {
  static let service = "org.a11y.atspi.Registry"
  static let path = "/org/a11y/atspi/registry"
  static let events = BusMethod(
    service: service, path: path, interface: service, name: "GetRegisteredEvents")

  static let embed = BusMethod(
    service: service, path: AccessibleApplication.rootPath, interface: "org.a11y.atspi.Socket", name: "Embed")
}
