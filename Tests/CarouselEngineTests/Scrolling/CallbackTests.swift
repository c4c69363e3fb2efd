import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of the callbacks of motions and of their order, including `didScroll`.
@MainActor
struct CallbackTests {
  /// Creates a carousel of `count` items at rest, and a delegate with an empty log of its calls.
  private func listening(
    _ count: Int = 20, options: [CarouselOption: Double] = [:]
  ) -> (rig: CarouselRig, listener: Listener) {
    let (rig, listener) = (CarouselRig(items: count) { $0.options = options }, Listener())
    listener.options = options
    rig.carousel.delegate = listener
    rig.settle()
    listener.log = []
    return (rig, listener)
  }

  /// Returns the log with repetitions of an event merged.
  private func story(_ listener: Listener) -> [String] {
    listener.log.reduce(into: []) { story, event in if story.last != event { story.append(event) } }
  }

  @Test(
    "An animated scroll has one begin callback before its first movement and one end callback after its last",
    .proves("G01", "G02", "R137")
  )
  func program() {
    let (rig, listener) = listening()
    rig.carousel.scrollToItem(at: 2, animated: true)
    #expect(listener.log == ["willBeginScrolling"])
    rig.settle()
    #expect(
      story(listener) == [
        "willBeginScrolling", "scroll", "index 1", "scroll", "index 2", "scroll", "didEndScrolling",
      ])
    #expect(!rig.carousel.isScrolling && rig.carousel.scrollOffset == 2)
  }

  @Test(
    "A scroll over no distance ends immediately; the creation or a resize of a carousel causes no end callback",
    .proves("G02", "R103"),
    arguments: CarouselType.builtIn)
  func noEnds(type: CarouselType) {
    let (carousel, listener, numbers) = (
      Carousel(bounds: Size(width: 800, height: 600)), Listener(), Numbers(20)
    )
    carousel.type = type
    carousel.delegate = listener
    carousel.dataSource = numbers
    for step in 0..<100 {
      carousel.advance(to: Timestamp(seconds: Double(step) / 60))
      _ = carousel.frame()
      if step > 10 { carousel.bounds = Size(width: 400 + Double(step) * 7, height: 600 - Double(step)) }
    }
    #expect(!listener.log.contains { $0.contains("End") || $0.contains("Begin") || $0.contains("index") })
    carousel.scrollToItem(at: 0, animated: true)
    #expect(listener.log.suffix(2) == ["willBeginScrolling", "didEndScrolling"])
  }

  @Test(
    "If the end callback of a scroll changes the content or the offset, the same frame shows the change",
    .proves("G02", "R137"),
    arguments: [0, 1, 2])
  func changesAtTheEnd(change: Int) {
    let (rig, listener) = listening()
    listener.act = { event in
      guard event == "didEndScrolling" else { return }
      listener.act = { _ in }
      switch change {
      case 0: rig.carousel.reloadData()
      case 1: rig.carousel.scrollOffset = 9
      default:
        rig.itemCount += 1
        rig.carousel.insertItem(at: 0, animated: false)
      }
    }
    rig.carousel.scrollToItem(at: 5, animated: true)
    while rig.carousel.isScrolling {
      rig.now = rig.now + 1 / 60
      rig.carousel.advance(to: rig.now)
      let items = rig.carousel.frame().items
      #expect(items.contains { $0.seenMiddle.distance(to: CarouselRig.middle) <= 101 })
      #expect(Set(items.map(\.index)).count == items.count)
    }
    #expect(rig.carousel.scrollOffset == (change == 1 ? 9 : 5))
  }

  @Test("didScroll is called once for each frame with movement, and never at rest", .proves("G03"))
  func didScroll() {
    let (rig, listener) = listening()
    rig.fling(velocity: -1500)
    var moved = 0
    for _ in 1...200 {
      let before = rig.carousel.scrollOffset
      let calls = listener.log.count { $0 == "scroll" }
      rig.frame()
      let now = listener.log.count { $0 == "scroll" }
      #expect(now - calls == (rig.carousel.scrollOffset == before ? 0 : 1))
      moved += now - calls
    }
    #expect(moved > 30)
    listener.log = []
    rig.run(10)
    #expect(listener.log == [])
  }

  @Test(
    "Passing seven items causes seven index callbacks; a step from the last item to the first causes one",
    .proves("G04"))
  func indexes() {
    let (rig, listener) = listening(10, options: [.wrap: 1])
    rig.carousel.scrollByNumberOfItems(7, duration: 0.5)
    rig.settle()
    #expect(listener.log.filter { $0.hasPrefix("index") } == (1...7).map { "index \($0)" })
    rig.carousel.currentItemIndex = 9
    listener.log = []
    rig.carousel.scrollByNumberOfItems(1, duration: 0.5)
    rig.settle()
    #expect(listener.log.filter { $0.hasPrefix("index") } == ["index 0"])
  }

  @Test(
    "If a carousel passes up to a thousand items in a frame, each item is reported; if more, only the last item is reported",
    .proves("G04"),
    arguments: [(1000, 1000), (1001, 1)])
  func inOneFrame(count: Int, calls: Int) {
    let (rig, listener) = listening(5000)
    rig.carousel.scrollByNumberOfItems(count, duration: 0.01)
    rig.frame()
    rig.frame()
    let told = listener.log.filter { $0.hasPrefix("index") }
    #expect(told.count == calls && told.last == "index \(count)")
  }

  @Test(
    "A flick among a thousand items causes the callbacks of drag, deceleration and snap in order",
    .proves("G05", "G06", "G07", "G08", "R139", "X022")
  )
  func flick() {
    let (rig, listener) = listening(1000)
    rig.carousel.scrollOffset = 500
    listener.log = []
    rig.drag(by: Point(x: -120, y: 0), in: 0.1)
    rig.settle()
    let expected = [
      "willBeginDragging", "scroll", "didEndDragging, glides", "willBeginDecelerating", "scroll",
      "didEndDecelerating",
      "willBeginScrolling", "didEndScrolling",
    ]
    let events = listener.log.filter { !$0.hasPrefix("index") }
    #expect(events.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } } == expected)
    let indexes = listener.log.filter { $0.hasPrefix("index") }
    #expect(indexes == (501...rig.carousel.currentItemIndex).map { "index \($0)" })
  }

  @Test(
    "If a contact moves less than 8 points, no drag begins", .proves("G05", "R109"),
    arguments: [0.0, 5, 7.9])
  func click(distance: Double) {
    let (rig, listener) = listening()
    rig.carousel.scrollOffset = 4
    rig.settle()
    listener.log = []
    rig.down()
    rig.move(to: Point(x: 400 - distance, y: 300))
    rig.up(at: Point(x: 400 - distance, y: 300))
    rig.settle()
    #expect(rig.carousel.scrollOffset == 4)
    #expect(!listener.log.contains { $0.contains("Dragging") || $0 == "scroll" })
  }

  @Test(
    "After a slow release the delegate is notified that no deceleration follows, and the carousel snaps",
    .proves("G06"))
  func slowRelease() {
    let (rig, listener) = listening()
    rig.fling(velocity: -300, after: -60)
    rig.settle()
    #expect(
      story(listener) == [
        "willBeginDragging", "scroll", "didEndDragging", "willBeginScrolling", "scroll", "didEndScrolling",
      ])
  }

  @Test(
    "In each callback isDragging, isDecelerating and isScrolling describe the state after the reported change",
    .proves("G07", "G08", "Y30", "Y31", "Y32", "R32"))
  func properties() {
    let (rig, listener) = listening()
    var states: [String: [Bool]] = [:]
    listener.act = { event in
      let carousel = rig.carousel
      states[event] = [carousel.isDragging, carousel.isDecelerating, carousel.isScrolling]
    }
    rig.fling(velocity: -1000, after: -60)
    rig.settle()
    #expect(states["willBeginDragging"] == [true, false, false])
    #expect(states["didEndDragging, glides"] == [false, true, false])
    #expect(states["willBeginDecelerating"] == [false, true, false])
    #expect(states["didEndDecelerating"] == [false, false, true])
    #expect(states["didEndScrolling"] == [false, false, false])
  }

  @Test("Without scrollToItemBoundary no snap follows the deceleration", .proves("G08"))
  func noAlignment() {
    let (rig, listener) = listening()
    rig.carousel.scrollToItemBoundary = false
    rig.fling(velocity: -1000)
    rig.settle()
    #expect(
      listener.log.filter { $0.contains("Scrolling") } == [] && listener.log.contains("didEndDecelerating"))
  }

  @Test(
    "If the delegate is replaced during a scroll, the new delegate gets all further callbacks",
    .proves("R39", "Y02"))
  func another() {
    let (rig, listener) = listening()
    let next = Listener()
    rig.carousel.scrollToItem(at: 8, duration: 1)
    rig.run(0.5)
    rig.carousel.delegate = next
    let heard = listener.log.count
    rig.settle()
    #expect(listener.log.count == heard && heard > 5)
    #expect(next.log.contains("scroll") && next.log.contains("index 8") && next.log.last == "didEndScrolling")
  }

  @Test(
    "A new delegate is asked for options and item width at the next frame; without a delegate the defaults apply",
    .proves("Y02"))
  func asked() {
    let rig = CarouselRig(items: 20)
    let listener = Listener()
    (listener.itemWidth, listener.options) = (250, [.spacing: 2, .wrap: 1])
    rig.carousel.delegate = listener
    #expect(rig.carousel.needsFrame)
    rig.frame()
    #expect(near(rig.drawn(1)?.seenMiddle.x ?? 0, 900) && rig.carousel.isWrapEnabled)
    rig.carousel.delegate = nil
    rig.frame()
    #expect(near(rig.drawn(1)?.seenMiddle.x ?? 0, 650) && !rig.carousel.isWrapEnabled)
  }
}
