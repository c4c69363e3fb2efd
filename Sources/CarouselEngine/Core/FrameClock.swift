/// The time of a carousel: of its last frame, and of the inputs since.
struct FrameClock: Sendable {
  /// The time of the last frame; `nil` before the first one.
  private(set) var frameTime: Timestamp?
  /// The latest time of an input since that frame.
  private var latestInput: Timestamp?

  /// A step back in time of this or more means that another clock is used, in seconds.
  private static let longestStepBack = 1.0

  /// Starts a frame.
  ///
  /// Time never goes back: a time that is a little earlier than the last frame counts as the time of the last
  /// frame. A much earlier time belongs to another clock, and everything under way continues with that clock.
  ///
  /// - Returns: The effective time, and the difference to the former clock in seconds; `nil` if `time` is NaN
  ///   or missing.
  mutating func beginFrame(at time: Timestamp?) -> (now: Timestamp, shift: Double)? {
    guard var now = time?.known else { return nil }
    var shift = 0.0
    let latest = max(frameTime ?? now, latestInput ?? now)
    if latest - now >= Self.longestStepBack {
      shift = now - latest
    } else if let frameTime, now < frameTime {
      now = frameTime
    }
    (frameTime, latestInput) = (now, nil)
    return (now, shift)
  }

  /// Records the time of an input, because frames may come from a clock that is far behind it.
  mutating func note(_ time: Timestamp?) {
    if let time = time?.known { latestInput = max(latestInput ?? time, time) }
  }
}
