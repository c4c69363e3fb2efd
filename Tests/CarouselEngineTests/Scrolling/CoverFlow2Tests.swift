import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the cover turn of a `.coverFlow2`, checked in the drawn frames.
@MainActor
struct CoverFlow2Tests {
  /// A recording of frames, with one entry per frame.
  private struct Film {
    let rate: Double
    var toggles: [Double] = []
    var offsets: [Double] = []
    var indexes: [Int] = []
    /// The turn of each item in `-1...1`: 0 for a flat cover, ±1 for a completely turned cover.
    var turns: [[Double]] = []
    /// The middle of each item, in points.
    var places: [[Double]] = []

    /// The largest change of any cover's turn from one frame to the next.
    var largestTurn: Double {
      zip(turns, turns.dropFirst()).flatMap { zip($0, $1).map { abs($0 - $1) } }.max() ?? 0
    }
  }

  /// The tested frame rates, in frames per second.
  nonisolated static let rates = [60.0, 144]
  /// The upper limit of a cover's speed, in turns per second. Easing through a turn reaches 15 if it takes
  /// 0.2 s, and 7.5 if it takes 0.4 s.
  private static let fastestTurn = 15.5

  private static let itemWidth = 200.0

  /// Records `seconds` of frames; `hand` may move before each frame.
  private func film(_ rig: CarouselRig, seconds: Double, hand: (Double) -> Void = { _ in }) -> Film {
    var film = Film(rate: rig.frameRate)
    record(rig, in: &film)
    for frame in 1...max(1, Int((seconds * rig.frameRate).rounded(.up))) {
      hand(Double(frame - 1) / rig.frameRate)
      rig.frame()
      record(rig, in: &film)
    }
    return film
  }

  private func record(_ rig: CarouselRig, in film: inout Film) {
    let carousel = rig.carousel
    film.toggles.append(carousel.toggle)
    film.offsets.append(carousel.scrollOffset)
    film.indexes.append(carousel.currentItemIndex)
    let transforms = (0..<carousel.numberOfItems).map {
      carousel.transform(forOffset: carousel.offsetForItem(at: $0), toggle: carousel.toggle)
    }
    // A completely turned cover is half of its width further back. The sign of m13 gives the side.
    film.turns.append(transforms.map { ($0.m13 < 0 ? 1 : -1) * $0.m43 / (Self.itemWidth / 2) })
    film.places.append(transforms.map(\.m41))
  }

  private func rig(at rate: Double, _ type: CarouselType = .coverFlow2, index: Int = 0) -> CarouselRig {
    let rig = CarouselRig(type, itemSize: Size(width: Self.itemWidth, height: 150))
    rig.frameRate = rate
    rig.carousel.scrollToItem(at: index, animated: false)
    rig.settle()
    return rig
  }

  /// Drags to the left at `speed`, in points per second, once the drag has begun.
  private func dragging(_ rig: CarouselRig, speed: Double) -> (Double) -> Void {
    rig.down(at: Point(x: 700, y: 300))
    rig.move(to: Point(x: 690, y: 300))
    return { rig.move(to: Point(x: 690 - speed * $0, y: 300)) }
  }

  @Test(
    "During a slow drag the next cover turns by itself when the current index changes",
    .proves("T09", "R119", "R126"),
    arguments: rates)
  func slowDrag(rate: Double) throws {
    let rig = rig(at: rate)
    let film = film(rig, seconds: 1.8, hand: dragging(rig, speed: 60))
    let crossing = try #require(film.indexes.firstIndex(of: 1))
    #expect(film.turns[..<crossing].allSatisfy { near($0[1], 1) && near($0[0], 0) })
    #expect(film.toggles[..<crossing].allSatisfy { $0 == 0 })
    #expect(near(film.turns[crossing][1], 1, within: 0.01), "the cover jumps when the index changes")
    let turned = crossing + Int((0.4 * rate).rounded(.up)) + 1
    try #require(film.turns.count > turned)
    for frame in crossing..<turned {
      #expect(film.turns[frame + 1][1] <= film.turns[frame][1])
      #expect(film.turns[frame + 1][0] <= film.turns[frame][0])
    }
    #expect(near(film.turns[turned][1], 0, within: 1e-6) && near(film.turns[turned][0], -1, within: 1e-6))
    #expect(film.largestTurn <= Self.fastestTurn / rate)
  }

