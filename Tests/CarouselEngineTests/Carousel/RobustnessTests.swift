import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests that any input leads to finite results, and that any method can be called inside any callback.
@MainActor
struct RobustnessTests {
  private static let strange: [Double] = [
    0, -0.0, 1, -1, 0.5, 1e-300, 1e9, -1e9, 1e300, -1e300, .infinity, -.infinity, .nan,
    .leastNonzeroMagnitude,
    .greatestFiniteMagnitude,
  ]

  @Test(
    "With extreme numbers in every option, property and gesture, all results are finite",
    .proves("X010", "O01"),
    arguments: CarouselType.builtIn)
  func finite(type: CarouselType) {
    var random = SplitMix(seed: 7)
    func any() -> Double { Self.strange[Int(random.next() % UInt64(Self.strange.count))] }
    for _ in 1...40 {
      let rig = CarouselRig(type, items: Int(random.next() % 4) * 7)
      rig.options = Dictionary(
        uniqueKeysWithValues: CarouselOption.allCases.filter { _ in random.next() % 4 == 0 }.map {
          ($0, any())
        })
      rig.options[.visibleItems] = Double(random.next() % 40)
      let carousel = rig.carousel
      carousel.setNeedsLayout()
      for _ in 1...12 {
        disturb(rig, choice: random.next() % 20, any: any)
        rig.frame()
        expectFinite(rig)
      }
    }
  }

  private func disturb(_ rig: CarouselRig, choice: UInt64, any: () -> Double) {
    let carousel = rig.carousel
    let point = Point(x: any(), y: any())
    switch choice {
    case 0: carousel.scrollOffset = any()
    case 1: carousel.perspective = any()
    case 2: carousel.viewpointOffset = Size(width: any(), height: any())
    case 3: carousel.contentOffset = Size(width: any(), height: any())
    case 4: carousel.decelerationRate = any()
    case 5: carousel.scrollSpeed = any()
    case 6: carousel.bounceDistance = any()
    case 7: carousel.autoscroll = any()
    case 8: carousel.scroll(toOffset: any(), duration: any())
    case 9: carousel.scroll(byOffset: any(), duration: any())
    case 10: carousel.scrollToItem(at: [Int.max, Int.min, -1, 3][Int(choice) % 4], duration: any())
    case 11: carousel.scrollByNumberOfItems([Int.max, Int.min, 2][Int(choice) % 3], duration: any())
    case 12: carousel.bounds = Size(width: min(any(), 5000), height: min(any(), 5000))
    case 13: rig.pitch = any()
    case 14:
      rig.itemSize = Size(width: any(), height: any())
      carousel.reloadData()
    case 15: carousel.tap(at: point, time: rig.now)
    case 16:
      rig.down(at: point)
      rig.move(to: Point(x: any(), y: any()))
      rig.up(at: point)
    case 17:
      carousel.beginDrag(translation: point, at: rig.now)
      carousel.moveDrag(translation: Point(x: any(), y: any()), velocity: point, at: rig.now)
      carousel.endDrag(at: rig.now)
    case 18:
      carousel.wheel(notches: any(), time: rig.now)
      carousel.touchpadScroll(by: any(), time: rig.now)
      carousel.touchpadScrollEnded(time: rig.now)
    default:
      carousel.advance(to: Timestamp(seconds: any()))
      carousel.removeItem(at: Int.max, animated: true)
      rig.itemCount = carousel.numberOfItems
    }
  }

  private func expectFinite(_ rig: CarouselRig) {
    let carousel = rig.carousel
    let numbers = [
      carousel.scrollOffset, carousel.toggle, carousel.itemWidth, carousel.offsetMultiplier,
      carousel.offsetForItem(at: 2), carousel.perspective, carousel.bounceDistance, carousel.autoscroll,
    ]
    #expect(numbers.allSatisfy { $0.isFinite })
    #expect((-1..<max(1, carousel.numberOfItems)).contains(carousel.currentItemIndex))
    for item in carousel.frame().items {
      #expect(item.transform.isFinite && item.alpha.isFinite && item.center.x.isFinite)
      #expect(item.size.width.isFinite && item.size.height.isFinite)
    }
  }

  @Test("The methods of the carousel may be called inside its callbacks", .proves("S02", "G02"))
  func reentrancy() {
    var random = SplitMix(seed: 99)
    for seed in 0..<60 {
      random = SplitMix(seed: UInt64(seed))
      let rig = CarouselRig(seed % 2 == 0 ? .linear : .rotary, items: 12)
      var depth = 0
      func act() {
        guard depth < 3 else { return }
        depth += 1
        defer { depth -= 1 }
        switch random.next() % 9 {
        case 0: rig.carousel.reloadData()
        case 1: rig.carousel.scrollToItem(at: Int(random.next() % 12), animated: random.next() % 2 == 0)
        case 2: rig.carousel.scrollOffset = Double(random.next() % 20) / 2
        case 3 where rig.itemCount > 0:
          rig.itemCount -= 1
          rig.carousel.removeItem(at: 0, animated: random.next() % 2 == 0)
        case 4 where rig.itemCount < 20:
          rig.itemCount += 1
          rig.carousel.insertItem(at: 1, animated: random.next() % 2 == 0)
        case 5: rig.carousel.type = CarouselType.builtIn[Int(random.next() % 11)]
        case 6: _ = rig.carousel.frame()
        case 7: rig.tap()
        default: rig.carousel.reloadItem(at: rig.carousel.currentItemIndex, animated: true)
        }
      }
      rig.onScroll = act
      rig.onIndexChange = act
      rig.drag(by: Point(x: -250, y: 0), in: 0.1)
      rig.run(2)
      (rig.onScroll, rig.onIndexChange) = (nil, nil)
      rig.settle()
      #expect(rig.carousel.numberOfItems == rig.itemCount)
      #expect(!rig.carousel.needsFrame)
    }
  }

  @Test("At rest no frames are needed; each change calls `onNeedsFrame` once", .proves("G03", "Y39"))
  func framesOnDemand() {
    let rig = CarouselRig()
    rig.settle()
    var calls = 0
    rig.carousel.onNeedsFrame = { calls += 1 }
    #expect(!rig.carousel.needsFrame)
    rig.carousel.perspective = -0.005
    rig.carousel.contentOffset = Size(width: 3, height: 0)
    #expect(rig.carousel.needsFrame && calls == 1)
    rig.settle()
    #expect(calls == 1)
    rig.carousel.scrollToItem(at: 3, animated: true)
    #expect(calls == 2)
    rig.settle()
    rig.clearLog()
    rig.run(10)
    #expect(rig.scrollCount == 0 && rig.log == [] && calls == 2)
    rig.carousel.reloadData()
    #expect(calls == 3)
    rig.settle()
    rig.down()
    rig.move(to: Point(x: 350, y: 300))
    rig.move(to: Point(x: 340, y: 300))
    #expect(calls == 4)
  }
}
