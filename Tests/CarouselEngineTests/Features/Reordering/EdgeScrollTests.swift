import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of a lifted item that is held near an edge.
@MainActor
struct EdgeScrollTests {
  private let edge = Point(x: 799, y: 300)

  @Test(
    "An item that is held near an edge scrolls a strip up to its end; the scroll is faster if the item is nearer to the edge",
    .proves("D025"))
  func strip() {
    var ways: [Double] = []
    for x in [700.0, 740, 760, 795] {
      let rig = ReorderRig(items: 30)
      rig.lift()
      rig.glide(to: Point(x: x, y: 300), frames: 1)
      rig.run(0.5)
      ways.append(rig.carousel.scrollOffset)
      #expect(rig.middle(0).distance(to: Point(x: x, y: 300)) < 1e-6)
    }
    #expect(ways[0] == 0 && ways[1] > 0 && ways[2] > ways[1] && ways[3] > ways[2])

    let rig = ReorderRig(items: 12)
    rig.lift()
    rig.glide(to: edge, frames: 1)
    rig.run(atMost: 20)
    #expect(!rig.carousel.needsFrame && rig.carousel.scrollOffset == 11)
    #expect(rig.carousel.reorderingTargetIndex == 11 && rig.settleCount == 0)
    #expect(rig.middle(0).distance(to: edge) < 1e-6)
    rig.up()
    #expect(rig.entries("move") == ["move 0 11"] && rig.mismatch == nil)
    rig.settle()
    #expect(rig.settleCount == 1 && rig.middle(11) == Point(x: 400, y: 300))
  }

  @Test(
    "If an item is lifted near an edge, the scroll begins after the finger has moved, and ends when the finger leaves the edge",
    .proves("D025"))
  func threshold() {
    let rig = ReorderRig(items: 30)
    rig.lift(at: Point(x: 790, y: 300))
    rig.run(1)
    #expect(rig.carousel.scrollOffset == 0 && rig.carousel.reorderingIndex == 2)
    rig.move(to: Point(x: 795, y: 310))
    rig.run(1)
    let offset = rig.carousel.scrollOffset
    #expect(offset > 1)
    rig.move(to: Point(x: 400, y: 300))
    rig.run(1)
    #expect(rig.carousel.scrollOffset == offset && !rig.carousel.needsFrame)
    // If the item is dropped while the offset is between two items, the carousel snaps.
    rig.up()
    rig.settle()
    #expect(rig.carousel.scrollOffset == offset.rounded() && rig.mismatch == nil)
  }

