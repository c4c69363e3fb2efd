package import Desktop

/// The settings of the desktop, and the windows that follow them.
@MainActor
package final class DesktopAppearance {
  /// The settings of the user's session. They are read in the background. Without a session bus, the default
  /// settings apply.
  static let shared = DesktopAppearance(SettingsMonitor(bus: session))
  /// The connection of the process to the session bus.
  static let session = SessionBus()

  private struct Observer {
    weak var window: CarouselWindow?
  }

  private let monitor: SettingsMonitor
  private var observers: [Observer] = []

  /// Creates an appearance that follows `monitor`.
  package init(_ monitor: SettingsMonitor) {
    self.monitor = monitor
    monitor.onChange = { [weak self] _ in self?.settingsDidChange() }
  }

  /// The current settings.
  package var settings: DesktopSettings { monitor.settings }

  /// Calls `window.applyAppearance()` after each change of the settings.
  func add(_ window: CarouselWindow) {
    observers.removeAll { $0.window == nil }
    observers.append(Observer(window: window))
  }

  private func settingsDidChange() {
    observers.removeAll { $0.window == nil }
    for observer in observers { observer.window?.applyAppearance() }
  }
}
