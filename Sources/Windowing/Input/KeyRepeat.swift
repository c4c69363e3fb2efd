/// Decides which held key repeats and when. The caller runs the timer and the round trips to the compositor.
///
/// Before each repeat, the caller makes a round trip to the compositor, because the release of the key may be among
/// the events that the client has not read. A compositor that does not respond therefore stops the repeats.
package struct KeyRepeat {
  /// A change of the repeat timer.
  package enum Action: Equatable {
    /// Repeat after `delay` seconds, then every `interval` seconds.
    case start(delay: Double, interval: Double)
    /// Cancel the timer.
    case stop
  }

  /// A round trip to the compositor that has not ended.
  private enum RoundTrip {
    /// It was started for the key that is held now.
    case current
    /// It was started for a key that no longer repeats.
    case outdated
  }

  private var roundTrip: RoundTrip?
  private var rate: Int32 = 0
  private var delay: Int32 = 0
  /// The code of the key that repeats; nil if no key repeats.
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

  /// Handles the press of a key. A key that does not repeat, such as Shift, does not stop the repeat of another key.
  package mutating func pressed(_ code: UInt32, repeats: Bool) -> Action? {
    guard repeats, rate > 0 else { return nil }
    discardRoundTrip()
    held = code
    return .start(delay: Double(delay) / 1000, interval: 1 / Double(rate))
  }

  /// Handles the release of a key.
  package mutating func released(_ code: UInt32) -> Action? { held == code ? stop() : nil }

  /// Stops repeating, because the window lost keyboard focus or the keyboard was removed.
  package mutating func stop() -> Action? {
    guard held != nil else { return nil }
    discardRoundTrip()
    held = nil
    return .stop
  }

  /// Reports that a repeat is due. Returns whether to start a round trip; at most one is pending.
  package mutating func becameDue() -> Bool {
    guard held != nil, roundTrip == nil else { return false }
    roundTrip = .current
    return true
  }

  /// Reports that the round trip has ended. Returns the key to repeat; nil if the key was released in the meantime.
  ///
  /// Wayland: `wl_callback.done`.
  package mutating func answered() -> UInt32? {
    defer { roundTrip = nil }
    return roundTrip == .current ? held : nil
  }

  /// Marks a pending round trip as outdated, so that its end does not repeat a key.
  private mutating func discardRoundTrip() { if roundTrip != nil { roundTrip = .outdated } }
}
