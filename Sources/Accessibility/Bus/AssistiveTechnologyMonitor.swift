internal import Desktop

/// Watches whether an assistive technology, such as a screen reader, is in use.
///
/// It reads the status only while the service `org.a11y.Bus` runs, and does not start the service.
///
/// D-Bus: `org.a11y.Status`.
@MainActor
final class AssistiveTechnologyMonitor {
  /// Whether an assistive technology is in use.
  private(set) var isEnabled = false
  private let onChange: @MainActor (Bool) -> Void
  private let bus: SessionBus
  private var connection: BusConnection?
  private var subscriptions: [BusSubscription] = []
  /// The call that reads the status.
  private var reading: BusCall?

  /// - Parameter onChange: Called after each change of ``isEnabled``.
  init(_ bus: SessionBus, onChange: @escaping @MainActor (Bool) -> Void) {
    self.bus = bus
    self.onChange = onChange
    bus.connect { [weak self] result in
      // Without a session bus there is no assistive technology.
      if case .success(let connection) = result { self?.watch(connection) }
    }
  }

  private func watch(_ connection: BusConnection) {
    self.connection = connection
    let status = BusSignalPattern(
      sender: A11yBus.service, path: A11yBus.path, interface: "org.freedesktop.DBus.Properties",
      name: "PropertiesChanged", firstArgument: A11yBus.status)
    let owner = BusSignalPattern(
      sender: MessageBus.service, path: MessageBus.path, interface: MessageBus.service,
      name: "NameOwnerChanged", firstArgument: A11yBus.service)
    subscriptions = [status, owner].map { pattern in
      connection.subscribe(to: pattern) { [weak self] event in
        switch event {
        case .signal: self?.read()
        case .disconnected: self?.set(false)
        }
      }
    }
    read()
  }

  /// Reads the status, unless the service does not run. A newer call replaces an older one.
  private func read() {
    call(MessageBus.method("NameHasOwner"), [.string(A11yBus.service)]) { [weak self] reply in
      guard let self else { return }
      guard case .success(let values) = reply, values == [.boolean(true)] else { return set(false) }
      call(A11yBus.properties("GetAll"), [.string(A11yBus.status)]) { [weak self] reply in
        guard case .success(let values) = reply, let status = values.first?.dictionary else { return }
        self?.set(["IsEnabled", "ScreenReaderEnabled"].contains { status[$0] == .boolean(true) })
      }
    }
  }

  private func call(
    _ method: BusMethod, _ arguments: [BusValue], completion: @escaping BusCall.Completion
  ) {
    reading?.cancel()
    reading = try? connection?.start(method, arguments, timeout: bus.timeout, completion: completion)
  }

  private func set(_ isEnabled: Bool) {
    guard isEnabled != self.isEnabled else { return }
    self.isEnabled = isEnabled
    onChange(isEnabled)
  }
}

/// The service that knows the bus of the assistive technologies.
enum A11yBus {
  static let service = "org.a11y.Bus"
  static let path = "/org/a11y/bus"
  static let status = "org.a11y.Status"
  static let getAddress = BusMethod(service: service, path: path, interface: service, name: "GetAddress")

  static func properties(_ name: String) -> BusMethod {
    BusMethod(service: service, path: path, interface: "org.freedesktop.DBus.Properties", name: name)
  }
}

/// The message bus itself.
enum MessageBus {
  static let service = "org.freedesktop.DBus"
  static let path = "/org/freedesktop/DBus"

  static func method(_ name: String) -> BusMethod {
    BusMethod(service: service, path: path, interface: service, name: name)
  }
}
