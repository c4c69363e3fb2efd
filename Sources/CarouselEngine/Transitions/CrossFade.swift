/// One picture that fades into another in place, for users who want no travel.
struct CrossFade: Sendable {
  /// The old picture, back to front, with the opacity it began with.
  var picture: [CarouselFrame.Item]
  var progress: TimedProgress
  /// What is called at the end.
  var completions: [CompletionID] = []

  /// How long it takes, in seconds: longer than a flash, shorter than a travel.
  static let duration = 0.25
  /// What is fainter is not kept when one fade follows another, so that hasty ones do not pile up.
  static let faintest = 1.0 / 32

  init(from picture: [CarouselFrame.Item], since now: Timestamp?) {
    self.picture = picture.filter { $0.alpha > Self.faintest }
    progress = TimedProgress(since: now, duration: Self.duration)
  }

  /// Returns the old picture as it is seen at `now`.
  func remains(at now: Timestamp?) -> [CarouselFrame.Item] {
    let share = 1 - progress.value(at: now)
    return picture.map { item in
      var item = item
      item.alpha *= share
      return item
    }
  }
}
