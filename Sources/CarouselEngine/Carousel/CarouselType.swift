/// How the items of a carousel are arranged.
///
/// Every type works horizontally and vertically.
///
/// iCarousel: `iCarouselType`.
public enum CarouselType: String, CaseIterable, Sendable {
  /// A flat row.
  case linear
  /// A ring seen from outside; every item faces the viewer.
  case rotary
  /// A ring seen from inside; every item faces the viewer.
  case invertedRotary
  /// The outside of a cylinder; every item faces away from its axis.
  case cylinder
  /// The inside of a cylinder.
  case invertedCylinder
  /// A wheel that turns in the picture plane, its hub below (to the left when vertical).
  case wheel
  /// A wheel that turns in the picture plane, its hub above (to the right when vertical).
  case invertedWheel
  /// Tilted sleeves left and right of a flat one.
  case coverFlow
  /// As `coverFlow`, but on a slow drag the sleeves turn when the index changes, not under the finger.
  case coverFlow2
  /// A stack in depth: the previous items lie behind, the next ones lie in front and fade out.
  case timeMachine
  /// A stack in depth: the next items lie behind, the previous ones lie in front and fade out.
  case invertedTimeMachine
  /// The delegate's ``CarouselDelegate/carousel(_:itemTransformForOffset:baseTransform:)`` places each item.
  case custom
}
