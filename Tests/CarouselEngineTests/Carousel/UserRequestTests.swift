import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of requests from users of carousels that no other suite covers.
@MainActor
struct UserRequestTests {
  @Test(
    "The current index is −1 only while the carousel has no items, even if autoscroll is on", .proves("D004"))
  func emptyIndex() {
    let rig = CarouselRig(items: 0)
    #expect(rig.carousel.currentItemIndex == -1)
    rig.carousel.autoscroll = 1
    rig.run(0.5)
    #expect(rig.carousel.currentItemIndex == -1 && rig.carousel.frame().items.isEmpty)
    rig.itemCount = 3
    rig.carousel.reloadData()
    rig.frame()
    #expect(rig.carousel.currentItemIndex == 0 && rig.drawn(0) != nil)
    for _ in 1...300 {
      rig.frame()
      #expect((0...2).contains(rig.carousel.currentItemIndex))
    }
  }

  @Test(
    "shouldSelect is called once for a tap, and not for a drag; a declined tap is not handled",
    .proves("D006"))
  func permission() {
    let rig = CarouselRig()
    rig.drag(by: Point(x: -300, y: 0), in: 0.2)
    rig.settle()
    #expect(!rig.takeLog().contains { $0.hasPrefix("shouldSelect") })
    let current = rig.carousel.currentItemIndex
    rig.tap()
    #expect(rig.takeLog().filter { $0.hasPrefix("shouldSelect") } == ["shouldSelect \(current)"])
    rig.mayBeSelected = false
    #expect(rig.tap() == .notTaken)
    #expect(!rig.takeLog().contains { $0.hasPrefix("didSelect") })
  }

  @Test(
    "The only item can be removed and inserted with animation, with taps on placeholders in between",
    .proves("D015"))
  func lastItem() {
    let rig = CarouselRig(items: 1) { $0.placeholderCount = 2 }
    for _ in 1...3 {
      rig.itemCount = 0
      rig.carousel.removeItem(at: 0, animated: true)
      rig.run(0.2)
      for x in stride(from: 50.0, to: 800, by: 50) { rig.tap(at: Point(x: x, y: 300)) }
      rig.settle()
      #expect(rig.carousel.currentItemIndex == -1)
      rig.itemCount = 1
      rig.carousel.insertItem(at: 0, animated: true)
      rig.settle()
      #expect(rig.carousel.currentItemIndex == 0 && near(rig.carousel.scrollOffset, 0))
      #expect(near(rig.drawn(0)?.seenMiddle.x ?? .nan, 400))
    }
    #expect(!rig.log.contains { $0.hasPrefix("didSelect") })
  }

  @Test(
    "A change of a setting does not make the carousel jump, at rest or during a deceleration",
    .proves("D054"),
    arguments: [true, false])
  func liveOptions(glides: Bool) {
    let rig = CarouselRig(items: 30)
    rig.carousel.currentItemIndex = 10
    if glides { rig.drag(by: Point(x: -300, y: 0), in: 0.15) }
    rig.frame()
    let carousel = rig.carousel
    let changes: [(Carousel) -> Void] = [
      { $0.decelerationRate = 0.5 }, { $0.scrollSpeed = 2 }, { $0.bounces.toggle() },
      { $0.bounceDistance = 0.25 }, { $0.isPagingEnabled.toggle() }, { $0.itemsPerPage = 3 },
      { $0.stopAtItemBoundary.toggle() }, { $0.isScrollEnabled.toggle() }, { $0.clipsToBounds.toggle() },
      { $0.centerItemWhenSelected.toggle() }, { $0.ignorePerpendicularSwipes.toggle() },
      { $0.maximumVisibleItems = 60 },
    ]
    for (number, change) in changes.enumerated() {
      let before = (carousel.scrollOffset, carousel.frame().items.map(\.transform))
      change(carousel)
      #expect(carousel.scrollOffset == before.0, "change \(number)")
      #expect(carousel.frame().items.map(\.transform) == before.1, "change \(number)")
      if glides { rig.frame() }
    }
    rig.settle()
    #expect(carousel.scrollOffset == carousel.scrollOffset.rounded())
  }

  @Test(
    "A vertical carousel has the same callbacks and offsets as a horizontal carousel",
    .proves("D058"), arguments: CarouselType.builtIn)
  func standing(type: CarouselType) {
    let square = Size(width: 150, height: 150)
    func story(vertical: Bool) -> [String] {
      let rig = CarouselRig(type, items: 12, bounds: Size(width: 600, height: 600), itemSize: square) {
        $0.carousel.isVertical = vertical
      }
      func point(_ along: Double) -> Point {
        vertical ? Point(x: 0, y: along) : Point(x: along, y: 0)
      }
      rig.drag(by: point(-200), in: 0.2)
      rig.settle()
      rig.drag(by: vertical ? Point(x: -200, y: 0) : Point(x: 0, y: -200), in: 0.2)
      rig.settle()
      rig.carousel.wheel(notches: 2, time: rig.now)
      rig.settle()
      rig.tap(at: Point(x: 300, y: 300))
      rig.carousel.touchpadScroll(by: 170, time: rig.now)
      rig.carousel.touchpadScrollEnded(time: rig.now)
      rig.settle()
      rig.carousel.scrollByNumberOfItems(-3, duration: 0.5)
      rig.settle()
      return rig.takeLog() + ["\(rig.carousel.scrollOffset)"]
    }
    let lying = story(vertical: false)
    #expect(lying.count > 10)
    // A vertical wheel has its hub at the left, so a tap may hit no item. The callbacks of taps are not
    // compared.
    func untapped(_ log: [String]) -> [String] { log.filter { !$0.contains("elect") } }
    #expect(untapped(story(vertical: true)) == untapped(lying))
  }

  @Test(
    "Each change of the current index is reported once, including a change to the first or the last item",
    .proves("D059"),
    arguments: [true, false])
  func indexEvents(wraps: Bool) {
    let rig = CarouselRig(items: 5) { $0.options = [.wrap: wraps ? 1 : 0] }
    for index in [4, 0, 4, 2, 0] {
      rig.carousel.currentItemIndex = index
      rig.frame()
      #expect(rig.takeLog().filter { $0.hasPrefix("index") } == ["index \(index)"])
    }
    rig.carousel.scrollByNumberOfItems(4, duration: 1)
    rig.settle()
    #expect(rig.takeLog().filter { $0.hasPrefix("index") } == ["index 1", "index 2", "index 3", "index 4"])
  }

  @Test("By default each notch of the wheel scrolls to the next item", .proves("D046"))
  func wheel() {
    let rig = CarouselRig()
    rig.carousel.wheel(notches: 1, time: rig.now)
    rig.settle()
    rig.carousel.wheel(notches: 1, time: rig.now)
    rig.settle()
    #expect(rig.carousel.currentItemIndex == 2 && near(rig.carousel.scrollOffset, 2))
  }
}
