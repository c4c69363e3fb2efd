/// The time of the last frame of a carousel, and of the inputs since that frame.
struct FrameClock: Sendable {
  /// The time of the last frame; `nil` before the first frame.
  private(set) var frameTime: Timestamp?
  /// The latest time of an input since that frame.
  private var latestInput: Timestamp?

  /// The difference, in seconds, above which an earlier time counts as the time of another clock.
  private static let longestStepBack = 1.0

  /// Starts a frame.
  ///
  /// Time never goes back. A time up to a second before the last frame counts as the time of the last frame.
  /// An even earlier time belongs to another clock, and all current motions and animations continue with that
  /// clock.
  ///
  /// - Returns: The effective time, and the number of seconds by which the new clock is ahead of the former
  ///   clock; `nil` if `time` is NaN or missing.
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

  /// Records the time of an input, because the clock of the frames may be far behind the clock of the inputs.
  mutating func note(_ time: Timestamp?) {
    if let time = time?.known { latestInput = max(latestInput ?? time, time) }
  }
}
