import CarouselEngine
import Geometry
import TestSupport
import Testing

/// A delegate that logs all callbacks; `didSettle` is logged as "rest".
@MainActor
private final class RestListener: CarouselDelegate {
  var log: [String] = []
  var rests: [String] { log.filter { $0.hasPrefix("rest") } }
  var onRest: (Carousel) -> Void = { _ in }
  var onEnd: (Carousel) -> Void = { _ in }
  var onBegin: (Carousel) -> Void = { _ in }

  func carousel(_ carousel: Carousel, didSettleAt index: Int, reason: SettleReason) {
    log.append("rest \(index) \(reason)")
    onRest(carousel)
  }
  func carouselWillBeginScrollingAnimation(_ carousel: Carousel) {
    log.append("willBeginScrolling")
    onBegin(carousel)
  }
  func carouselDidEndScrollingAnimation(_ carousel: Carousel) {
    log.append("didEndScrolling")
    onEnd(carousel)
  }
  func carouselDidEndDecelerating(_ carousel: Carousel) { log.append("didEndDecelerating") }
  func carousel(_ carousel: Carousel, didSelectItemAt index: Int) { log.append("didSelect \(index)") }
}

/// Tests of `didSettle` and its reasons.
@MainActor
struct SettleTests {
  private func scene(
    _ type: CarouselType = .linear, items: Int = 10, prepare: (CarouselRig) -> Void = { _ in }
  ) -> (CarouselRig, RestListener) {
    let (rig, listener) = (CarouselRig(type, items: items, prepare: prepare), RestListener())
    rig.carousel.delegate = listener
    rig.frame()
    return (rig, listener)
  }

  @Test("A flick settles once, after all other callbacks", .proves("D013"), arguments: CarouselType.builtIn)
  func flick(type: CarouselType) {
    let (rig, listener) = scene(type, items: 20)
    rig.drag(by: Point(x: -150, y: 0), in: 0.2)
    rig.settle()
    #expect(listener.rests == ["rest \(rig.carousel.currentItemIndex) user"])
    #expect(listener.log.suffix(3).dropLast() == ["willBeginScrolling", "didEndScrolling"])
  }

  @Test(
    "After a slow drag, a tap, a wheel notch, a key or a touch that stops a flick, the carousel settles with the reason user",
    .proves("D013")
  )
  func hand() {
    let (rig, listener) = scene()
    rig.drag(by: Point(x: -70, y: 0), in: 0.5, hold: 0.3)
    rig.settle()
    #expect(listener.rests == ["rest 0 user"])
    rig.tap(at: Point(x: 600, y: 300))
    rig.settle()
    #expect(listener.rests.last == "rest 1 user" && listener.rests.count == 2)
    rig.carousel.wheel(notches: 1, time: rig.now)
    rig.settle()
    #expect(listener.rests.last == "rest 2 user" && listener.rests.count == 3)
    rig.carousel.step(by: 1)
    rig.frame()
    rig.carousel.step(by: 1)
    rig.settle()
    #expect(listener.rests.last == "rest 4 user" && listener.rests.count == 4)
    rig.drag(by: Point(x: 300, y: 0), in: 0.2)
    rig.frame()
    rig.down()
    rig.run(0.5)
    #expect(listener.rests.count == 4)
    rig.up(at: CarouselRig.middle)
    rig.settle()
    #expect(listener.rests.count == 5 && listener.rests.last?.hasSuffix("user") == true)
    // A tap on the current item causes no motion, and neither does a touch while the carousel is at rest.
    rig.tap()
    rig.down()
    rig.move(to: Point(x: 400, y: 350))
    rig.up(at: Point(x: 400, y: 350))
    rig.run(1)
    #expect(listener.rests.count == 5)
  }

  @Test(
    "After the program scrolls or sets the offset, the carousel settles with the reason program if it has moved",
    .proves("D013"))
  func program() {
    let (rig, listener) = scene()
    rig.carousel.scrollToItem(at: 4, animated: true)
    rig.settle()
    #expect(listener.log == ["willBeginScrolling", "didEndScrolling", "rest 4 program"])
    rig.carousel.scrollOffset = 2
    rig.carousel.scrollToItem(at: 5, animated: false)
    rig.carousel.scroll(toOffset: 3.4, duration: 0.3)
    rig.settle()
    #expect(listener.rests.dropFirst() == ["rest 2 program", "rest 5 program", "rest 3 program"])
    rig.carousel.scrollToItem(at: 3, animated: true)
    rig.carousel.scrollOffset = 3
    rig.carousel.scrollOffset = .nan
    rig.run(1)
    #expect(listener.rests.count == 4)
    // The scroll by the program replaces the snap, so the carousel settles only once.
    rig.drag(by: Point(x: -300, y: 0), in: 0.2)
    rig.frame()
    rig.carousel.scrollToItem(at: 0, animated: true)
    rig.frame()
    rig.carousel.scrollToItem(at: 7, animated: true)
    rig.settle()
    #expect(listener.rests.dropFirst(4) == ["rest 7 program"])
  }

  @Test("If autoscroll is switched off or reaches an end, the carousel settles", .proves("D013"))
  func autoscroll() {
    let (rig, listener) = scene()
    rig.carousel.autoscroll = 4
    rig.run(1)
    rig.down()
    rig.up(at: CarouselRig.middle)
    rig.frame()
    rig.drag(by: Point(x: -100, y: 0), in: 0.2)
    rig.run(0.2)
    #expect(listener.rests.isEmpty)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 9 && listener.rests == ["rest 9 autoscroll"])
    rig.carousel.autoscroll = -2
    rig.run(0.5)
    rig.carousel.autoscroll = 0
    rig.run(1)
    #expect(listener.rests == ["rest 9 autoscroll", "rest \(rig.carousel.currentItemIndex) autoscroll"])
  }

