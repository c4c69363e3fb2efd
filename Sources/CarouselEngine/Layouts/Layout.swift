package import Geometry

/// The layouts there are, as a plain value: a picture asks one for each item, and an existential would be counted and
/// copied each time.
package enum Layout: CarouselLayout {
  case linear(LinearLayout)
  case coverFlow(CoverFlowLayout)
  case rotary(RotaryLayout)
  case cylinder(CylinderLayout)
  case wheel(WheelLayout)
  case timeMachine(TimeMachineLayout)

  @inline(__always)
  package func transform(at spot: Spot, on stage: Stage) -> Transform3D {
    switch self {
    case .linear(let layout): layout.transform(at: spot, on: stage)
    case .coverFlow(let layout): layout.transform(at: spot, on: stage)
    case .rotary(let layout): layout.transform(at: spot, on: stage)
    case .cylinder(let layout): layout.transform(at: spot, on: stage)
    case .wheel(let layout): layout.transform(at: spot, on: stage)
    case .timeMachine(let layout): layout.transform(at: spot, on: stage)
    }
  }
}
