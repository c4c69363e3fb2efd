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
  /// A wheel that turns in the screen plane, with its hub below (to the left when vertical).
  case wheel
  /// A wheel that turns in the screen plane, with its hub above (to the right when vertical).
  case invertedWheel
  /// Tilted covers before and after a flat one.
  case coverFlow
  /// Like `coverFlow`, except that in a slow drag the covers turn when the index changes, not with the
  /// finger.
  case coverFlow2
  /// A stack in depth: the previous items lie behind, the next ones lie in front and fade out.
  case timeMachine
  /// A stack in depth: the next items lie behind, the previous ones lie in front and fade out.
  case invertedTimeMachine
  /// The delegate's ``CarouselDelegate/carousel(_:itemTransformForOffset:baseTransform:)`` places each item.
  case custom
}

extension CarouselType {
  /// The layout of this type. All built-in types are registered here; a new layout struct also needs a case of
  /// ``ActiveLayout``.
  var layout: ActiveLayout {
    switch self {
    case .linear: .linear(LinearLayout())
    case .rotary: .rotary(RotaryLayout())
    case .invertedRotary: .rotary(RotaryLayout(isInverted: true))
    case .cylinder: .cylinder(CylinderLayout())
    case .invertedCylinder: .cylinder(CylinderLayout(isInverted: true))
    case .wheel: .wheel(WheelLayout())
    case .invertedWheel: .wheel(WheelLayout(isInverted: true))
    case .coverFlow: .coverFlow(CoverFlowLayout())
    case .coverFlow2: .coverFlow(CoverFlowLayout(toggles: true))
    case .timeMachine: .timeMachine(TimeMachineLayout())
    case .invertedTimeMachine: .timeMachine(TimeMachineLayout(isInverted: true))
    case .custom: .other(CustomLayout())
    }
  }
}