  @Test("If a change of content moves the carousel, it settles with the reason dataChange", .proves("D013"))
  func content() {
    let (rig, listener) = scene()
    rig.carousel.scrollToItem(at: 9, animated: false)
    listener.log = []
    rig.itemCount = 9
    rig.carousel.removeItem(at: 9, animated: true)
    rig.settle()
    #expect(listener.rests == ["rest 8 dataChange"])
    rig.itemCount = 3
    rig.carousel.reloadData()
    rig.settle()
    #expect(listener.rests.dropFirst() == ["rest 2 dataChange"])
    rig.itemCount = 5
    rig.carousel.insertItem(at: 4, animated: true)
    rig.carousel.reloadItem(at: 2, animated: true)
    rig.settle()
    #expect(listener.rests.count == 2)
    rig.itemCount = 0
    rig.carousel.reloadData()
    rig.settle()
    #expect(listener.rests.count == 2)
  }

  @Test(
    "Neither the creation nor a resize at rest causes `didSettle`", .proves("D012", "D011", "D013"),
    arguments: CarouselType.builtIn)
  func silence(type: CarouselType) {
    for contained in [false, true] {
      let listener = RestListener()
      let rig = CarouselRig(type) {
        $0.carousel.containsEnds = contained
        $0.carousel.delegate = listener
      }
      rig.carousel.delegate = listener
      rig.settle()
      if !contained { rig.carousel.scrollToItem(at: 5, animated: false) }
      listener.log = []
      for step in 1...100 {
        rig.carousel.bounds = Size(width: 300 + Double(step % 10) * 90, height: 300 + Double(step))
        rig.frame()
      }
      #expect(listener.log.isEmpty)
    }
  }

  @Test("The delegate may start a scroll inside didSettle", .proves("D013"), arguments: [true, false])
  func onwards(animated: Bool) {
    let (rig, listener) = scene()
    listener.onRest = { $0.scrollToItem(at: ($0.currentItemIndex + 1) % 10, animated: animated) }
    rig.carousel.scrollToItem(at: 1, animated: false)
    for _ in 1...200 { rig.frame() }
    let indexes = listener.rests.map { $0.split(separator: " ")[1] }
    #expect(indexes.count >= 5 && indexes.count <= 202)
    #expect(indexes.enumerated().allSatisfy { Int($1) == ($0 + 1) % 10 })
  }

  @Test(
    "If the end callback of a scroll starts a second scroll over no distance, the second scroll also ends",
    .proves("G02", "D013"),
    arguments: [1, 1000])
  func zeroDistance(most: Int) {
    let (rig, listener) = scene()
    var asked = 0
    listener.onEnd = {
      guard asked < most else { return }
      asked += 1
      $0.scrollToItem(at: $0.currentItemIndex, animated: true)
    }
    rig.carousel.scrollToItem(at: 0, animated: true)
    #expect(asked == 1)
    for frame in 1...50 {
      rig.frame()
      #expect(asked <= frame + 1)
    }
    #expect(listener.log.filter { $0 == "willBeginScrolling" }.count >= (most == 1 ? 2 : 50))
    guard most == 1 else { return }
    #expect(
      listener.log == ["willBeginScrolling", "didEndScrolling", "willBeginScrolling", "didEndScrolling"])
    #expect(!rig.carousel.isScrolling && !rig.carousel.needsFrame)
  }

  @Test(
    "If a drag on a ring ends just before the first item, the carousel snaps to this item immediately",
    .proves("G08"))
  func hair() {
    var scroller = Scroller()
    scroller.setRow(ItemRow(count: 10, wraps: true))
    scroller.jump(to: 9.9999999, at: .at(Timestamp(seconds: 0)))
    scroller.beginDrag(translation: 0)
    scroller.endDrag(at: Timestamp(seconds: 1))
    scroller.advance(to: Timestamp(seconds: 1.02))
    #expect(scroller.isIdle && scroller.offset < 1e-9)
  }

  @Test(
    "If a callback removes a tapped item, the item is not selected; if a callback changes its index, its new index is selected",
    .proves("G12"))
  func removedWhileTold() {
    let (rig, listener) = scene()
    listener.onBegin = { carousel in
      rig.itemCount = 9
      carousel.removeItem(at: 1, animated: false)
      listener.onBegin = { _ in }
    }
    #expect(rig.tap(at: Point(x: 600, y: 300)) == .aligned)
    #expect(!listener.log.contains { $0.hasPrefix("didSelect") })
    rig.settle()
    let current = rig.carousel.currentItemIndex
    listener.onBegin = { carousel in
      rig.itemCount = 10
      carousel.insertItem(at: 0, animated: false)
      listener.onBegin = { _ in }
    }
    #expect(rig.tap(at: Point(x: 600, y: 300)) == .selected(current + 2))
  }

  @Test(
    "Only in type .coverFlow2 does an unfinished cover turn need frames", .proves("Y26"),
    arguments: CarouselType.builtIn)
  func unseenTurn(type: CarouselType) {
    let (rig, _) = scene(type)
    rig.carousel.scrollOffset = 1
    _ = rig.carousel.frame()
    rig.carousel.advance(to: rig.now)
    rig.drag(by: Point(x: type == .coverFlow || type == .coverFlow2 ? -120 : -240, y: 0), in: 0.5, hold: 0)
    rig.carousel.beginDrag(at: rig.now)
    _ = rig.carousel.frame()
    #expect(rig.carousel.needsFrame == (type == .coverFlow2 && abs(rig.carousel.toggle) > 1e-6))
  }
}
