/// Decides which held key repeats, and when its timer runs; it has no timer of its own.
package struct KeyRepeat {
  package enum Action: Equatable {
    /// Fire after `delay` seconds, then each `interval` seconds.
    case start(delay: Double, interval: Double)
    case stop
  }

  private var rate: Int32 = 0
  private var delay: Int32 = 0
  /// The key that repeats, by its code.
  package private(set) var held: UInt32?

  package init() {}

  /// The compositor's wish: `rate` a second, 0 for none, after `delay` milliseconds.
  ///
  /// Wayland: `wl_keyboard.repeat_info`.
  package mutating func configure(rate: Int32, delay: Int32) -> Action? {
    // Faster than any frame rate is of no use, and would keep the process busy.
    self.rate = min(max(0, rate), 240)
    self.delay = max(0, delay)
    return self.rate == 0 ? stop() : nil
  }

  /// A key went down. One that does not repeat, such as Shift, lets another go on.
  package mutating func pressed(_ code: UInt32, repeats: Bool) -> Action? {
    guard repeats, rate > 0 else { return nil }
    held = code
    return .start(delay: Double(delay) / 1000, interval: 1 / Double(rate))
  }

  /// A key went up.
  package mutating func released(_ code: UInt32) -> Action? { held == code ? stop() : nil }

  /// The keyboard went elsewhere, or away.
  package mutating func stop() -> Action? {
    guard held != nil else { return nil }
    held = nil
    return .stop
  }
}
