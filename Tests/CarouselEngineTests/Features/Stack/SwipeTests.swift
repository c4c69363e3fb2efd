import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of drags and swipes on a stack of cards.
@MainActor
struct SwipeTests {
  @Test(
    "During a drag the touched point of the card stays exactly under the finger, horizontally and vertically",
    .proves("V04"),
    arguments: [-60.0, 0, 60])
  func follows(across: Double) throws {
    let rig = StackRig()
    let start = StackRig.middle + Point(x: 40, y: across)
    rig.down(at: start)
    rig.wait(0.01)
    rig.move(to: start + Point(x: 0, y: 8))
    let grip = start - StackRig.middle + Point(x: 150, y: 100)
    for step in 1...30 {
      rig.wait(0.01)
      let way = Point(x: Double(step) * 9, y: 8 - Double(step) * 5)
      rig.move(to: start + way)
      rig.present()
      let card = try #require(rig.drawn(0))
      let seen = try #require(card.homography.project(grip))
      #expect(seen.distance(to: start + way - Point(x: 0, y: 8)) < 1e-6)
    }
    let turn = rig.drawn(0)?.transform.m12 ?? .nan
    #expect(across == 0 ? abs(turn) < 1e-9 : turn * across < 0)
  }

  @Test(
    "After a slow release, a card beyond the threshold distance is dismissed, and a nearer card returns",
    .proves("V04")
  )
  func distance() {
    let rig = StackRig()
    rig.swipe(by: Point(x: 119, y: 0), speed: 200)
    rig.settle()
    #expect(rig.decisions == [] && rig.carousel.scrollOffset == 0)
    rig.swipe(by: Point(x: 121, y: 0), speed: 200)
    #expect(rig.decisions == [.dismissed(0, .right)])
    #expect(rig.carousel.scrollOffset == 1 && rig.carousel.currentItemIndex == 1)
    rig.settle()
    #expect(rig.decisions == [.dismissed(0, .right)])
    #expect(rig.drawn(0) == nil)
  }

  @Test("A fast release dismisses even a card that has moved only a short distance", .proves("V04"))
  func speed() {
    let rig = StackRig()
    rig.swipe(by: Point(x: -40, y: 3), speed: 560)
    rig.settle()
    #expect(rig.decisions == [])
    rig.swipe(by: Point(x: -40, y: 3), speed: 640)
    #expect(rig.decisions == [.dismissed(0, .left)])
  }

  @Test(
    "A swipe dismisses a card only in an allowed direction, and if the swipe is long or fast enough in this direction",
    .proves("V04"),
    arguments: SwipeDirection.allCases)
  func directions(direction: SwipeDirection) {
    for isFast in [false, true] {
      let rig = StackRig(layout: SwipeStackLayout(directions: [direction]))
      for other in SwipeDirection.allCases where other != direction {
        rig.swipe(by: other.vector * 80, speed: isFast ? 650 : 100)
        rig.settle()
        #expect(rig.decisions == [], "\(other)")
      }
      rig.swipe(by: direction.vector * (isFast ? 50 : 125), speed: isFast ? 650 : 100)
      #expect(rig.decisions == [.dismissed(0, direction)])
    }
  }

  @Test("If several directions are allowed, the one nearest to the swipe is reported", .proves("V04"))
  func nearest() {
    let rig = StackRig(layout: SwipeStackLayout(directions: Set(SwipeDirection.allCases))) {
      $0.cardSize = Size(width: 240, height: 240)
    }
    for (way, direction) in [
      (Point(x: 200, y: 30), SwipeDirection.right), (Point(x: 160, y: 120), .bottomRight),
      (Point(x: -30, y: -200), .up), (Point(x: -150, y: 170), .bottomLeft),
    ] {
      rig.clear()
      rig.swipe(by: way, speed: 300)
      #expect(rig.decisions.first?.direction == direction)
      rig.settle()
    }
  }

  @Test(
    "A fast release in the opposite direction returns a card that is beyond the threshold distance",
    .proves("V04"))
  func flickBack() {
    let rig = StackRig()
    rig.swipe(by: Point(x: 200, y: 0), speed: 400, lifts: false)
    let far = StackRig.middle + Point(x: 208, y: 0)
    for step in 1...8 {
      rig.wait(0.005)
      rig.move(to: far - Point(x: Double(step) * 5, y: 0))
    }
    rig.wait(0.2)
    // After a pause the velocity is 0, so that the distance alone decides.
    rig.up(at: far - Point(x: 40, y: 0))
    #expect(rig.decisions == [.dismissed(0, .right)])
    rig.settle()
    rig.swipe(by: Point(x: 200, y: 0), speed: 400, lifts: false)
    for step in 1...30 {
      rig.wait(0.005)
      rig.move(to: far - Point(x: Double(step) * 5, y: 0))
    }
    rig.up(at: far - Point(x: 150, y: 0))
    rig.settle()
    #expect(rig.carousel.scrollOffset == 1)
    #expect(rig.decisions == [.dismissed(0, .right)])
  }

