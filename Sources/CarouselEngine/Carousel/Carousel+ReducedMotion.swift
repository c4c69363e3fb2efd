extension Carousel {
  /// Whether the user wants things to stay in place; by default not.
  ///
  /// Then animated scrolls and flicks arrive at once, and so do changes in an animation block; the old picture fades into the
  /// new one in 0.25 seconds instead of travelling there, and the views of both count as visible meanwhile. Callbacks come as
  /// ever. A drag still follows the finger. Nothing moves by itself.
  ///
  /// Beyond iCarousel; UIKit: `UIAccessibility.isReduceMotionEnabled`.
  public var reducesMotion: Bool {
    get { core.presentation.reducesMotion }
    set { apply(.setReducesMotion(newValue)) }
  }
}
