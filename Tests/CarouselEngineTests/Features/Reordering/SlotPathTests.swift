import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the choice of a slot, and of the velocity at an edge.
struct SlotPathTests {
  private func path(_ points: [(Double, Double)], first: Int = 0) -> SlotPath {
    SlotPath(
      points.enumerated().map { number, point in
        SlotPath.Slot(index: first + number, center: DrawnCenter(point: Point(x: point.0, y: point.1)))
      })
  }

  @Test(
    "For a point beside the path, the position on the path is the position of the nearest path point",
    .proves("D025"))
  func nearest() {
    let path = path([(0, 0), (100, 0), (100, 100), (300, 100)], first: -1)
    #expect(path.position(nearestTo: Point(x: 30, y: -500)) == -0.7)
    #expect(path.position(nearestTo: Point(x: -70, y: 3)) == -1)
    #expect(path.position(nearestTo: Point(x: 90, y: 50)) == 0.5)
    #expect(path.position(nearestTo: Point(x: 900, y: 400)) == 2)
    #expect(SlotPath([]).position(nearestTo: .zero) == nil)
  }

  @Test(
    "If two slots are at the same position on the screen, the slot in front counts as the nearer slot",
    .proves("D025"))
  func depth() {
    let path = SlotPath([
      SlotPath.Slot(index: 0, center: DrawnCenter(point: .zero, depth: -500)),
      SlotPath.Slot(index: 5, center: DrawnCenter(point: Point(x: 1, y: 0), depth: 0)),
    ])
    #expect(path.position(nearestTo: .zero) == 5)
  }

  @Test("Slots that coincide or are not joined have no path between them", .proves("D025"))
  func gaps() {
    let same = path([(5, 5), (5, 5)])
    #expect(same.position(nearestTo: Point(x: 9, y: 9)) == 0)
    let apart = SlotPath([
      SlotPath.Slot(index: 0, center: DrawnCenter(point: .zero), isJoined: false),
      SlotPath.Slot(index: 1, center: DrawnCenter(point: Point(x: 100, y: 0))),
    ])
    #expect(apart.position(nearestTo: Point(x: 60, y: 0)) == 1)
  }

  @Test("If the finger trembles between two slots, the slot does not change", .proves("D025"))
  func hysteresis() {
    #expect(SlotPath.slot(at: 0.55, after: 0) == 0)
    #expect(SlotPath.slot(at: 0.65, after: 0) == 1)
    #expect(SlotPath.slot(at: 0.45, after: 1) == 1)
    #expect(SlotPath.slot(at: 0.35, after: 1) == 0)
    #expect(SlotPath.slot(at: 7, after: 0) == 7)
  }

  @Test(
    "The slot of the lifted item does not depend on the number of events of the finger's movement",
    .proves("D025"))
  func sampling() {
    var random = SplitMix(seed: 3)
    for _ in 0..<500 {
      var (fine, coarse, position) = (0, 0, 0.0)
      for _ in 0..<6 {
        let end = random.number(-6...6)
        for step in 1...200 {
          fine = SlotPath.slot(at: position + (end - position) * Double(step) / 200, after: fine)
        }
        position = end
        coarse = SlotPath.slot(at: end, after: coarse)
        #expect(fine == coarse)
      }
    }
  }

  @Test(
    "On any axis, the scroll velocity increases toward an edge of the view, and is directed to this edge",
    .proves("D025"))
  func edges() {
    let bounds = Size(width: 800, height: 600)
    let axes = [
      (ScrollAxis.horizontal, Point(x: 1, y: 0)), (ScrollAxis(axis: .vertical), Point(x: 0, y: 1)),
      (ScrollAxis(direction: .rightToLeft), Point(x: -1, y: 0)), (ScrollAxis(angle: .pi), Point(x: -1, y: 0)),
    ]
    for (axis, forward) in axes {
      let edges = EdgeScrolling(bounds: bounds, axis: axis, itemWidth: 200)
      let half = forward.x != 0 ? 400.0 : 300
      func velocity(_ distance: Double) -> Double {
        edges.velocity(at: Point(x: 400, y: 300) + forward * (half - distance))
      }
      #expect(velocity(half) == 0 && velocity(65) == 0)
      #expect(velocity(60) > 0 && velocity(30) > velocity(60) && velocity(0) > velocity(30))
      #expect(velocity(-100) == velocity(0))
      #expect(velocity(2 * half) == -velocity(0))
    }
    let turned = EdgeScrolling(bounds: bounds, axis: ScrollAxis(angle: .pi / 4), itemWidth: 200)
    #expect(turned.velocity(at: Point(x: 400, y: 300)) == 0)
    #expect(turned.velocity(at: Point(x: 600, y: 590)) > 0)
    #expect(turned.velocity(at: Point(x: 10, y: 100)) < 0)
    #expect(EdgeScrolling(bounds: .zero, axis: .horizontal, itemWidth: 0).velocity(at: .zero) == 0)
  }
}
