package import Desktop
internal import Glibc
internal import Windowing

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
  private let environment: (String) -> String?
  private var observers: [Observer] = []

  /// Creates an appearance that follows `monitor`.
  ///
  /// - Parameter environment: Returns the value of an environment variable; `nil` if it is not set.
  package init(
    _ monitor: SettingsMonitor,
    environment: @escaping (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
  ) {
    (self.monitor, self.environment) = (monitor, environment)
    monitor.onChange = { [weak self] _ in self?.settingsDidChange() }
  }

  /// The current settings.
  package var settings: DesktopSettings { monitor.settings }

  /// The style of the cursors of windows.
  var cursorStyle: CursorStyle {
    CursorStyle(theme: settings.cursorTheme.value, size: settings.cursorSize.value, environment: environment)
  }

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
