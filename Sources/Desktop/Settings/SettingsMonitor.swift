/// Reads the desktop's settings and observes their changes.
///
/// ``settings`` has usable values immediately. Until the portal replies, and for settings that the portal does not
/// have, the values come from the environment.
///
///     let monitor = SettingsMonitor(bus: bus)
///     monitor.onChange = { settings in window.apply(settings) }
///
/// While nothing changes, the monitor makes no system calls. The asynchronous ``firstRead()`` and ``updates()`` start
/// the timer of Swift's thread pool, so use them only in programs for which that timer is acceptable
/// (`Documentation/Decisions/0001-no-waiting-tasks-at-rest.md`).
///
/// Portal: `org.freedesktop.portal.Settings`.
@MainActor
package final class SettingsMonitor {
  /// The state of the connection to the portal.
  package enum Status: Hashable, Sendable {
    /// The portal has not replied yet.
    case reading
    /// The portal has replied and reports changes.
    case live
    /// The portal does not reply. If it starts later, its settings are read then.
    case unavailable(PortalError)
    /// ``SettingsMonitor/stop()`` was called.
    case stopped
  }

  /// The current settings. They are kept after the portal or the bus has ended.
  package private(set) var settings: DesktopSettings
  package private(set) var status = Status.reading

  /// Called after each change of ``settings``.
  package var onChange: (@MainActor (DesktopSettings) -> Void)?

  private let bus: SessionBus
  private let environment: DesktopEnvironment
  private var values: [SettingKey: BusValue] = [:]
  private var subscriptions: [BusSubscription] = []
  private var reading: Reading?
  /// The waits of the tasks that called ``firstRead()``.
  private var waiting: [Answer<Void>] = []
  private let listeners = SettingsListeners()

  /// A read of all settings that has not ended.
  private struct Reading {
    /// The reader; `nil` until the bus is connected.
    var reader: SettingsReader?
    /// The changes that were reported since the read began. They are at least as new as the values that the read
    /// returns.
    var changes: [SettingKey: BusValue] = [:]
    /// Whether the portal has ended since the read began.
    var hasLostPortal = false
    /// Whether a portal has started after the portal of this read ended, so that the settings must be read again.
    var isOutdated = false
  }

  /// Creates a monitor and begins to read the settings.
  package init(bus: SessionBus, environment: DesktopEnvironment = .current) {
    self.bus = bus
    self.environment = environment
    settings = DesktopSettings(values: [:], environment: environment)
    read()
  }

  isolated deinit { stop() }

  /// Waits until the first read has succeeded or failed, and returns the settings.
  package func firstRead() async -> DesktopSettings {
    if reading != nil {
      let answer = Answer<Void>(ifCanceled: ())
      waiting.append(answer)
      await answer.value()
    }
    return settings
  }

  /// Returns a sequence of the current settings and the settings after each change. A slow consumer gets only the
  /// latest settings. The sequence ends when the monitor is stopped or deallocated.
  package func updates() -> AsyncStream<DesktopSettings> { listeners.add(settings) }

  /// Ends the read and stops observing changes. ``settings`` keeps its values.
  package func stop() {
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
    // If `stop()` was called, there is no read to continue.
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

  /// Handles the start or end of a portal. A new portal may have other settings, so they are read again.
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
      // A start that the read itself has caused does not make the read outdated.
      if !oldOwner.isEmpty { reading?.hasLostPortal = true }
      if !newOwner.isEmpty, reading?.hasLostPortal == true { reading?.isOutdated = true }
    }
  }

  private func busDidEnd() {
    subscriptions = []
    // A read in progress fails separately, with the error of its call.
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
