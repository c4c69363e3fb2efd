import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of changes in an animation block: the first frame, the frames in between and the last frame.
@MainActor
struct AnimationTests {
  /// The properties that a block can animate.
  enum Change: CaseIterable {
    case type, axis, perspective, viewpoint, content, bounds

    @MainActor
    func make(_ carousel: Carousel) {
      switch self {
      case .type: carousel.type = .linear
      case .axis: carousel.isVertical = true
      case .perspective: carousel.perspective = -0.0005
      case .viewpoint: carousel.viewpointOffset = Size(width: 60, height: -80)
      case .content: carousel.contentOffset = Size(width: 50, height: 20)
      case .bounds: carousel.bounds = Size(width: 700, height: 400)
      }
    }
  }

  /// Returns the positions of the clearly visible items in front of the viewer, by index.
  private func middles(_ rig: CarouselRig) -> [Int: Point] {
    Dictionary(
      uniqueKeysWithValues: rig.carousel.frame().items.filter {
        $0.alpha > 0.01 && $0.seenMiddle.isFiniteNumber
      }.map {
        ($0.index, $0.seenMiddle)
      })
  }

  @Test(
    "The first frame of an animated change is the old frame, then the items move gradually, and the last frame is the new frame",
    .proves("T14", "R18", "R92", "Y04", "Y06"),
    arguments: Change.allCases)
  func between(change: Change) {
    let (rig, at) = (CarouselRig(.rotary, items: 12), CarouselRig(.rotary, items: 12))
    let old = middles(rig)
    change.make(at.carousel)
    at.frame()
    let new = middles(at)
    var ends: [Bool] = []
    rig.carousel.animate(withDuration: 0.5) {
      change.make(rig.carousel)
    } completion: {
      ends.append($0)
    }
    #expect(middles(rig) == old)
    var travelled = 0.0
    var last = old
    let start = rig.now
    rig.frame()
    for step in 0..<29 {
      let now = middles(rig)
      for (index, point) in now {
        #expect(point.isFiniteNumber)
        guard let a = old[index], let b = new[index], let before = last[index] else { continue }
        // Along each axis the distance to the new position never increases.
        #expect(abs(b.x - point.x) <= abs(b.x - before.x) + 1e-6, "item \(index), frame \(step)")
        #expect(abs(b.y - point.y) <= abs(b.y - before.y) + 1e-6, "item \(index), frame \(step)")
        travelled = max(
          travelled, min(abs(point.x - a.x) + abs(point.y - a.y), abs(b.x - point.x) + abs(b.y - point.y)))
      }
      last = now
      #expect(ends.isEmpty && rig.carousel.needsFrame)
      rig.frame()
    }
    rig.settle()
    #expect(travelled > 1, "no item is seen between its old and new position")
    #expect(rig.now - start > 0.5 && rig.now - start < 0.56)
    #expect(ends == [true])
    let reached = middles(rig)
    #expect(Set(reached.keys) == Set(new.keys))
    #expect(
      reached.allSatisfy { index, point in new[index].map { near($0.x, point.x, within: 1e-6) } ?? false })
  }

  @Test(
    "Halfway through an animated change, the opacity and each element of a transform are the mean of the old and new values",
    .proves("T14"))
  func halfWay() throws {
    let rig = CarouselRig(.linear)
    let before = try #require(rig.drawn(1)).transform
    rig.options = [.fadeMin: -0.5, .fadeMax: 0.5, .fadeRange: 1, .fadeMinAlpha: 0.2]
    rig.carousel.animate(withDuration: 1) { rig.carousel.type = .coverFlow }
    rig.frame()
    rig.wait(0.5 - 1 / rig.frameRate)
    rig.frame()
    let between = try #require(rig.drawn(1))
    rig.run(1)
    let after = try #require(rig.drawn(1))
    #expect(near(between.transform.m41, (before.m41 + after.transform.m41) / 2, within: 1e-6))
    #expect(near(between.transform.m11, (before.m11 + after.transform.m11) / 2, within: 1e-6))
    #expect(near(between.alpha, (1 + after.alpha) / 2, within: 1e-6) && after.alpha < 1)
  }

  @Test(
    "During an animated change of the type, items that are visible in only one of the two layouts fade in or out",
    .proves("T14"))
  func comingAndGoing() throws {
    let rig = CarouselRig(.linear, items: 12)
    #expect(rig.drawn(6) == nil)
    rig.carousel.animate(withDuration: 0.4) { rig.carousel.type = .rotary }
    rig.frame()
    var alphas: [Double] = []
    for _ in 0..<23 {
      rig.frame()
      alphas.append(try #require(rig.drawn(6)).alpha)
    }
    #expect(alphas == alphas.sorted() && (alphas.first ?? 1) < 0.01 && (alphas.last ?? 0) > 0.99)
    rig.settle()
    rig.carousel.animate(withDuration: 0.4) { rig.carousel.type = .linear }
    rig.frame()
    rig.wait(0.2)
    rig.frame()
    #expect(try #require(rig.drawn(6)).alpha < 1)
    rig.settle()
    #expect(rig.drawn(6) == nil && rig.carousel.itemView(at: 6) == nil)
  }

  @Test(
    "If the type changes with animation during a deceleration, each frame shows items, and the deceleration continues",
    .proves("T14"),
    arguments: CarouselType.allCases)
  func inMidDeceleration(type: CarouselType) {
    let (rig, still) = (CarouselRig(.linear, items: 40), CarouselRig(.linear, items: 40))
    for rig in [rig, still] {
      rig.options[.wrap] = 1
      rig.carousel.setNeedsLayout()
      rig.drag(by: Point(x: -200, y: 0), in: 0.1)
      rig.run(0.1)
      #expect(rig.carousel.isDecelerating)
    }
    rig.carousel.animate(withDuration: 0.3) { rig.carousel.type = type }
    while still.carousel.needsFrame || rig.carousel.needsFrame {
      rig.frame()
      still.frame()
      #expect(rig.carousel.frame().items.contains { $0.alpha > 0.4 })
      #expect(rig.carousel.frame().items.allSatisfy { $0.transform.isFinite && (0...1).contains($0.alpha) })
      #expect(near(rig.carousel.scrollOffset, still.carousel.scrollOffset))
      if rig.now > Timestamp(seconds: 1060) { break }
    }
    #expect(rig.carousel.currentItemIndex == still.carousel.currentItemIndex)
  }

  @Test(
    "An animation block that begins during another block starts from the current frame; each completion is called once",
    .proves("T14"))
  func blocksInARow() throws {
    let rig = CarouselRig(.linear, items: 12)
    var ends: [String] = []
    for type in [CarouselType.rotary, .coverFlow, .wheel, .linear, .timeMachine, .cylinder, .linear] {
      let before = middles(rig)
      rig.carousel.animate(withDuration: 0.5) {
        rig.carousel.type = type
      } completion: {
        ends.append("\(type) \($0)")
      }
      let after = middles(rig)
      #expect(
        before.allSatisfy { index, point in after[index].map { near($0.x, point.x, within: 1e-6) } ?? false })
      rig.run(0.2)
    }
    rig.settle()
    #expect(
      ends == [
        "rotary false", "coverFlow false", "wheel false", "linear false", "timeMachine false",
        "cylinder false",
        "linear true",
      ])
    let fresh = CarouselRig(.linear, items: 12)
    #expect(middles(rig) == middles(fresh))
  }

  @Test(
    "If the duration of an animation block is not above 0, or the block changes nothing, it ends immediately",
    .proves("T14"),
    arguments: [0, -1, Double.nan, -Double.infinity, 0.5])
  func atOnce(duration: Double) {
    let rig = CarouselRig(.linear)
    var ends: [Bool] = []
    rig.carousel.animate(withDuration: duration) {
      if duration != 0.5 { rig.carousel.type = .rotary }
    } completion: {
      ends.append($0)
    }
    #expect(ends == [true])
    #expect(rig.drawn(0)?.alpha == 1)
    rig.settle()
    #expect(ends == [true])
  }

  @Test("Nested animation blocks end together", .proves("T14"))
  func nested() {
    let rig = CarouselRig(.linear)
    var ends: [String] = []
    rig.carousel.animate(withDuration: 0.3) {
      rig.carousel.perspective = -0.001
      rig.carousel.animate(withDuration: 0.5) {
        rig.carousel.type = .rotary
      } completion: {
        ends.append("inner \($0)")
      }
    } completion: {
      ends.append("outer \($0)")
    }
    rig.settle()
    #expect(ends == ["inner true", "outer true"])
  }

  @Test("During an animated change, the hit test finds an item where it is drawn", .proves("T14", "M11"))
  func tapHalfWay() throws {
    let rig = CarouselRig(.linear, items: 12)
    rig.carousel.animate(withDuration: 1) { rig.carousel.isVertical = true }
    rig.frame()
    rig.wait(0.5)
    rig.frame()
    let item = try #require(rig.drawn(1))
    #expect(item.seenMiddle.x > 410 && item.seenMiddle.y > 310)
    #expect(rig.carousel.index(ofItemAt: item.seenMiddle + Point(x: 60, y: 50)) == 1)
  }

  @Test(
    "During an animation items may be inserted or removed, and the completion may begin the next animation block",
    .proves("T14")
  )
  func contentMeanwhile() {
    let rig = CarouselRig(.linear, items: 12)
    var rounds = 0
    func turn() {
      rounds += 1
      guard rounds < 5 else { return }
      rig.carousel.animate(withDuration: 0.3) {
        rig.carousel.type = rounds % 2 == 0 ? .linear : .rotary
      } completion: { _ in
        turn()
      }
    }
    turn()
    for step in 0..<40 {
      rig.run(0.05)
      switch step % 4 {
      case 0:
        rig.itemCount += 1
        rig.carousel.insertItem(at: 2, animated: true)
      case 1:
        rig.itemCount -= 1
        rig.carousel.removeItem(at: 0, animated: true)
      case 2:
        rig.itemCount = step % 8 == 2 ? 0 : 9
        rig.carousel.reloadData()
      default: rig.carousel.scrollToItem(at: 5, animated: true)
      }
      #expect(rig.carousel.frame().items.allSatisfy { $0.transform.isFinite })
    }
    rig.settle()
    #expect(rounds == 5 && !rig.carousel.needsFrame)
  }
}

extension Point {
  fileprivate var isFiniteNumber: Bool { x.isFinite && y.isFinite }
}
