extension Carousel {
  /// Whether the user prefers reduced motion; by default `false`.
  ///
  /// Animated scrolls, flicks and changes in an animation block then reach their end at once. Instead of the
  /// motion, the old frame cross-fades into the new one in 0.25 seconds. The views of both count as visible
  /// during that time. The delegate gets the same calls as without the setting. A drag still follows the
  /// finger. Autoscroll and autoplay have no effect.
  ///
  /// Beyond iCarousel; UIKit: `UIAccessibility.isReduceMotionEnabled`.
  public var reducesMotion: Bool {
    get { core.presentation.reducesMotion }
    set { apply(.setReducesMotion(newValue)) }
  }
}
