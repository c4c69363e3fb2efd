internal import Geometry

/// The progress of a short change, from 0 to 1.
struct TimedProgress: Sendable {
  private(set) var since: Moment
  /// The time from the start until the change begins, in seconds.
  private(set) var delay = 0.0
  /// The duration of the change, in seconds.
  let duration: Double

  /// The duration of slides, fade-ins and cross-fades, in seconds.
  static let slideDuration = 0.4
  /// The duration of the fade of a removed item, in seconds.
  static let fadeOutDuration = 0.1
  /// The tolerance, in seconds, when a time is compared with the end of the change. It is needed because
  /// frame times have rounding errors.
  static let margin = 0.000001

  /// Returns the progress at `now`, in `0...1`.
  func value(at now: Timestamp) -> Double {
    EaseInOut.progress(at: (since.elapsed(at: now) - delay) / duration)
  }

  /// Returns whether the change is over at `now`.
  func isOver(at now: Timestamp) -> Bool {
    since.elapsed(at: now) > delay + duration - Self.margin
  }

  /// Starts the change at `now` if it starts with the next frame.
  mutating func start(at now: Timestamp) { since.begin(at: now) }
}

/// An animated change of position.
struct OffsetAnimation: Sendable {
  /// The start position relative to the destination.
  let shift: ItemPosition
  var progress: TimedProgress

  /// Returns the position at `now` relative to the destination.
  func remaining(at now: Timestamp) -> ItemPosition { shift * (1 - progress.value(at: now)) }
}
