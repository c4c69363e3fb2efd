import CarouselEngine
import Foundation
import Geometry
import Testing

/// The formulas of the layouts, without a carousel.
struct LayoutTests {
  private func stage(_ axis: Axis, toggle: Double = 0) -> LayoutContext {
    LayoutContext(axis: axis, itemWidth: 200, toggle: toggle)
  }

  private func place(_ transform: Transform3D, _ axis: Axis) -> (along: Double, across: Double, z: Double) {
    let point = Point(x: transform.m41, y: transform.m42)
    return (axis.along(point), axis.across(point), transform.m43)
  }

  @Test("T01 linear: neighbors are one pitch apart", arguments: Axis.allCases)
  func linear(axis: Axis) {
    let layout = LinearLayout(spacing: 1.1)
    for offset in [-2.0, -0.5, 0, 1, 3.25] {
      let (along, across, z) = place(layout.transform(at: offset, in: stage(axis)), axis)
      #expect(near(along, offset * 220))
      #expect(across == 0 && z == 0)
    }
  }

  @Test("T02 rotary: on a circle behind the current item, facing the viewer", arguments: Axis.allCases)
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

  @Test("T03 inverted rotary: neighbors are nearer to the viewer", arguments: Axis.allCases)
  func invertedRotary(axis: Axis) {
    let layout = RotaryLayout(ring: RingGeometry(radius: 300, step: .pi / 6).inverted)
    let (along, _, z) = place(layout.transform(at: 1, in: stage(axis)), axis)
    #expect(near(along, 300 * sin(.pi / 6)))
    #expect(near(z, 300 - 300 * cos(.pi / 6)))
  }

  @Test(
    "T04 cylinder: edge-on after a quarter turn, its back to the viewer after a half",
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

  @Test("T05 inverted cylinder: neighbors are nearer and turned to the viewer", arguments: Axis.allCases)
  func invertedCylinder(axis: Axis) {
    let layout = CylinderLayout(ring: RingGeometry(radius: 300, step: .pi / 6).inverted)
    let neighbour = layout.transform(at: 1, in: stage(axis))
    #expect(neighbour.m43 > 0)
    #expect(neighbour.m33 > 0)
    #expect(place(neighbour, axis).along > 0)
  }

  @Test("T06 wheel: turned by its angle about a hub, upright in the center", arguments: [1.0, -1.0])
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

  @Test("T07 inverted wheel: the hub is above, or to the right when vertical", arguments: Axis.allCases)
  func invertedWheel(axis: Axis) {
    let layout = WheelLayout(ring: RingGeometry(radius: 300, step: .pi / 4).inverted)
    let half = layout.transform(at: 4, in: stage(axis))
    #expect(near(place(half, axis).across, axis == .horizontal ? -600 : 600))
  }

  @Test("T08 cover flow: tilt, position and depth follow the clamped offset", arguments: Axis.allCases)
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

  @Test("T09 cover flow 2: covers do not turn with the offset, but with the toggle")
  func coverFlow2() {
    let layout = CoverFlowLayout(toggles: true)
    func turn(_ offset: Double, _ toggle: Double) -> Double {
      let m33 = layout.transform(at: offset, in: stage(.horizontal, toggle: toggle)).m33
      return acos(m33) / (.pi / 2 * 0.9)
    }
    // After a drag of almost half an item, no cover has turned.
    #expect(near(turn(-0.4, 0), 0))
    #expect(near(turn(0.6, 0), 1))
    // The index has just changed: the new current item is not turned yet.
    #expect(near(turn(0.4, -1), 1))
    #expect(near(turn(-0.6, -1), 0))
    // Halfway through the turn both covers share it.
    #expect(near(turn(0.2, -0.5), 0.5))
    #expect(near(turn(-0.8, -0.5), 0.5))
    #expect(near(turn(-0.2, 0.25), 0.25))
    #expect(near(turn(0.8, 0.25), 0.75))
    // Other covers do not turn.
    #expect(near(turn(2, 0.25), 1) && near(turn(-2, 0.25), 1))
  }

  @Test("T10 T11 time machine: next items are in front, or behind if inverted", arguments: Axis.allCases)
  func timeMachine(axis: Axis) {
    let (along, _, z) = place(TimeMachineLayout().transform(at: 1, in: stage(axis)), axis)
    #expect(near(along, 60) && near(z, 200))
    let inverted = TimeMachineLayout(isInverted: true).transform(at: 1, in: stage(axis))
    #expect(near(place(inverted, axis).along, 60) && near(inverted.m43, -200))
  }

  @Test("O11 O12 O13 O14 fade: opaque inside, decreasing over the range, never below the minimum")
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
