extension Carousel {
  /// Whether the user prefers reduced motion; by default `false`.
  ///
  /// Animated scrolls, flicks and changes in an animation block then end immediately. The old frame
  /// cross-fades into the new frame in 0.25 seconds. During this time the views of both frames count as
  /// visible. The delegate gets the same calls as without the setting. A drag still follows the finger.
  /// Autoscroll and autoplay have no effect.
  ///
  /// Beyond iCarousel; UIKit: `UIAccessibility.isReduceMotionEnabled`.
  public var reducesMotion: Bool {
    get { core.reducesMotion }
    set { apply(.setReducesMotion(newValue)) }
  }
}
