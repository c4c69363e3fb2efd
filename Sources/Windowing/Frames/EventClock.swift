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

  /// How far in the future the time of an event can be, in seconds. Rounded timestamps can be slightly in the future.
  private static let tolerance = 1.0
  /// How old the first event can be if its timestamp is on the window system's clock, in seconds. An event is old if
  /// the process was stopped.
  private static let firstAge = 10.0
  /// How old a later event can be, in seconds.
  private static let laterAge = 600.0

  private var base: Base?

  /// Creates a clock. The first event decides on which clock the timestamps are.
  package init() {}

  /// Returns the time of an event with the timestamp `milliseconds` that arrives at `now`, in seconds.
  ///
  /// The clock is chosen again if an event's time would be more than a second in the future or more than ten minutes
  /// in the past. The reason is that one `wl_pointer` can combine several devices, which can use different clocks.
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

  /// Converts a timestamp that is on the window system's clock. Of the possible times, 2³² ms apart, it returns the
  /// one closest to `now`.
  private static func sameClock(_ milliseconds: UInt32, now: Double) -> Double {
    let wholeNow = (now * 1000).rounded(.down)
    let current = UInt32(truncatingIfNeeded: Int64(wholeNow))
    return (wholeNow - Double(Int32(bitPattern: current &- milliseconds))) / 1000
  }
}
