internal import Geometry

/// A prepared layout as an enumeration. Layouts are called for each item of a frame, and the cases of the
/// built-in layouts avoid the cost of an existential.
enum ActiveLayout: Sendable {
  case linear(LinearLayout)
  case coverFlow(CoverFlowLayout)
  case rotary(RotaryLayout)
  case cylinder(CylinderLayout)
  case wheel(WheelLayout)
  case timeMachine(TimeMachineLayout)
  /// A custom layout, or the delegate's transforms. The case is indirect, because otherwise each call would
  /// copy the existential, even for the other cases.
  indirect case other(any CarouselLayout)

  init(_ layout: any CarouselLayout) {
    switch layout {
    case let layout as LinearLayout: self = .linear(layout)
    case let layout as CoverFlowLayout: self = .coverFlow(layout)
    case let layout as RotaryLayout: self = .rotary(layout)
    case let layout as CylinderLayout: self = .cylinder(layout)
    case let layout as WheelLayout: self = .wheel(layout)
    case let layout as TimeMachineLayout: self = .timeMachine(layout)
    default: self = .other(layout)
    }
  }

  /// Whether the layout is a type of the application.
  var isCustom: Bool {
    if case .other(let layout) = self {
      !(layout is CustomLayout || layout is SwipeStackLayout)
    } else {
      false
    }
  }

  @inline(__always)
  func transform(at position: ItemPosition, in context: LayoutContext) -> Transform3D {
    switch self {
    case .linear(let layout): layout.transform(at: position, in: context)
    case .coverFlow(let layout): layout.transform(at: position, in: context)
    case .rotary(let layout): layout.transform(at: position, in: context)
    case .cylinder(let layout): layout.transform(at: position, in: context)
    case .wheel(let layout): layout.transform(at: position, in: context)
    case .timeMachine(let layout): layout.transform(at: position, in: context)
    case .other(let layout): layout.transform(at: position, in: context)
    }
  }
}
