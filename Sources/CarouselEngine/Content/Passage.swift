/// A short change of looks that runs from 0 to 1.
struct Passage {
  /// When it began; `nil` until the first frame says so.
  var since: Timestamp?
  /// How long it waits first, in seconds.
  var delay = 0.0
  /// How long it takes, in seconds.
  var duration: Double

  /// How long items slide, appear and cross-fade, in seconds.
  static let slideDuration = 0.4
  /// What frames may be early, in seconds: times of frames are sums of fractions.
  static let margin = 0.000001
  /// How long a removed item takes to fade, in seconds.
  static let fadeOutDuration = 0.1

  /// Returns how much of it is done at `now`, in `0...1`.
  func progress(at now: Timestamp?) -> Double {
    guard let now, let since else { return 0 }
    return EaseInOut.progress(at: (now - since - delay) / duration)
  }

  /// Whether it is over at `now`.
  func isOver(at now: Timestamp) -> Bool {
    guard let since else { return false }
    return now - since > delay + duration - Self.margin
  }

  /// Begins with the first frame if nothing has said when.
  mutating func start(at now: Timestamp) {
    if since == nil { since = now }
  }
}

/// A change of place that runs off.
struct Slide {
  /// What takes the place it goes to for the one it comes from.
  var shift: Spot
  var passage: Passage

  /// Returns what is left of the shift at `now`.
  func remaining(at now: Timestamp?) -> Spot { shift * (1 - passage.progress(at: now)) }
}
