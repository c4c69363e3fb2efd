/// Converts the 32-bit millisecond timestamps of one device's events to seconds on the window system's clock.
///
/// The timestamps wrap after 49.7 days. Most compositors use the monotonic clock, but the protocol does not require it,
/// and two devices can be on different clocks.
package struct EventClock {
  private enum Base {
    /// The timestamps are on the window system's clock.
    case same
    /// The timestamps are on another clock: the last event's timestamp and its converted time.
    case other(milliseconds: UInt32, seconds: Double)
  }

  /// How far an event can be in the future: timestamps are rounded. In seconds.
  private static let tolerance = 1.0
  /// How old the first event can be on the same clock, because the process was stopped. In seconds.
  private static let firstAge = 10.0
  /// How old a later event can be, because the process was stopped. In seconds.
  private static let laterAge = 600.0

  private var base: Base?

  /// Creates a clock that selects its base with the first event.
  package init() {}

  /// Returns the time of an event with the timestamp `milliseconds` that arrives at `now`, in seconds.
  ///
  /// The base is selected again when it gives a time in the future or more than ten minutes ago: one `wl_pointer` can
  /// combine several devices.
  package mutating func seconds(at milliseconds: UInt32, now: Double) -> Double {
    if let time = time(at: milliseconds, now: now),
      (-Self.laterAge...Self.tolerance).contains(time - now)
    {
      if case .other = base { base = .other(milliseconds: milliseconds, seconds: time) }
      return time
    }
    let time = Self.sameClock(milliseconds, now: now)
    if (-Self.firstAge...Self.tolerance).contains(time - now) {
      base = .same
      return time
    }
    base = .other(milliseconds: milliseconds, seconds: now)
    return now
  }

  private func time(at milliseconds: UInt32, now: Double) -> Double? {
    switch base {
    case nil: nil
    case .same: Self.sameClock(milliseconds, now: now)
    case .other(let last, let seconds): seconds + Double(Int32(bitPattern: milliseconds &- last)) / 1000
    }
  }

  /// The time of a timestamp on the window system's clock: the one that is closest to `now`.
  private static func sameClock(_ milliseconds: UInt32, now: Double) -> Double {
    let wholeNow = (now * 1000).rounded(.down)
    let current = UInt32(truncatingIfNeeded: Int64(wholeNow))
    return (wholeNow - Double(Int32(bitPattern: current &- milliseconds))) / 1000
  }
}
