/// Decides which held key repeats and when the repeat timer runs. The caller owns the timer.
package struct KeyRepeat {
  /// A change of the repeat timer.
  package enum Action: Equatable {
    /// Fire after `delay` seconds, then every `interval` seconds.
    case start(delay: Double, interval: Double)
    /// Cancel the timer.
    case stop
  }

  private var rate: Int32 = 0
  private var delay: Int32 = 0
  /// The code of the key that repeats; nil when none does.
  package private(set) var held: UInt32?

  /// Creates a state in which no key repeats until `configure` is called.
  package init() {}

  /// Sets the repeat rate, in repeats per second, and the delay before the first one, in milliseconds. Rate 0 disables
  /// repeating.
  ///
  /// Wayland: `wl_keyboard.repeat_info`.
  package mutating func configure(rate: Int32, delay: Int32) -> Action? {
    // More repeats than frames have no visible effect and would keep the process busy.
    self.rate = min(max(0, rate), 240)
    self.delay = max(0, delay)
    return self.rate == 0 ? stop() : nil
  }

  /// Handles a press. A key that does not repeat, such as Shift, does not stop the repeat of another key.
  package mutating func pressed(_ code: UInt32, repeats: Bool) -> Action? {
    guard repeats, rate > 0 else { return nil }
    held = code
    return .start(delay: Double(delay) / 1000, interval: 1 / Double(rate))
  }

  /// Handles a release.
  package mutating func released(_ code: UInt32) -> Action? { held == code ? stop() : nil }

  /// Stops repeating, because the window lost keyboard focus or the keyboard was removed.
  package mutating func stop() -> Action? {
    guard held != nil else { return nil }
    held = nil
    return .stop
  }
}