  @Test(
    "At the release the position and the velocity of the card do not jump, whether the card leaves or returns",
    .proves("V04"),
    arguments: zip(
      [Point(x: 150, y: -40), Point(x: -260, y: 90), Point(x: 60, y: 100), Point(x: 20, y: -150)],
      [900.0, 300, 500, 2500]))
  func continuity(way: Point, speed: Double) throws {
    let rig = StackRig()
    let start = StackRig.middle + Point(x: 30, y: -50)
    let grip = start - StackRig.middle + Point(x: 150, y: 100)
    rig.swipe(from: start, by: way, speed: speed, lifts: false)
    rig.present()
    func seen() throws -> Point { try #require(rig.drawn(0)?.homography.project(grip)) }
    let before = try seen()
    let lifted = start + way * (1 + DragThreshold.distance / way.distance(to: .zero))
    rig.up(at: lifted)
    rig.present()
    let after = try seen()
    #expect(after.distance(to: before) < 1e-6)
    let step = 1e-5
    rig.wait(step)
    rig.present()
    let velocity = (try seen() - after) * (1 / step)
    let wanted = way * (speed / way.distance(to: .zero))
    #expect(velocity.distance(to: wanted) < speed * 0.01)
  }

  @Test("If a card is not dismissed, it returns to its position without overshooting it", .proves("V04"))
  func returns() {
    let rig = StackRig()
    rig.swipe(by: Point(x: 100, y: 60), speed: 300, lifts: false)
    rig.wait(0.3)
    rig.up(at: StackRig.middle + Point(x: 107, y: 64))
    var last = Double.infinity
    while rig.carousel.needsFrame {
      rig.frame()
      guard let card = rig.drawn(0) else { break }
      let x = card.seenMiddle.x - 400
      #expect(x >= -1e-9 && x <= last + 1e-9)
      last = x
    }
    #expect(last == 0)
    #expect(rig.drags.last?.progress == 0 && rig.drags.last?.direction == nil)
    #expect(rig.takeLog() == [.willDrag, .didDrag, .settled(0)])
  }

  @Test("A touch catches a returning card without a jump", .proves("V04"))
  func catches() throws {
    let rig = StackRig()
    rig.swipe(by: Point(x: 110, y: 0), speed: 200)
    rig.run(0.08)
    let before = try #require(rig.drawn(0)?.seenMiddle)
    #expect(before.x > 402)
    rig.down(at: StackRig.middle + Point(x: -20, y: 70))
    rig.move(to: StackRig.middle + Point(x: -20, y: 60))
    rig.present()
    let held = try #require(rig.drawn(0)?.seenMiddle)
    #expect(held.distance(to: before) < 1e-6)
    rig.wait(0.1)
    rig.move(to: StackRig.middle + Point(x: -20, y: 50))
    rig.present()
    #expect(try #require(rig.drawn(0)?.seenMiddle).distance(to: held - Point(x: 0, y: 10)) < 1e-6)
  }

  @Test(
    "The progress of a swipe follows the finger from 0 to 1, and its direction is reported", .proves("V04"))
  func progress() {
    let rig = StackRig()
    rig.swipe(by: Point(x: 150, y: 0), speed: 300, lifts: false)
    #expect(zip(rig.drags, rig.drags.dropFirst()).allSatisfy { $0.progress <= $1.progress })
    #expect(rig.drags.allSatisfy { $0.index == 0 && ($0.direction == .right || $0.progress == 0) })
    #expect(rig.drags.last?.progress == 1)
    #expect(rig.drags.contains { abs($0.progress - 0.5) < 0.02 })
    rig.drags(after: Point(x: 68, y: 0)) { #expect(near($0.progress, 0.5) && $0.direction == .right) }
    rig.drags(after: Point(x: -52, y: 0)) { #expect(near($0.progress, 0.5) && $0.direction == .left) }
    rig.drags(after: Point(x: 8, y: 200)) { #expect($0.progress == 0 && $0.direction == nil) }
  }

  @Test("During and after the dismissal of a card, the next card grows without a jump", .proves("V04"))
  func grows() throws {
    let rig = StackRig()
    rig.frameRate = 240
    let rest = try #require(rig.drawn(1)?.seenWidth)
    #expect(near(rest, 300 * 0.95, within: 1e-5))
    rig.swipe(by: Point(x: 60, y: 0), speed: 300, lifts: false)
    rig.present()
    #expect(near(try #require(rig.drawn(1)?.seenWidth), 300 * 0.95.squareRoot(), within: 1e-5))
    // A flick dismisses the card before it has reached the threshold distance.
    let begin = StackRig.middle + Point(x: 68, y: 0)
    for step in 1...4 {
      rig.wait(0.005)
      rig.move(to: begin + Point(x: Double(step) * 10, y: 0))
      rig.wait(0.15 / 4 - 0.005)
    }
    rig.wait(0.004)
    rig.move(to: begin + Point(x: 45, y: 0))
    rig.change { $0.speedThreshold = 100 }
    rig.present()
    let first = try #require(rig.drawn(1)?.seenWidth)
    rig.up(at: begin + Point(x: 45, y: 0))
    #expect(rig.decisions == [.dismissed(0, .right)])
    var last = first
    while rig.carousel.needsFrame {
      rig.frame()
      let width = try #require(rig.drawn(1)?.seenWidth)
      #expect(width >= last - 1e-9 && width - last < 2)
      last = width
    }
    #expect(near(last, 300, within: 1e-5))
  }

  @Test(
    "The next card can be dragged while other cards are still leaving", .proves("V04")
  )
  func manyInFlight() throws {
    let rig = StackRig(items: 20)
    for number in 0..<6 {
      rig.swipe(by: Point(x: number % 2 == 0 ? 30 : -30, y: 0), speed: 1500)
      rig.wait(0.003)
    }
    rig.present()
    let indexes = rig.carousel.frame().items.map(\.index)
    #expect(Set(indexes).isSuperset(of: 0..<6) && rig.carousel.currentItemIndex == 6)
    // A card that was dismissed earlier lies above the cards that were dismissed later.
    #expect(indexes.suffix(6) == [5, 4, 3, 2, 1, 0])
    #expect(rig.decisions.count == 6)
    rig.swipe(by: Point(x: 0, y: 60), speed: 500, lifts: false)
    rig.present()
    let held = try #require(rig.drawn(6)?.seenMiddle)
    rig.run(0.5)
    #expect(try #require(rig.drawn(6)?.seenMiddle).distance(to: held) < 1e-6)
    #expect(rig.carousel.frame().items.map(\.index) == [9, 8, 7, 6].filter { rig.drawn($0) != nil })
  }

  @Test("If the contact is canceled or scrolling is disabled during a drag, the card returns", .proves("V04"))
  func cancels() {
    let rig = StackRig()
    rig.swipe(by: Point(x: 200, y: 0), speed: 800, lifts: false)
    rig.carousel.contactCanceled(id: 1, time: rig.now)
    rig.settle()
    #expect(rig.decisions == [] && rig.carousel.scrollOffset == 0)
    rig.clear()
    rig.carousel.isScrollEnabled = false
    rig.swipe(by: Point(x: 200, y: 0), speed: 800)
    rig.settle()
    #expect(rig.log == [] && rig.drags.isEmpty)
    rig.carousel.isScrollEnabled = true
    rig.swipe(by: Point(x: 200, y: 0), speed: 800, lifts: false)
    rig.carousel.isScrollEnabled = false
    rig.up(at: StackRig.middle + Point(x: 208, y: 0))
    rig.settle()
    #expect(rig.decisions == [] && rig.log.last == .settled(0))
  }

  @Test("If the delegate does not permit the dismissal, the card returns", .proves("V04"))
  func refused() {
    let rig = StackRig()
    rig.allows = false
    rig.swipe(by: Point(x: 200, y: 0), speed: 800)
    rig.settle()
    rig.carousel.dismissItem(toward: .left)
    rig.settle()
    #expect(
      rig.log.filter { $0 != .willDrag && $0 != .didDrag } == [
        .should(0, .right), .settled(0), .should(0, .left),
      ])
    #expect(rig.carousel.scrollOffset == 0 && near(rig.drawn(0)?.seenMiddle.x ?? 0, 400))
  }

  @Test(
    "Swipes to the left and to the right are exact mirror images, also with right-to-left direction",
    .proves("V04"),
    arguments: [LayoutDirection.leftToRight, .rightToLeft])
  func mirrored(layoutDirection: LayoutDirection) throws {
    let (one, other) = (StackRig(), StackRig { $0.carousel.layoutDirection = layoutDirection })
    let start = Point(x: 370, y: 260)
    one.swipe(from: start, by: Point(x: 90, y: 30), speed: 900)
    other.swipe(from: Point(x: 800 - start.x, y: start.y), by: Point(x: -90, y: 30), speed: 900)
    #expect(one.decisions == [.dismissed(0, .right)] && other.decisions == [.dismissed(0, .left)])
    while one.carousel.needsFrame || other.carousel.needsFrame {
      one.frame()
      other.frame()
      let (a, b) = (one.carousel.frame().items, other.carousel.frame().items)
      #expect(a.map(\.index) == b.map(\.index))
      for (item, twin) in zip(a, b) {
        let (corner, mirrored) = (
          try #require(item.homography.project(.zero)),
          try #require(twin.homography.project(Point(x: 300, y: 0)))
        )
        #expect(corner.distance(to: Point(x: 800 - mirrored.x, y: mirrored.y)) < 1e-6)
        #expect(near(item.alpha, twin.alpha))
      }
    }
  }
}

extension StackRig.Event {
  var direction: SwipeDirection? {
    switch self {
    case .dismissed(_, let direction), .should(_, let direction): direction
    default: nil
    }
  }
}

extension StackRig {
  /// Moves the finger, which has come down in the middle, and checks the progress.
  fileprivate func drags(
    after way: Point, _ check: ((index: Int, progress: Double, direction: SwipeDirection?)) -> Void
  ) {
    wait(0.1)
    move(to: Self.middle + way)
    if let last = drags.last { check(last) }
  }
}