  @Test(
    "After a flick, the frame at rest is the same as in a cover flow (type `.coverFlow`)",
    .proves("T09", "R126"), arguments: rates)
  func flick(rate: Double) {
    let (one, other) = (rig(at: rate), rig(at: rate, .coverFlow))
    for rig in [one, other] {
      rig.drag(by: Point(x: -120, y: 0), in: 0.1)
      #expect(rig.carousel.isDecelerating)
      rig.settle()
    }
    let (a, b) = (film(one, seconds: 0.02), film(other, seconds: 0.02))
    #expect(one.carousel.scrollOffset == other.carousel.scrollOffset)
    #expect(one.carousel.currentItemIndex > 1)
    for (a, b) in zip(a.places[0] + a.turns[0], b.places[0] + b.turns[0]) { #expect(near(a, b)) }
  }

  @Test(
    "When the carousel snaps after a slow drag, the toggle (the rest of the cover turn) eases to 0 within 0.4 s, without a jump",
    .proves("Y26", "R94", "Q9"),
    arguments: rates)
  func release(rate: Double) throws {
    let rig = rig(at: rate)
    var film = film(rig, seconds: 0.6, hand: dragging(rig, speed: 110))
    rig.wait(0.001)
    rig.up(at: Point(x: 690 - 66, y: 300))
    #expect(rig.carousel.isScrolling && rig.carousel.toggle < -0.5)
    let (crossing, release) = (try #require(film.indexes.firstIndex(of: 1)), film.toggles.count)
    for _ in 0..<Int(0.6 * rate) {
      rig.frame()
      record(rig, in: &film)
    }
    #expect(near(film.toggles[crossing], -1, within: 0.01))
    for frame in release..<(release + Int(0.1 * rate)) {
      #expect(
        film.toggles[frame] > film.toggles[frame - 1], "the cover does not turn in frame \(frame) of the snap"
      )
    }
    let end = crossing + Int((0.4 * rate).rounded(.up)) + 1
    #expect(film.toggles[end...].allSatisfy { abs($0) <= 1e-6 })
    #expect(film.offsets.last == 1)
    #expect(film.largestTurn <= Self.fastestTurn / rate)
  }

  @Test(
    "A scroll by the program turns the covers without a jump, also after a slow drag", .proves("R94"),
    arguments: rates, [false, true])
  func programScroll(rate: Double, afterDrag: Bool) {
    let rig = rig(at: rate, index: 3)
    if afterDrag {
      rig.drag(by: Point(x: -30, y: 0), in: 0.5, hold: 0.2)
      rig.settle()
    }
    rig.carousel.scrollToItem(at: rig.carousel.currentItemIndex + 1, animated: true)
    let film = film(rig, seconds: 1)
    #expect(film.offsets.last == 4)
    #expect(film.toggles.last.map { abs($0) <= 1e-6 } == true)
    #expect(film.largestTurn <= Self.fastestTurn / rate)
  }

  @Test("After a drag beyond the last item, the last cover is flat again", .proves("R102"), arguments: rates)
  func pastTheEnd(rate: Double) {
    let rig = rig(at: rate, index: 9)
    var film = film(rig, seconds: 0.4, hand: dragging(rig, speed: 300))
    #expect(rig.carousel.scrollOffset > 9.3)
    rig.wait(0.2)
    rig.up(at: Point(x: 570, y: 300))
    for _ in 0..<Int(rate) {
      rig.frame()
      record(rig, in: &film)
    }
    #expect(film.offsets.last == 9 && film.toggles.last == 0)
    #expect(film.turns.last?[9] == 0 && film.turns.last?[8] == -1)
    #expect(film.largestTurn <= Self.fastestTurn / rate)
  }

  @Test(
    "With stopAtItemBoundary off, a bounce at the end is smooth in position and turn", .proves("R104"),
    arguments: rates,
    [-1.0, 1])
  func bounce(rate: Double, direction: Double) {
    let rig = rig(at: rate, index: direction > 0 ? 8 : 1)
    rig.carousel.stopAtItemBoundary = false
    rig.drag(by: Point(x: -100 * direction, y: 0), in: 0.1)
    #expect(rig.carousel.isDecelerating)
    rig.frame()  // From this time on, the covers turn with the offset.
    let film = film(rig, seconds: 2)
    #expect(film.offsets.contains { $0 < -0.05 || $0 > 9.05 })
    #expect(film.offsets.last == (direction > 0 ? 9 : 0))
    let steps = zip(film.offsets, film.offsets.dropFirst()).map { $1 - $0 }
    // Easing over one item in 0.4 s accelerates by 75 items/s², and the deceleration by less. Both may occur
    // in one frame.
    for (before, after) in zip(steps, steps.dropFirst()) {
      #expect(abs(after - before) * rate * rate < 100)
    }
    #expect(film.largestTurn <= Self.fastestTurn / rate)
  }

  @Test(
    "At the middle between two items, and just before and after it, exactly one cover is flat",
    .proves("R108"))
  func middle() {
    let rig = rig(at: 60)
    rig.carousel.scrollToItemBoundary = false
    for offset in [(0.5).nextDown, 0.5, (0.5).nextUp, (3.5).nextDown, 3.5] {
      rig.carousel.scrollOffset = offset
      rig.settle()
      let film = film(rig, seconds: 0)
      #expect(film.turns[0].count { $0 == 0 } == 1, "at \(offset) the number of flat covers is not 1")
    }
  }

  @Test(
    "During a drag to one side no cover ever moves to the other side", .proves("R108"), arguments: rates,
    [60.0, 150, 400])
  func noFlicker(rate: Double, speed: Double) {
    let rig = rig(at: rate)
    let film = film(rig, seconds: min(1.5, 650 / speed), hand: dragging(rig, speed: speed))
    #expect(film.indexes.last ?? 0 > 0)
    for (before, after) in zip(film.places, film.places.dropFirst()) {
      #expect(zip(before, after).allSatisfy { $1 <= $0 + 1e-9 })
    }
  }

  @Test(
    "The deceleration starts with the velocity of the drag", .proves("R120"), arguments: rates,
    [CarouselType.linear, .rotary, .wheel, .timeMachine])
  func continuousVelocity(rate: Double, type: CarouselType) {
    let rig = rig(at: rate, type)
    let begin = rig.now
    _ = film(rig, seconds: 0.3, hand: dragging(rig, speed: 1_200))
    let end = Point(x: 690 - 1_200 * (rig.now - begin), y: 300)
    rig.move(to: end)
    rig.up(at: end)
    #expect(rig.carousel.isDecelerating)
    let before = rig.carousel.scrollOffset
    rig.frame()
    let byHand = 1_200 / Self.itemWidth
    let released = (rig.carousel.scrollOffset - before) * rate
    #expect(abs(released - byHand) < 0.05 * byHand)
  }
}
