/// Converts the 32-bit millisecond timestamps of events to seconds on the window system's clock.
///
/// The timestamps wrap after 49.7 days. Most compositors use the monotonic clock, but the protocol does not require it.
package struct EventClock {
  private enum Base {
    /// The timestamps are on the window system's clock.
    case same
    /// The timestamps are on another clock: the last event's timestamp and its converted time.
    case other(milliseconds: UInt32, seconds: Double)
  }

  private var base: Base?

  /// Creates a clock that selects its base with the first event.
  package init() {}

  /// Returns the time of an event with the timestamp `milliseconds` that arrives at `now`, in seconds.
  package mutating func seconds(at milliseconds: UInt32, now: Double) -> Double {
    let wholeNow = (now * 1000).rounded(.down)
    let current = UInt32(truncatingIfNeeded: Int64(wholeNow))
    let age = Int32(bitPattern: current &- milliseconds)
    switch base {
    case .same: return (wholeNow - Double(age)) / 1000
    case .other(let last, let seconds):
      let time = seconds + Double(Int32(bitPattern: milliseconds &- last)) / 1000
      base = .other(milliseconds: milliseconds, seconds: time)
      return time
    case nil:
      // On the same clock an event is some milliseconds old, or up to 10 s if the process was stopped.
      guard (-1000...10_000).contains(age) else {
        base = .other(milliseconds: milliseconds, seconds: now)
        return now
      }
      base = .same
      return (wholeNow - Double(age)) / 1000
    }
  }
}
