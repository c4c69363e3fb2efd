import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests with long random runs: the current index, the item in the center and its view always match.
@MainActor
struct RandomDriveTests {
  @Test(
    "In a random run, the current index is always the rounded offset, the current item is in the center, and no view is missing",
    .proves("D003", "R176", "Y21"),
    arguments: [CarouselType.linear, .rotary, .coverFlow, .invertedCylinder], [0.0, 1])
  func drive(type: CarouselType, wrap: Double) {
    let (carousel, numbers, listener) = (
      Carousel(bounds: Size(width: 500, height: 300)), Numbers(23), Listener()
    )
    listener.options = [.wrap: wrap]
    carousel.type = type
    carousel.delegate = listener
    carousel.dataSource = numbers
    var (random, now) = (SplitMix(seed: UInt64(wrap) + 3), Timestamp(seconds: 0))
    var wrong: [String] = []
    // Eight runs of 12,500 steps are 100,000 steps in total.
    for step in 0..<12_500 {
      if step == 6_250 { carousel.motionStyle = .fluid }
      if step % 25 == 0 { act(on: carousel, at: now, &random) }
      now = now + (step % 7 == 0 ? 0.05 : 1 / 60)
      carousel.advance(to: now)
      let (offset, index) = (carousel.scrollOffset, carousel.currentItemIndex)
      var expected = Int(offset.rounded())
      if wrap == 1 { expected = ((expected % 23) + 23) % 23 } else { expected = min(max(expected, 0), 22) }
      let label = (carousel.currentItemView as? NumberedView)?.number
      if index != expected || label != index { wrong.append("\(step): \(offset) \(index) \(label ?? -9)") }
      if carousel.indexesForVisibleItems.count != min(carousel.numberOfVisibleItems, 23) {
        wrong.append("\(step): only \(carousel.indexesForVisibleItems)")
      }
      guard step % 50 == 0, let front = carousel.frame().items.first(where: { $0.index == index }) else {
        continue
      }
      if abs(carousel.offsetForItem(at: index)) > 0.5 && (0...22).contains(offset) {
        wrong.append("\(step): off")
      }
      if (front.view as? NumberedView)?.number != index { wrong.append("\(step): shows another") }
    }
    #expect(wrong.prefix(5) == [])
    #expect(numbers.viewCount <= 40)
  }

  private func act(on carousel: Carousel, at now: Timestamp, _ random: inout SplitMix) {
    func point(_ x: Double) -> Point { Point(x: x, y: 0) }
    let number = Double(random.next() % 4000) - 2000
    switch random.next() % 8 {
    case 0: carousel.scrollToItem(at: Int(random.next() % 23), animated: true)
    case 1: carousel.scrollByNumberOfItems(Int(number / 200), duration: 0.5)
    case 2: carousel.scrollOffset = Double(random.next() % 230) / 10
    case 3: carousel.tap(at: Point(x: 250 + number / 10, y: 150), time: now)
    case 4: carousel.wheel(notches: number > 0 ? 1 : -1, time: now)
    case 5: carousel.scroll(toOffset: Double(random.next() % 230) / 10, duration: 0.3)
    default:
      carousel.beginDrag(at: now)
      carousel.moveDrag(translation: point(number / 10), velocity: point(number), at: now)
      carousel.endDrag(at: now)
    }
  }

  @Test(
    "On a ring of 1 to 8 items with 1 to 8 visible views, each scroll reaches its item, and no frame draws an item twice",
    .proves("D044", "M01"),
    arguments: [CarouselType.linear, .rotary])
  func smallRings(type: CarouselType) {
    for count in 1...8 {
      for visible in 1...8 {
        let rig = CarouselRig(type, items: count) { $0.options = [.wrap: 1, .visibleItems: Double(visible)] }
        rig.frameRate = 10
        for target in Array(0..<count) + [count - 1, 0] {
          rig.clearLog()
          rig.carousel.scrollToItem(at: target, animated: true)
          repeat {
            rig.frame()
            let indexes = rig.carousel.indexesForVisibleItems
            #expect(Set(indexes).count == indexes.count && indexes.count == min(count, visible))
            let items = rig.carousel.frame().items
            #expect(Set(items.map(\.index)).count == items.count)
          } while rig.carousel.isScrolling
          #expect(rig.carousel.currentItemIndex == target && rig.carousel.scrollOffset == Double(target))
          #expect(rig.takeLog().count { $0 == "willBeginScrolling" } == 1)
        }
      }
    }
  }

  @Test(
    "A carousel at rest needs no frame and makes no callback in ten seconds; a change then requests one frame",
    .proves("Y39", "R129", "R130", "G03")
  )
  func rest() {
    for type in CarouselType.builtIn {
      let rig = CarouselRig(type)
      rig.fling(velocity: -1500)
      rig.settle()
      rig.clearLog()
      var calls = 0
      rig.carousel.onNeedsFrame = { calls += 1 }
      let offset = rig.carousel.scrollOffset
      for _ in 1...600 {
        #expect(!rig.carousel.needsFrame)
        rig.now = rig.now + 1 / 60
      }
      rig.run(1)
      #expect(rig.carousel.scrollOffset == offset && rig.log == [] && rig.scrollCount == 0 && calls == 0)
      rig.carousel.perspective = -0.003
      #expect(calls == 1 && rig.carousel.needsFrame)
      rig.settle()
      #expect(calls == 1 && !rig.carousel.needsFrame)
    }
  }
}
