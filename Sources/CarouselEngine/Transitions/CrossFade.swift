/// A cross-fade from one frame to another, for users who prefer reduced motion.
struct CrossFade: Sendable {
  /// The old frame, back to front, with the opacity at the start.
  var picture: [CarouselFrame.Item]
  var progress: TimedProgress
  /// The completions to call at the end.
  var completions: [CompletionID] = []

  /// The duration of the fade, in seconds: longer than a flash, shorter than a scroll.
  static let duration = 0.25
  /// Fainter items are dropped when one fade follows another, so that they do not accumulate.
  static let faintest = 1.0 / 32

  init(from picture: [CarouselFrame.Item], since now: Timestamp?) {
    self.picture = picture.filter { $0.alpha > Self.faintest }
    progress = TimedProgress(since: now, duration: Self.duration)
  }

  /// Returns the old frame with its opacity at `now`.
  func remains(at now: Timestamp?) -> [CarouselFrame.Item] {
    let share = 1 - progress.value(at: now)
    return picture.map { item in
      var item = item
      item.alpha *= share
      return item
    }
  }
}
