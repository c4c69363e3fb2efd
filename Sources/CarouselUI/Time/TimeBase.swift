internal import CarouselEngine

/// Turns the clocks of a compositor into the engine's `Timestamp`; the only place that does.
///
/// Frames carry nanoseconds of a monotonic clock. Input events carry 32-bit milliseconds whose start is undefined and
/// which wrap after 49.7 days; nearly every compositor counts them on the same monotonic clock.
struct TimeBase {
  /// Milliseconds to add to an event's time to get the clock of the frames.
  private var eventOffset: Int64 = 0

  // An event older or newer than this was not stamped with the clock of the frames.
  private static let plausibleAge: Int64 = 10_000  // ms

  /// Returns the moment of a frame or of `now`, from nanoseconds.
  func timestamp(nanoseconds: UInt64) -> Timestamp {
    Timestamp(seconds: Double(nanoseconds) / 1e9)
  }

  /// Returns the moment of an input event.
  ///
  /// - Parameters:
  ///   - milliseconds: The event's time as the compositor sent it.
  ///   - now: The clock of the frames, in nanoseconds, when the event was read.
  mutating func timestamp(milliseconds: UInt32, now: UInt64) -> Timestamp {
    let now = Int64(now / 1_000_000)
    var time = Self.unwrapped(milliseconds, near: now - eventOffset) + eventOffset
    if abs(time - now) > Self.plausibleAge {
      eventOffset += now - time
      time = now
    }
    return Timestamp(seconds: Double(time) / 1000)
  }

  /// Returns the 64-bit time nearest to `reference` whose lower half is `milliseconds`.
  private static func unwrapped(_ milliseconds: UInt32, near reference: Int64) -> Int64 {
    let difference = Int32(truncatingIfNeeded: Int64(milliseconds) &- reference)
    return reference + Int64(difference)
  }
}