  @Test(
    "With scrolling disabled, an item that is held near an edge does not scroll the carousel", .proves("D025")
  )
  func scrollingDisabled() {
    let rig = ReorderRig { $0.carousel.isScrollEnabled = false }
    rig.lift()
    rig.glide(to: edge)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 0 && rig.carousel.reorderingTargetIndex == 2)
    rig.up()
    #expect(rig.entries("end") == ["end 0 2"])
  }

  @Test(
    "An item that is held near an edge scrolls a ring without end, and the item passes one sibling after another",
    .proves("D025"),
    arguments: [CarouselType.linear, .rotary, .cylinder, .wheel], [800.0, 0])
  func ring(type: CarouselType, x: Double) {
    let rig = ReorderRig(type, items: 12) { $0.options[.wrap] = 1 }
    rig.lift()
    rig.glide(to: Point(x: x, y: 300), frames: 4)
    var (turned, last) = (0.0, rig.carousel.scrollOffset)
    var order: [[Int]] = []
    var middles = rig.middles
    for _ in 0..<600 {
      rig.frame()
      var step = rig.carousel.scrollOffset - last
      if abs(step) > 6 { step += step > 0 ? -12 : 12 }
      (turned, last) = (turned + step, rig.carousel.scrollOffset)
      for (label, middle) in rig.middles where label != 0 && abs(middle.x - 400) < 300 {
        // No sibling jumps, also between the last item and the first.
        if let before = middles[label] { #expect(middle.distance(to: before) < 60) }
      }
      middles = rig.middles
      if let target = rig.carousel.reorderingTargetIndex, order.last != [target] { order.append([target]) }
    }
    #expect(abs(turned) > 24 && rig.carousel.needsFrame)
    #expect(Set(order).count == 11 || Set(order).count == 12)
    rig.move(to: Point(x: 400, y: 300))
    rig.run(1)
    let before = rig.middles
    rig.up()
    #expect(rig.mismatch == nil && rig.entries("end").count == 1)
    for (label, middle) in rig.middles {
      #expect(middle.distance(to: before[label] ?? middle) < 1e-6, "\(label)")
    }
    rig.settle()
    #expect(!rig.carousel.needsFrame)
  }

  @Test(
    "An item that moves from the first index of a ring beyond the last item moves only the siblings that it passes, also if the move is canceled",
    .proves("D025"))
  func seam() {
    for drops in [true, false] {
      let rig = ReorderRig(items: 10) { $0.options[.wrap] = 1 }
      let start = rig.middles
      rig.lift()
      rig.glide(to: Point(x: 200, y: 300))
      rig.settle()
      // The lifted item 0 has passed item 9, its neighbor on the left.
      #expect(
        rig.middles[9] == Point(x: 400, y: 300) && rig.middles[1] == start[1] && rig.middles[8] == start[8])
      if drops {
        rig.up()
        #expect(rig.entries("move") == ["move 0 8"] && rig.carousel.scrollOffset == 9)
        rig.settle()
        #expect(rig.middles[0] == Point(x: 200, y: 300) && rig.middles[9] == Point(x: 400, y: 300))
        #expect(rig.middles[1] == start[1] && rig.middles[8] == start[8])
        #expect(rig.model == [1, 2, 3, 4, 5, 6, 7, 8, 0, 9] && rig.mismatch == nil)
      } else {
        rig.carousel.cancelReordering()
        rig.settle()
        #expect(rig.middles[0] == start[0] && rig.middles[9] == start[9] && rig.middles[1] == start[1])
        #expect(rig.carousel.scrollOffset == 0)
      }
    }
  }

  @Test(
    "At frame rates from 30 to 240 Hz, the same moves of a lifted item lead to the same order and the same offset",
    .proves("D025"),
    arguments: [false, true])
  func frameRates(individual: Bool) {
    for type in [CarouselType.linear, .rotary, .coverFlow, .timeMachine] {
      var results: [(model: [Int], offset: Double, dropOffset: Double)] = []
      for rate in [30.0, 60, 90, 144, 240] {
        let rig = ReorderRig(type, items: 40) {
          if individual {
            $0.carousel.itemSizing = .individual
            $0.width = { 120 + Double($0 * 37 % 160) }
          }
        }
        rig.frameRate = rate
        var time = rig.now + 0.5
        rig.down()
        // Each frame rate gets the same events at the same times.
        var random = SplitMix(seed: 11)
        for number in 1...40 {
          time = time + random.number(0.03...0.12)
          while rig.now + 1 / rate < time { rig.frame() }
          rig.now = time
          let isAtEdge = number % 10 > 5
          rig.move(
            to: Point(
              x: isAtEdge ? random.number(730...800) : random.number(100...700), y: random.number(200...400)))
        }
        let dropOffset = rig.carousel.scrollOffset
        rig.up()
        rig.settle()
        results.append((rig.model, rig.carousel.scrollOffset, dropOffset))
        #expect(rig.entries("end").count == 1)
      }
      for result in results.dropFirst() {
        #expect(result.model == results[0].model, "\(type)")
        #expect(abs(result.offset - results[0].offset) < 1e-6)
        #expect(abs(result.dropOffset - results[0].dropOffset) < 1e-6)
      }
      #expect(results[0].model != Array(0..<40))
    }
  }
}
