import CarouselEngine
import Foundation
import Geometry
import TestSupport
import Testing

/// Tests of the formulas of the layouts, without a carousel.
struct LayoutTests {
  private func stage(_ axis: Axis, toggle: Double = 0) -> LayoutContext {
    LayoutContext(axis: axis, itemWidth: 200, toggle: toggle)
  }

  private func place(_ transform: Transform3D, _ axis: Axis) -> (along: Double, across: Double, z: Double) {
    let point = Point(x: transform.m41, y: transform.m42)
    return (axis.along(point), axis.across(point), transform.m43)
  }

  @Test("Linear: neighbors are one pitch apart", .proves("T01"), arguments: Axis.allCases)
  func linear(axis: Axis) {
    let layout = LinearLayout(spacing: 1.1)
    for offset in [-2.0, -0.5, 0, 1, 3.25] {
      let (along, across, z) = place(layout.transform(at: offset, in: stage(axis)), axis)
      #expect(near(along, offset * 220))
      #expect(across == 0 && z == 0)
    }
  }

  @Test(
    "Rotary: items are on a circle behind the current item, and face the viewer", .proves("T02"),
    arguments: Axis.allCases
  )
  func rotary(axis: Axis) {
    let layout = RotaryLayout(ring: RingGeometry(radius: 300, step: .pi / 6))
    for offset in [0.0, 1, 3, 6, -2] {
      let transform = layout.transform(at: offset, in: stage(axis))
      let (along, across, z) = place(transform, axis)
      #expect(near(along, 300 * sin(offset * .pi / 6)))
      #expect(near(z, 300 * cos(offset * .pi / 6) - 300))
      #expect(across == 0 && transform.m11 == 1 && transform.m33 == 1)
    }
  }

  @Test("Inverted rotary: neighbors are nearer to the viewer", .proves("T03"), arguments: Axis.allCases)
  func invertedRotary(axis: Axis) {
    let layout = RotaryLayout(ring: RingGeometry(radius: 300, step: .pi / 6).inverted)
    let (along, _, z) = place(layout.transform(at: 1, in: stage(axis)), axis)
    #expect(near(along, 300 * sin(.pi / 6)))
    #expect(near(z, 300 - 300 * cos(.pi / 6)))
  }

  @Test(
    "Cylinder: an item is edge-on after a quarter turn, and shows its back after a half turn", .proves("T04"),
    arguments: Axis.allCases)
  func cylinder(axis: Axis) {
    let layout = CylinderLayout(ring: RingGeometry(radius: 300, step: .pi / 6))
    #expect(near(layout.transform(at: 3, in: stage(axis)).m33, 0))
    let back = layout.transform(at: 6, in: stage(axis))
    #expect(near(back.m33, -1))
    #expect(near(back.m43, -600.01))
    #expect(near(layout.transform(at: 0, in: stage(axis)).m43, 0.01))
    #expect(place(layout.transform(at: 1, in: stage(axis)), axis).along > 0)
  }

  @Test(
    "Inverted cylinder: neighbors are nearer and turned to the viewer", .proves("T05"),
    arguments: Axis.allCases)
  func invertedCylinder(axis: Axis) {
    let layout = CylinderLayout(ring: RingGeometry(radius: 300, step: .pi / 6).inverted)
    let neighbour = layout.transform(at: 1, in: stage(axis))
    #expect(neighbour.m43 > 0)
    #expect(neighbour.m33 > 0)
    #expect(place(neighbour, axis).along > 0)
  }

  @Test(
    "Wheel: each item is rotated about a hub by its angle, and the centered item is upright", .proves("T06"),
    arguments: [1.0, -1.0])
  func wheel(side: Double) {
    let figures = RingGeometry(radius: 300, step: .pi / 4)
    let layout = WheelLayout(ring: side > 0 ? figures : figures.inverted)
    let centre = layout.transform(at: 0, in: stage(.horizontal))
    #expect(centre.m11 == 1 && near(centre.m42, 0))
    let quarter = layout.transform(at: 2, in: stage(.horizontal))
    #expect(near(quarter.m12, side))
    #expect(near(quarter.m41, 300))
    #expect(near(quarter.m42, 300 * side))
    #expect(near(quarter.m43, 0.02))
  }

