/// Owns the time of a carousel: that of its last frame, and that of the inputs since.
struct FrameClock: Sendable {
  /// The time of the last frame; `nil` before the first one.
  private(set) var frameTime: Timestamp?
  /// The latest time of an input since that frame.
  private var latestInput: Timestamp?

  /// Times that go back by more than this are another clock's, in seconds.
  private static let longestStepBack = 1.0

  /// Takes the time of a frame.
  ///
  /// What has been seen does not go back: a time that is a little earlier counts as the last frame's. One that is much
  /// earlier is another clock's, and what is under way goes on by that.
  ///
  /// - Returns: The time that counts, and by how many seconds another clock is ahead of the one before; `nil` if `time` is
  ///   not a number.
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

  /// Takes the time of an input: frames may come from a clock that is far behind it.
  mutating func note(_ time: Timestamp?) {
    if let time = time?.known { latestInput = max(latestInput ?? time, time) }
  }
}
