/// Decides which held key repeats and when. The caller owns the timer and asks the compositor.
///
/// Before each repeat the compositor is asked whether there are events that the client has not read: the release may
/// be among them. So a compositor that does not answer stops the repeats.
package struct KeyRepeat {
  /// A change of the repeat timer.
  package enum Action: Equatable {
    /// Repeat after `delay` seconds, then every `interval` seconds.
    case start(delay: Double, interval: Double)
    /// Cancel the timer.
    case stop
  }

  /// A question to the compositor that is not answered.
  private enum Question {
    /// About the held key.
    case current
    /// About a key that no longer repeats.
    case outdated
  }

  private var question: Question?
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
    discardQuestion()
    held = code
    return .start(delay: Double(delay) / 1000, interval: 1 / Double(rate))
  }

  /// Handles a release.
  package mutating func released(_ code: UInt32) -> Action? { held == code ? stop() : nil }

  /// Stops repeating, because the window lost keyboard focus or the keyboard was removed.
  package mutating func stop() -> Action? {
    guard held != nil else { return nil }
    discardQuestion()
    held = nil
    return .stop
  }

  /// A repeat is due. Returns whether to ask the compositor; one question at a time.
  package mutating func becameDue() -> Bool {
    guard held != nil, question == nil else { return false }
    question = .current
    return true
  }

  /// The compositor answered. Returns the key to repeat; nil if it was released meanwhile.
  ///
  /// Wayland: `wl_callback.done`.
  package mutating func answered() -> UInt32? {
    defer { question = nil }
    return question == .current ? held : nil
  }

  /// The answer to a question about the key that was held so far does not count.
  private mutating func discardQuestion() { if question != nil { question = .outdated } }
}
