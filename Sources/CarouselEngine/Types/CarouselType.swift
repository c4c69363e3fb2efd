/// The arrangement of a carousel's items.
///
/// Every type works horizontally and vertically.
///
/// iCarousel: `iCarouselType`.
public enum CarouselType: String, CaseIterable, Codable, Sendable {
  /// A flat strip.
  case linear
  /// A ring seen from outside; every item faces the viewer.
  case rotary
  /// A ring seen from inside; every item faces the viewer.
  case invertedRotary
  /// The outside of a cylinder; every item faces away from its axis.
  case cylinder
  /// The inside of a cylinder.
  case invertedCylinder
  /// A wheel that turns in the plane of the screen. Its hub is below the items (to the left if vertical).
  case wheel
  /// A wheel that turns in the plane of the screen. Its hub is above the items (to the right if vertical).
  case invertedWheel
  /// Tilted covers before and after a flat cover.
  case coverFlow
  /// Like `coverFlow`, but during a slow drag the covers turn when the current index changes. In `coverFlow`
  /// the covers turn with the finger.
  case coverFlow2
  /// A stack in depth. The previous items lie behind the current item. The next items lie in front of it and
  /// fade out.
  case timeMachine
  /// A stack in depth. The next items lie behind the current item. The previous items lie in front of it and
  /// fade out.
  case invertedTimeMachine
  /// The delegate's ``CarouselDelegate/carousel(_:itemTransformForOffset:baseTransform:)`` places each item.
  case custom
}

extension CarouselType {
  /// The layout of this type. This property lists all built-in types. A new layout that is to be as fast as the
  /// others also needs a case of ``ActiveLayout``.
  var layout: any CarouselLayout {
    switch self {
    case .linear: LinearLayout()
    case .rotary: RotaryLayout()
    case .invertedRotary: RotaryLayout(isInverted: true)
    case .cylinder: CylinderLayout()
    case .invertedCylinder: CylinderLayout(isInverted: true)
    case .wheel: WheelLayout()
    case .invertedWheel: WheelLayout(isInverted: true)
    case .coverFlow: CoverFlowLayout()
    case .coverFlow2: CoverFlowLayout(toggles: true)
    case .timeMachine: TimeMachineLayout()
    case .invertedTimeMachine: TimeMachineLayout(isInverted: true)
    case .custom: CustomLayout()
    }
  }
}
