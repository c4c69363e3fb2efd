/// The popups of a window, oldest first. They are not retained here; the program retains them.
@MainActor
struct ChildPopups {
  private struct WeakWindow { weak var window: Window? }

  private var entries: [WeakWindow] = []

  /// The popups that are not closed.
  var all: [Window] { entries.compactMap(\.window) }

  mutating func append(_ popup: Window) {
    entries.removeAll { $0.window == nil }
    entries.append(WeakWindow(window: popup))
  }

  mutating func remove(_ popup: Window) { entries.removeAll { $0.window == nil || $0.window === popup } }
}
