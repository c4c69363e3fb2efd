internal import Geometry

/// The active layout as an enumeration. Layouts are called for each item of a frame, and the cases of the
/// built-in layouts avoid the cost of an existential.
enum ActiveLayout: CarouselLayout {
  case linear(LinearLayout)
  case coverFlow(CoverFlowLayout)
  case rotary(RotaryLayout)
  case cylinder(CylinderLayout)
  case wheel(WheelLayout)
  case timeMachine(TimeMachineLayout)
  /// A custom layout, or the delegate's transforms. The case is indirect, because otherwise each call would
  /// copy the existential, even for the other cases.
  indirect case other(any CarouselLayout)

  /// The layout itself.
  var unwrapped: any CarouselLayout {
    switch self {
    case .linear(let layout): layout
    case .coverFlow(let layout): layout
    case .rotary(let layout): layout
    case .cylinder(let layout): layout
    case .wheel(let layout): layout
    case .timeMachine(let layout): layout
    case .other(let layout): layout
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

  var defaults: LayoutDefaults { unwrapped.defaults }

  mutating func prepare(with resolver: inout LayoutResolver) -> LayoutGeometry {
    func prepare<Layout: CarouselLayout>(
      _ layout: Layout, _ wrap: (Layout) -> ActiveLayout
    ) -> LayoutGeometry {
      var layout = layout
      defer { self = wrap(layout) }
      return layout.prepare(with: &resolver)
    }
    return switch self {
    case .linear(let layout): prepare(layout) { .linear($0) }
    case .coverFlow(let layout): prepare(layout) { .coverFlow($0) }
    case .rotary(let layout): prepare(layout) { .rotary($0) }
    case .cylinder(let layout): prepare(layout) { .cylinder($0) }
    case .wheel(let layout): prepare(layout) { .wheel($0) }
    case .timeMachine(let layout): prepare(layout) { .timeMachine($0) }
    case .other(let layout): prepare(layout) { .other($0) }
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