  @Test(
    "Inverted wheel: the hub is above, or to the right when vertical", .proves("T07"),
    arguments: Axis.allCases)
  func invertedWheel(axis: Axis) {
    let layout = WheelLayout(ring: RingGeometry(radius: 300, step: .pi / 4).inverted)
    let half = layout.transform(at: 4, in: stage(axis))
    #expect(near(place(half, axis).across, axis == .horizontal ? -600 : 600))
  }

  @Test(
    "Cover flow: tilt, position and depth are functions of the offset, clamped to −1…1", .proves("T08"),
    arguments: Axis.allCases
  )
  func coverFlow(axis: Axis) {
    for offset in [-3.0, -1, -0.4, 0, 0.7, 1, 5] {
      let transform = CoverFlowLayout().transform(at: offset, in: stage(axis))
      let turn = max(-1, min(1, offset))
      let (along, across, z) = place(transform, axis)
      #expect(near(along, (turn * 0.45 + offset * 0.25) * 200))
      #expect(near(z, -abs(turn) * 100))
      #expect(across == 0)
      #expect(near(transform.m33, cos(turn * .pi / 2 * 0.9)))
    }
  }

  @Test("Cover flow 2: covers turn with the toggle, not with the offset", .proves("T09"))
  func coverFlow2() {
    let layout = CoverFlowLayout(toggles: true)
    func turn(_ offset: Double, _ toggle: Double) -> Double {
      let m33 = layout.transform(at: offset, in: stage(.horizontal, toggle: toggle)).m33
      return acos(m33) / (.pi / 2 * 0.9)
    }
    // After a drag of almost half an item, no cover has turned.
    #expect(near(turn(-0.4, 0), 0))
    #expect(near(turn(0.6, 0), 1))
    // The index has just changed, and the cover of the new current item has not begun to turn.
    #expect(near(turn(0.4, -1), 1))
    #expect(near(turn(-0.6, -1), 0))
    // Halfway through the turn, both covers are half turned.
    #expect(near(turn(0.2, -0.5), 0.5))
    #expect(near(turn(-0.8, -0.5), 0.5))
    #expect(near(turn(-0.2, 0.25), 0.25))
    #expect(near(turn(0.8, 0.25), 0.75))
    // Other covers do not turn.
    #expect(near(turn(2, 0.25), 1) && near(turn(-2, 0.25), 1))
  }

  @Test(
    "Time machine: the next items are in front of the current item; inverted time machine: they are behind it",
    .proves("T10", "T11"),
    arguments: Axis.allCases)
  func timeMachine(axis: Axis) {
    let (along, _, z) = place(TimeMachineLayout().transform(at: 1, in: stage(axis)), axis)
    #expect(near(along, 60) && near(z, 200))
    let inverted = TimeMachineLayout(isInverted: true).transform(at: 1, in: stage(axis))
    #expect(near(place(inverted, axis).along, 60) && near(inverted.m43, -200))
  }

  @Test(
    "Fade: items from `min` to `max` are opaque; beyond them the alpha decreases over the range, never below `minAlpha`",
    .proves("O11", "O12", "O13", "O14"))
  func fade() {
    var fade = Fade()
    #expect(fade.alpha(at: 100) == 1)
    (fade.min, fade.max, fade.range) = (-0.2, 0.2, 2)
    #expect(near(fade.alpha(at: 1.2), 0.5) && near(fade.alpha(at: -1.2), 0.5))
    #expect(fade.alpha(at: 0.2) == 1 && fade.alpha(at: 9) == 0)
    fade.minAlpha = 0.3
    #expect(near(fade.alpha(at: 9), 0.3) && near(fade.alpha(at: 1.2), 0.65))
    fade.range = 0
    #expect(fade.alpha(at: 0.2) == 1)
    #expect(fade.alpha(at: 0.21) == 0.3)
  }
}

extension LinearLayout {
  fileprivate init(spacing: Double) {
    self.init()
    self.spacing = spacing
  }
}

extension RotaryLayout {
  fileprivate init(ring: RingGeometry) {
    self.init()
    self.ring = ring
  }
}

extension CylinderLayout {
  fileprivate init(ring: RingGeometry) {
    self.init()
    self.ring = ring
  }
}

extension WheelLayout {
  fileprivate init(ring: RingGeometry) {
    self.init()
    self.ring = ring
  }
}

extension CarouselLayout {
  /// Returns the transform of the item at a distance of `offset` items from the center, if all items have the
  /// same width.
  fileprivate func transform(at offset: Double, in context: LayoutContext) -> Transform3D {
    transform(at: ItemPosition(offset: offset, itemWidth: context.itemWidth), in: context)
  }
}
