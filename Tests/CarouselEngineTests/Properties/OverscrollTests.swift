import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of a pull (a drag beyond the end of a strip) in fluid style: the overscroll depends on the finger's
/// position, not on its path.
///
/// In classic style the overscroll depends on the number of events. It follows iCarousel's formula
/// (recordings `dragPastEnd-*` of `physics.json`), which scales each move of the finger by the rest of the
/// bounce distance.
@MainActor
struct OverscrollTests {
  @Test(
    "A pull reaches the same offset in 1, 5 or 100 events; when the finger is back at its start, so is the offset"
  )
  func evenEvents() {
    SeededRuns.check(0..<500, one: Self.pull) { pull in
      let once = pull.offsets(at: [1])
      for count in [5, 100] {
        let offset = pull.offsets(at: (1...count).map { Double($0) / Double(count) }).last
        if !near(offset ?? .nan, once[0]) { return "\(once[0]) in 1 event, \(offset ?? .nan) in \(count)" }
      }
      let back = pull.offsets(at: [0.3, 0.7, 1, 0.6, 0])[4]
      return near(back, pull.start) ? nil : "back at \(back) instead of \(pull.start)"
    }
  }

  @Test(
    "However the finger moves during a pull, a larger distance from its start never leads to a smaller overscroll"
  )
  func anyWay() {
    SeededRuns.check(0..<500, one: Self.pull) { pull in
      let seen = zip(pull.places, pull.offsets(at: pull.places)).sorted { $0.0 < $1.0 }
      for (near, far) in zip(seen, seen.dropFirst()) where (far.1 - near.1) * pull.direction < -1e-9 {
        return "\(near.1) at \(near.0) of the way, \(far.1) at \(far.0)"
      }
      let limit = (pull.direction > 0 ? 9 : 0) + pull.direction * pull.bounceDistance
      return seen.contains { ($0.1 - limit) * pull.direction > 1e-9 } ? "gets beyond \(limit)" : nil
    }
  }

  private static func pull(_ random: inout SplitMix) -> Pull {
    let direction = random.once(in: 2) ? 1.0 : -1
    return Pull(
      direction: direction, points: Double(random.whole(1...600)),
      start: (direction > 0 ? 9 : 0) - direction * random.choice([0, 0, 0.25, 1]),
      bounceDistance: random.choice([0.25, 1, 1, 2]), places: (0..<30).map { _ in random.number(0...1) })
  }

  /// A drag to an end of a strip of ten items, and beyond it.
  @MainActor
  private struct Pull: @MainActor CustomStringConvertible {
    /// 1 for a drag beyond the last item, −1 for a drag beyond the first.
    var direction: Double
    /// The finger's distance, in points.
    var points: Double
    /// The offset at the start.
    var start: Double
    var bounceDistance: Double
    /// Fractions of the finger's distance, in random order.
    var places: [Double]

    var description: String {
      "pull(\(points) points from \(start), direction \(direction), bounceDistance \(bounceDistance))"
    }

    /// Returns the offsets of a drag in which the finger moves to each of these fractions of its distance.
    func offsets(at parts: [Double]) -> [Double] {
      let rig = CarouselRig()
      rig.carousel.motionStyle = .fluid
      rig.carousel.bounceDistance = bounceDistance
      rig.carousel.scrollOffset = start
      rig.frame()
      rig.carousel.beginDrag(at: rig.now)
      return parts.map {
        let place = Point(x: -direction * points * $0, y: 0)
        rig.carousel.moveDrag(translation: place, at: rig.now)
        return rig.carousel.scrollOffset
      }
    }
  }
}
