/// Turns the 32-bit milliseconds of events into seconds on the window system's clock.
///
/// They wrap after 49.7 days. Compositors usually count them on the monotonic clock, but need not.
package struct EventClock {
  private enum Base {
    case same
    /// Of a clock of its own: the last event's stamp and what it was turned into.
    case own(milliseconds: UInt32, seconds: Double)
  }

  private var base: Base?

  package init() {}

  /// Returns the time of an event stamped `milliseconds` that arrives at `now`, in seconds.
  package mutating func seconds(at milliseconds: UInt32, now: Double) -> Double {
    let wholeNow = (now * 1000).rounded(.down)
    let stamp = UInt32(truncatingIfNeeded: Int64(wholeNow))
    let age = Int32(bitPattern: stamp &- milliseconds)
    switch base {
    case .same: return (wholeNow - Double(age)) / 1000
    case .own(let last, let seconds):
      let time = seconds + Double(Int32(bitPattern: milliseconds &- last)) / 1000
      base = .own(milliseconds: milliseconds, seconds: time)
      return time
    case nil:
      // An event of the same clock is some milliseconds old; up to ten seconds when the process was held up.
      guard (-1000...10_000).contains(age) else {
        base = .own(milliseconds: milliseconds, seconds: now)
        return now
      }
      base = .same
      return (wholeNow - Double(age)) / 1000
    }
  }
}
