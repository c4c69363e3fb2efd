import CarouselEngine
import TestSupport
import Testing

/// Tests of the direction of scrolls on a ring.
@MainActor
struct ScrollDirectionTests {
  @Test(
    "On a ring, the distance of a scroll to an item depends on the direction of the scroll",
    .proves("D032", "M01"))
  func everyWay() {
    for count in 1...7 {
      let ring = ItemRow(count: count, wraps: true)
      for start in stride(from: 0, to: Double(count), by: 0.25) {
        for index in -1...count {
          let goal = Double(ring.index(index))
          let forward = ring.distance(from: start, to: index, direction: .forward)
          let backward = ring.distance(from: start, to: index, direction: .backward)
          #expect(0..<Double(count) ~= forward && 0..<Double(count) ~= -backward)
          #expect(ring.offset(start + forward) == goal && ring.offset(start + backward) == goal)
          #expect(forward == 0 ? backward == 0 : near(forward - backward, Double(count)))
          let shortest = ring.distance(from: start, to: index, direction: .shortest)
          #expect(near(abs(shortest), min(forward, -backward)))
        }
      }
    }
    let row = ItemRow(count: 5, wraps: false)
    #expect(ScrollDirection.allCases.map { row.distance(from: 3, to: 1, direction: $0) } == [-2, -2, -2])
  }

  @Test(
    "On a ring, a scroll passes the items that lie in its direction", .proves("D032"),
    arguments: ScrollDirection.allCases)
  func passing(direction: ScrollDirection) {
    let rig = CarouselRig(.rotary)
    rig.carousel.scrollToItem(at: 3, animated: true, direction: direction)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 3)
    let indexes = rig.takeLog().filter { $0.hasPrefix("index") }
    #expect(
      indexes == (direction == .backward ? Array((3...9).reversed()) : Array(1...3)).map { "index \($0)" })
    rig.carousel.scrollToItem(at: 3, animated: true, direction: direction)
    #expect(rig.takeLog() == ["willBeginScrolling", "didEndScrolling"])
    rig.carousel.scrollToItem(at: 8, animated: false, direction: direction)
    #expect(rig.carousel.scrollOffset == 8)
    let row = CarouselRig()
    row.carousel.scrollToItem(at: 3, animated: true, direction: direction)
    row.settle()
    #expect(row.carousel.scrollOffset == 3)
  }
}
