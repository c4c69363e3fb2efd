/// The progress of a short change, from 0 to 1.
struct TimedProgress: Sendable {
  /// When it began; `nil` until the first frame.
  private(set) var since: Timestamp?
  /// How long it waits first, in seconds.
  let delay: Double
  /// How long it takes, in seconds.
  let duration: Double

  /// How long items slide, appear and cross-fade, in seconds.
  static let slideDuration = 0.4
  /// How long a removed item takes to fade, in seconds.
  static let fadeOutDuration = 0.1
  /// How much a frame may be early, in seconds: the times of frames are sums of fractions.
  static let margin = 0.000001

  init(since: Timestamp? = nil, delay: Double = 0, duration: Double) {
    self.since = since
    self.delay = delay
    self.duration = duration
  }

  /// Returns how much is done at `now`, in `0...1`.
  func value(at now: Timestamp?) -> Double {
    guard let now, let since else { return 0 }
    return EaseInOut.progress(at: (now - since - delay) / duration)
  }

  /// Whether it is over at `now`.
  func isOver(at now: Timestamp) -> Bool {
    guard let since else { return false }
    return now - since > delay + duration - Self.margin
  }

  /// Begins with this frame if it has not begun.
  mutating func start(at now: Timestamp) { if since == nil { since = now } }

  /// Counts times from a clock that shows `seconds` more.
  mutating func shiftTime(by seconds: Double) { since = since.map { $0 + seconds } }
}

/// A change of place that runs off.
struct OffsetAnimation: Sendable {
  /// The position where it starts, as seen from where it ends.
  let shift: ItemPosition
  var progress: TimedProgress

  /// Returns what is left of the shift at `now`.
  func remaining(at now: Timestamp?) -> ItemPosition { shift * (1 - progress.value(at: now)) }
}
