extension Carousel {
  /// Whether the user wants things to stay in place; by default not.
  ///
  /// Then animated scrolls and flicks arrive at once, and so do changes in an animation block; the old picture fades into the
  /// new one in 0.25 seconds instead of travelling there, and the views of both count as visible meanwhile. Callbacks come as
  /// ever. A drag still follows the finger. Nothing moves by itself.
  ///
  /// Beyond iCarousel; UIKit: `UIAccessibility.isReduceMotionEnabled`.
  public var reducesMotion: Bool {
    get { presentation.reducesMotion }
    set {
      guard newValue != reducesMotion else { return }
      presentation.reducesMotion = newValue
      reconsiderAutoplay()
      perform { _ in }
    }
  }

  /// Goes to where the carousel is on its way to; the old picture fades into the new one.
  func arriveAtOnce() {
    guard scroller.isOnItsWay else { return }
    let before = scroller.offset
    let picture = presentedPicture()
    scroller.arriveAtOnce(at: clock)
    if abs(scroller.offset - before) > offsetMargin { crossFade(from: picture) }
  }

  /// Lets `picture` fade into what is seen from now on.
  func crossFade(from picture: [CarouselFrame.Item], completion: [Transition.Completion] = []) {
    var fade = CrossFade(from: picture, since: clock)
    fade.completions = (presentation.crossFade?.completions ?? []) + completion
    presentation.crossFade = fade
    invalidate()
  }

  /// Returns what is seen now, back to front.
  func presentedPicture() -> [CarouselFrame.Item] {
    placeItems(at: frameTime)
    guard let fade = presentation.crossFade else { return placement.items }
    return fade.remains(at: frameTime) + placement.items
  }
}
