/// Reads the desktop's settings and follows their changes.
///
/// ``settings`` has usable values from the beginning. They come from the environment until the portal
/// answers, and for settings that the portal lacks.
///
///     let monitor = SettingsMonitor(bus: bus)
///     monitor.onChange = { settings in window.apply(settings) }
///
/// While nothing changes, it makes no system call. The asynchronous ``firstRead()`` and ``updates()`` are for
/// programs that do not mind the timer of Swift's thread pool
/// (`Documentation/Decisions/0001-no-waiting-tasks-at-rest.md`).
///
/// Portal: `org.freedesktop.portal.Settings`.
@MainActor
public final class SettingsMonitor {
  /// The state of the connection to the portal.
  public enum Status: Hashable, Sendable {
    /// The portal has not answered yet.
    case reading
    /// The portal has answered and reports changes.
    case live
    /// The portal does not answer. If it starts later, its settings are read then.
    case unavailable(PortalError)
    /// ``SettingsMonitor/stop()`` was called.
    case stopped
  }

  /// The current settings. After the portal or the bus has ended, the last settings remain.
  public private(set) var settings: DesktopSettings
  public private(set) var status = Status.reading

  /// Called after each change of ``settings``.
  public var onChange: (@MainActor (DesktopSettings) -> Void)?

  private let bus: SessionBus
  private let environment: DesktopEnvironment
  private var values: [SettingKey: BusValue] = [:]
  private var subscriptions: [BusSubscription] = []
  private var reading: Reading?
  /// The tasks that wait in ``firstRead()``.
  private var waiting: [Answer<Void>] = []
  private let listeners = SettingsListeners()

  /// A read that has not ended.
  private struct Reading {
    /// `nil` until the bus is connected.
    var reader: SettingsReader?
    /// Changes reported since it began. They are at least as new as the values that it returns.
    var changes: [SettingKey: BusValue] = [:]
    /// Whether the portal has ended since it began.
    var hasLostPortal = false
    /// Whether a portal has started after that, so that the settings have to be read again.
    var isOutdated = false
  }

  /// Begins to read.
  public init(bus: SessionBus, environment: DesktopEnvironment = .current) {
    self.bus = bus
    self.environment = environment
    settings = DesktopSettings(values: [:], environment: environment)
    read()
  }

  isolated deinit { stop() }

  /// Waits until the portal has answered, or does not answer, and returns the settings.
  public func firstRead() async -> DesktopSettings {
    if reading != nil {
      let answer = Answer<Void>(ifCanceled: ())
      waiting.append(answer)
      await answer.value()
    }
    return settings
  }

  /// Returns the settings now and after each change. A consumer that falls behind gets the latest only. The
  /// sequence ends when the monitor is stopped or deallocated.
  public func updates() -> AsyncStream<DesktopSettings> { listeners.add(settings) }

  /// Ends all work. The settings keep their values.
  public func stop() {
    status = .stopped
    reading?.reader?.cancel()
    reading = nil
    subscriptions = []
    listeners.finish()
    endWaiting()
  }

  private func read() {
    reading = Reading()
    bus.connect { [weak self] in self?.didConnect($0) }
  }

  private func didConnect(_ result: Result<BusConnection, BusError>) {
    // `stop()` has discarded the read.
    guard reading != nil else { return }
    switch result {
    case .success(let connection):
      if subscriptions.isEmpty { subscribe(on: connection) }
      let reader = SettingsReader(connection: connection, timeout: bus.timeout) { [weak self] in
        self?.readDidEnd($0)
      }
      reading?.reader = reader
      reader.start()
    case .failure(let error):
      readDidEnd(.failure(PortalError(error, method: Portal.method("Settings", "ReadAll"))))
    }
  }

  private func readDidEnd(_ result: Result<[SettingKey: BusValue], PortalError>) {
    guard let ended = reading else { return }
    reading = nil
    switch result {
    case .success(let read):
      status = .live
      values = read.merging(ended.changes) { $1 }
      update()
    case .failure(let error): status = .unavailable(error)
    }
    if ended.isOutdated { read() } else { endWaiting() }
  }

  private func endWaiting() {
    for answer in waiting { answer.supply(()) }
    waiting = []
  }

  /// Portal: `org.freedesktop.portal.Settings.SettingChanged`.
  private func subscribe(on connection: BusConnection) {
    subscriptions = [
      connection.subscribe(to: Portal.signal("Settings", "SettingChanged")) { [weak self] event in
        if case .signal(_, let arguments) = event { self?.settingDidChange(arguments) }
      },
      connection.subscribe(to: Portal.ownerChanged) { [weak self] event in
        switch event {
        case .signal(_, let arguments): self?.ownerDidChange(arguments)
        case .disconnected: self?.busDidEnd()
        }
      },
    ]
  }

  private func settingDidChange(_ arguments: [BusValue]) {
    guard arguments.count == 3, case .string(let namespace) = arguments[0],
      case .string(let name) = arguments[1],
      case .variant = arguments[2]
    else { return }
    let key = SettingKey(namespace, name)
    guard SettingKey.all.contains(key) else { return }
    reading?.changes[key] = arguments[2].unwrapped
    values[key] = arguments[2].unwrapped
    update()
  }

  /// A portal that starts may have other settings than the one before it.
  private func ownerDidChange(_ arguments: [BusValue]) {
    guard arguments.count == 3, case .string(let oldOwner) = arguments[1],
      case .string(let newOwner) = arguments[2]
    else { return }
    if reading == nil {
      if newOwner.isEmpty {
        status = .unavailable(.portalEnded)
      } else {
        read()
      }
    } else {
      // The start that the read itself has caused does not make it outdated.
      if !oldOwner.isEmpty { reading?.hasLostPortal = true }
      if !newOwner.isEmpty, reading?.hasLostPortal == true { reading?.isOutdated = true }
    }
  }

  private func busDidEnd() {
    subscriptions = []
    // A read in progress ends with the error of its call.
    if reading == nil { status = .unavailable(.busDisconnected) }
  }

  private func update() {
    let updated = DesktopSettings(values: values, environment: environment)
    guard updated != settings else { return }
    settings = updated
    listeners.send(updated)
    onChange?(updated)
  }
}
