import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests that items follow the finger during a drag.
@MainActor
struct DragDistanceTests {
  @Test(
    "Within the ends of a strip, every item moves exactly as far as the finger, however many events the drag has"
  )
  func row() {
    SeededRuns.check(0..<2000, one: Self.drag) { drag in
      Self.problem(drag, widths: nil)
    }
  }

  @Test(
    "With individual widths, every item moves exactly as far as the finger, however many events the drag has"
  )
  func individualWidths() {
    SeededRuns.check(0..<2000, one: Self.drag) { drag in
      Self.problem(drag) { 60 + Double(($0 &* 7919 &+ drag.salt) % 300) }
    }
  }

  @Test("A drag by one item width changes the offset by 1, and in cover flows by 2")
  func multiplier() {
    for type in CarouselType.builtIn {
      let factor = type == .coverFlow || type == .coverFlow2 ? 2.0 : 1
      SeededRuns.check(0..<100, one: Self.drag) { drag in
        let rig = drag.rig(type)
        let (start, count) = (rig.carousel.scrollOffset, Double(rig.carousel.numberOfItems))
        drag.perform(on: rig)
        var moved = rig.carousel.scrollOffset - start + factor * drag.travelled / rig.carousel.itemWidth
        if rig.carousel.isWrapEnabled { moved -= (moved / count).rounded() * count }
        return near(moved, 0) ? nil : "\(type) is off by \(moved) items"
      }
    }
  }

  @Test("A drag begins when the contact has moved 8 points, and every item follows the contact from there")
  func contact() {
    SeededRuns.check(0..<1000, one: Self.drag) { drag in
      let rig = drag.rig(.linear)
      let (start, forward) = (middles(in: rig), rig.carousel.forwardDirection)
      var origin: Double?
      rig.down()
      for place in drag.places {
        rig.move(to: CarouselRig.middle + forward * place)
        if origin == nil, abs(place) >= 8 { origin = place }
        rig.frame()
        if let problem = distance(from: start, in: rig, travelled: place - (origin ?? place)) {
          return problem
        }
      }
      return nil
    }
  }

  /// Returns a description of an item that does not move with the finger, if there is one.
  private static func problem(_ drag: Drag, widths: ((Int) -> Double)?) -> String? {
    let rig = drag.rig(.linear, widths: widths)
    let start = middles(in: rig)
    var problem: String?
    drag.perform(on: rig) { problem = problem ?? distance(from: start, in: rig, travelled: $0) }
    return problem
  }

  private static func drag(_ random: inout SplitMix) -> Drag {
    Drag(
      isVertical: random.once(in: 2), isRightToLeft: random.once(in: 2),
      angle: random.once(in: 2) ? 0 : random.number(-3...3), salt: random.whole(0...999),
      // Twenty items of at least 60 points are on each side.
      places: (0..<random.whole(1...30)).map { _ in Double(random.whole(-500...500)) },
      sideways: random.number(-200...200))
  }
}

/// Returns the drawn middles of all items.
@MainActor
private func middles(in rig: CarouselRig) -> [Int: Point] {
  Dictionary(rig.carousel.frame().items.map { ($0.index, $0.seenMiddle) }) { $1 }
}

/// Returns a description of an item that has not moved as far as the finger along the axis, if there is one.
@MainActor
private func distance(from start: [Int: Point], in rig: CarouselRig, travelled: Double) -> String? {
  for (index, middle) in middles(in: rig).sorted(by: { $0.key < $1.key }) {
    guard let before = start[index] else { continue }
    let expected = before + rig.carousel.forwardDirection * travelled
    if middle.distance(to: expected) > 1e-6 {
      return "item \(index) is at \(middle) instead of \(expected), the finger at \(travelled)"
    }
  }
  return nil
}

/// A drag along the axis of a carousel that also moves slightly across the axis.
@MainActor
private struct Drag: @MainActor CustomStringConvertible {
  var isVertical: Bool
  var isRightToLeft: Bool
  /// The angle by which the axis is turned, in radians.
  var angle: Double
  /// The seed of the item widths.
  var salt: Int
  /// The positions of the finger along the axis, in points from the position of the touch.
  var places: [Double]
  /// The finger's movement across the axis, in points.
  var sideways: Double

  /// The finger's final distance along the axis, in points.
  var travelled: Double { places.last ?? 0 }

  var description: String {
    "drag(vertical \(isVertical), right to left \(isRightToLeft), angle \(angle), salt \(salt), places \(places))"
  }

  /// Returns a carousel of 41 items whose current item is the middle one.
  func rig(_ type: CarouselType, widths: ((Int) -> Double)? = nil) -> CarouselRig {
    let rig = CarouselRig(type, items: 41) {
      $0.widths = widths
      $0.pitch = 120
      $0.carousel.isVertical = isVertical
      $0.carousel.layoutDirection = isRightToLeft ? .rightToLeft : .leftToRight
      $0.carousel.axisAngle = angle
      if widths != nil { $0.carousel.itemSizing = .individual }
    }
    rig.carousel.scrollOffset = 20
    rig.settle()
    return rig
  }

  /// Performs the drag. After each event it calls `onEvent` with the finger's distance along the axis.
  func perform(on rig: CarouselRig, onEvent: (Double) -> Void = { _ in }) {
    let forward = rig.carousel.forwardDirection
    rig.carousel.beginDrag(at: rig.now)
    for place in places {
      rig.now = rig.now + 0.004
      let translation = forward * place + Point(x: -forward.y, y: forward.x) * sideways
      rig.carousel.moveDrag(translation: translation, at: rig.now)
      onEvent(place)
    }
  }
}
