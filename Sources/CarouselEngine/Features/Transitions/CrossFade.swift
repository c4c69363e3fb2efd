internal import Geometry

/// A cross-fade from an old frame to the current frames, for users who prefer reduced motion.
struct CrossFade: Sendable {
  /// The items of the old frame, back to front, with their opacity at the start.
  var picture: [CarouselFrame.Item]
  var progress: TimedProgress
  /// The completions to call at the end.
  var completions: [CompletionID] = []

  /// The duration of the fade, in seconds. It is long enough not to look like a flash, and shorter than a
  /// scroll.
  static let duration = 0.25
  /// The opacity below which items are dropped when one fade follows another, so that old items do not
  /// accumulate.
  static let faintest = 1.0 / 32

  init(from picture: [CarouselFrame.Item], since start: Moment) {
    self.picture = picture.filter { $0.alpha > Self.faintest }
    progress = TimedProgress(since: start, duration: Self.duration)
  }

  /// Returns the items of the old frame with their opacity at `now`.
  func remains(at now: Timestamp) -> [CarouselFrame.Item] {
    let share = 1 - progress.value(at: now)
    return picture.map { item in
      var item = item
      item.alpha *= share
      return item
    }
  }
}
