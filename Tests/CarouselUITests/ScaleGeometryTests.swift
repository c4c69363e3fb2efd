import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// The positions of the items, and the results of gestures, on outputs of different scales.
@MainActor
struct ScaleGeometryTests {
  nonisolated private static let scales = [1, 1.25, 1.5, 1.75, 2, 3]
  nonisolated private static let types: [CarouselType] = [.linear, .rotary, .coverFlow2]

  private func rig(_ type: CarouselType, scale: Double) throws -> WindowRig {
    try WindowRig(width: 320, height: 200, scale: scale, cards: Cards(size: Size(width: 80, height: 60))) {
      $0.type = type
      $0.currentItemIndex = 8
    }
  }

  @Test(
    "At each scale of the output, each corner of an item is at most a pixel from its exact position",
    .proves("D063"),
    arguments: types)
  func positions(type: CarouselType) throws {
    for scale in Self.scales {
      let rig = try rig(type, scale: scale)
      rig.carousel.scrollToItemBoundary = false
      for offset in [8, 8.3, 9.5] {
        rig.carousel.scrollOffset = offset
        rig.runUntilSettled()
        let exact = rig.carousel.frame().items.map { $0.homography.projectedOutline(of: $0.view.size) }
        let seen = rig.ui.outlines
        #expect(seen.count > 2)
        for outline in seen {
          // Items outside of the window have no outline. An item within a pixel of its own size is moved to whole pixels at
          // this size.
          let error = exact.map { wanted in
            wanted.count == outline.count
              ? zip(wanted, outline).map { max(abs($0.x - $1.x / scale), abs($0.y - $1.y / scale)) }.max()
                ?? 0 : .infinity
          }.min()
          #expect((error ?? .infinity) <= 1 / scale + 1e-9, "scale \(scale), offset \(offset): \(outline)")
        }
      }
    }
  }

  @Test(
    "A drag, a flick and a tap end at the same item at each scale of the output", .proves("D063"),
    arguments: types,
    Hand.allCases)
  func gestures(type: CarouselType, hand: Hand) throws {
    var results: [[Double]] = []
    for scale in Self.scales {
      let rig = try rig(type, scale: scale)
      var offsets: [Double] = []
      func note() {
        rig.runUntilSettled()
        offsets.append(rig.carousel.scrollOffset)
      }
      swipe(rig, hand, from: (170, 105), by: (-90, 0), isSlow: true)
      note()
      swipe(rig, hand, from: (150, 100), by: (56, 4), isSlow: false)
      note()
      // A point of the item after the current one. Some types wrap.
      let index = (rig.carousel.currentItemIndex + 1) % rig.carousel.numberOfItems
      let next = try #require(
        rig.carousel.frame().items.first { $0.index == index }?.view as? View)
      let point = try #require(
        next.convert(Point(x: next.size.width * 0.8, y: next.size.height / 2), to: nil))
      swipe(rig, hand, from: (point.x, point.y), by: (0, 0), isSlow: true)
      note()
      results.append(offsets)
    }
    #expect(results[0][0] != 8 && results[0][1] != results[0][0])
    for (scale, result) in zip(Self.scales, results) { #expect(result == results[0], "scale \(scale)") }
  }

  /// Drags in ten steps of a frame. A slow drag rests before the release.
  private func swipe(
    _ rig: WindowRig, _ hand: Hand, from start: (x: Double, y: Double), by move: (x: Double, y: Double),
    isSlow: Bool
  ) {
    rig.press(hand, at: start)
    rig.compositor.run(frames: 1)
    for step in 1...10 where move != (0, 0) {
      let part = Double(step) / 10
      rig.move(hand, to: (start.x + move.x * part, start.y + move.y * part))
      rig.compositor.run(frames: 1)
    }
    if isSlow { rig.compositor.run(frames: 15) }
    rig.lift(hand)
    rig.compositor.settle()
  }
}
