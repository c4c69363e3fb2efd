import CarouselEngine
import Geometry
import Testing

/// A delegate that hears of long presses, double taps and swipes across the axis.
@MainActor
final class Presses: CarouselDelegate {
  var log: [String] = []
  var swipes: [PerpendicularSwipe] = []
  var act: (String) -> Void = { _ in }

  private func note(_ event: String) {
    log.append(event)
    act(event)
  }

  func carouselWillBeginDragging(_ carousel: Carousel) { note("willBeginDragging") }
  func carousel(_ carousel: Carousel, didSelectItemAt index: Int) { note("didSelect \(index)") }
  func carousel(_ carousel: Carousel, didLongPressItemAt index: Int) { note("longPress \(index)") }
  func carousel(_ carousel: Carousel, didDoubleTapItemAt index: Int) { note("doubleTap \(index)") }
  func carousel(_ carousel: Carousel, didSwipePerpendicularly swipe: PerpendicularSwipe) {
    swipes.append(swipe)
    note("swipe \(swipe.phase) \(swipe.index)")
  }
}

/// Stories of fingers that lie still, tap twice or swipe across.
@MainActor
struct PressTests {
  private let presses = Presses()
  private let right = Point(x: 600, y: 300)

  private func rig(
    _ type: CarouselType = .linear, items: Int = 10, prepare: (CarouselRig) -> Void = { _ in }
  ) -> CarouselRig {
    let rig = CarouselRig(type, items: items, prepare: prepare)
    rig.carousel.delegate = presses
    rig.frame()
    presses.log = []
    return rig
  }

  @Test(
    "I04 D025 a finger that lies still for half a second presses, on the current item and on others",
    arguments: [0, 1])
  func longPress(index: Int) {
    let rig = rig()
    let point = index == 0 ? CarouselRig.middle : right
    let began = rig.now
    rig.down(at: point)
    #expect(rig.carousel.wakeTime == began + 0.5)
    rig.wait(0.3)
    rig.move(to: point + Point(x: 3, y: -3))
    rig.wait(0.2)
    rig.frame()
    #expect(presses.log == ["longPress \(index)"] && rig.carousel.wakeTime == nil)
    rig.move(to: point + Point(x: 200, y: 0))
    #expect(rig.up(at: point) == nil)
    rig.settle()
    #expect(presses.log == ["longPress \(index)"] && rig.carousel.scrollOffset == 0)
    // Released, it is over.
    rig.tap(at: right)
    #expect(presses.log.last == "didSelect 1")
  }

  @Test("I04 a long press is told of once, also when nobody asked for frames meanwhile")
  func longPressWithoutFrames() {
    let rig = rig()
    rig.down()
    rig.wait(2)
    rig.move(to: CarouselRig.middle + Point(x: 1, y: 0))
    rig.wait(2)
    #expect(rig.up(at: CarouselRig.middle) == nil)
    #expect(presses.log == ["longPress 0"])
    rig.down()
    rig.wait(0.6)
    #expect(rig.up(at: CarouselRig.middle) == nil)
    #expect(presses.log == ["longPress 0", "longPress 0"])
  }

  @Test("I04 no long press: moved before, lifted before, in a gap, on what was moving")
  func noLongPress() {
    let rig = rig(items: 40)
    rig.down()
    rig.move(to: Point(x: 380, y: 300))
    rig.run(1)
    rig.up(at: Point(x: 380, y: 300))
    rig.settle()
    rig.tap()
    rig.run(1)
    rig.down(at: Point(x: 400, y: 20))
    rig.run(1)
    rig.up(at: Point(x: 400, y: 20))
    rig.carousel.scrollToItem(at: 9, duration: 2)
    rig.run(1)
    rig.down()
    rig.run(1)
    #expect(rig.up(at: CarouselRig.middle) == .stoppedMotion)
    #expect(!presses.log.contains { $0.contains("longPress") })
  }

  @Test("I04 where nobody listens a slow tap is a tap, and a slow start is a drag")
  func unheard() {
    let rig = CarouselRig()
    rig.down(at: right)
    rig.run(1)
    #expect(rig.up(at: right) == .selected(1))
    rig.settle()
    rig.down()
    rig.run(1)
    rig.move(to: Point(x: 420, y: 300))
    #expect(rig.carousel.isDragging)
    rig.up(at: Point(x: 420, y: 300))
    rig.settle()
    #expect(rig.tap() == .selected(1) && rig.tap() == .selected(1))
  }

  @Test(
    "I04 two taps within 0.3 s: the first selects at once, the second is told as a double tap",
    arguments: [0, 1])
  func doubleTap(index: Int) {
    let rig = rig()
    let point = index == 0 ? CarouselRig.middle : right
    #expect(rig.tap(at: point) == .selected(index))
    rig.run(0.2)
    #expect(rig.tap(at: point) == .doubleTapped(index))
    #expect(presses.log == ["didSelect \(index)", "doubleTap \(index)"])
    rig.settle()
    #expect(rig.carousel.scrollOffset == Double(index))
    // A third tap begins anew.
    rig.run(0.2)
    #expect(rig.tap() == .selected(index))
  }

  @Test("I04 no double tap: too slow, elsewhere, a drag between")
  func noDoubleTap() {
    let rig = rig()
    rig.tap()
    rig.wait(0.31)
    rig.tap()
    rig.wait(0.1)
    rig.tap(at: right)
    rig.settle()
    rig.wait(1)
    rig.tap()
    rig.down()
    rig.move(to: Point(x: 420, y: 300))
    rig.up(at: Point(x: 420, y: 300))
    rig.tap()
    #expect(!presses.log.contains { $0.hasPrefix("doubleTap") })
  }

  @Test("I04 M12 the item of the first tap is gone: the second is a tap on its successor")
  func doubleTapOnRemoved() {
    let rig = rig()
    presses.act = { [unowned rig] event in
      guard event == "didSelect 0" else { return }
      rig.itemCount -= 1
      rig.carousel.removeItem(at: 0, animated: false)
    }
    #expect(rig.tap() == .selected(0))
    rig.wait(0.1)
    #expect(rig.tap() == .selected(0))
    presses.act = { _ in }
    rig.tap()
    rig.wait(0.1)
    rig.carousel.reloadData()
    rig.frame()
    #expect(rig.tap() == .selected(0))
    #expect(!presses.log.contains { $0.hasPrefix("doubleTap") })
  }

  @Test(
    "I04 M13 the item of the first tap has moved on: the second is its double tap", arguments: [false, true])
  func doubleTapOnMoved(batch: Bool) {
    let rig = rig()
    presses.act = { [unowned rig] event in
      guard event == "didSelect 0" else { return }
      rig.itemCount += 1
      if batch {
        rig.carousel.performBatchUpdates { rig.carousel.insertItem(at: 0, animated: false) }
      } else {
        rig.carousel.insertItem(at: 0, animated: false)
      }
    }
    #expect(rig.tap() == .selected(0))
    rig.wait(0.1)
    #expect(rig.tap(at: right) == .doubleTapped(1))
    #expect(presses.log == ["didSelect 0", "doubleTap 1"])
  }

  @Test("I04 who hears of a press or a double tap may do anything")
  func reentrance() {
    let rig = rig(items: 3)
    presses.act = { [unowned rig] event in
      switch event {
      case "longPress 0":
        rig.itemCount = 0
        rig.carousel.reloadData()
      case "doubleTap 0": rig.carousel.scrollToItem(at: 2, animated: true)
      default: break
      }
    }
    rig.tap()
    rig.wait(0.1)
    #expect(rig.tap() == .doubleTapped(0))
    rig.settle()
    #expect(rig.carousel.scrollOffset == 2)
    rig.carousel.scrollOffset = 0
    rig.down()
    rig.run(1)
    #expect(rig.up(at: CarouselRig.middle) == nil && rig.carousel.currentItemIndex == -1)
  }

  @Test("Y33 D026 a swipe across is handed on: item, points, speed, progress", arguments: [false, true])
  func swipe(vertical: Bool) {
    let rig = rig { $0.carousel.isVertical = vertical }
    func point(_ along: Double, _ across: Double) -> Point {
      CarouselRig.middle + (vertical ? Point(x: across, y: along) : Point(x: along, y: across))
    }
    let extent = vertical ? 200.0 : 150
    rig.down()
    rig.wait(0.01)
    rig.move(to: point(1, -10))
    for step in 1...20 {
      rig.wait(0.01)
      rig.move(to: point(100, -10 - 10 * Double(step)))
    }
    rig.up(at: point(100, -210))
    let (first, last) = (presses.swipes.first, presses.swipes.last)
    #expect(first?.phase == .began && first?.travelled == 0 && first?.progress == 0 && first?.index == 0)
    #expect(last?.phase == .ended && last?.travelled == -200 && last?.progress == -1)
    #expect(near(last?.velocity ?? 0, -1000, within: 1))
    #expect(near(presses.swipes[5].progress, -50 / extent))
    #expect(presses.swipes.count == 22)
    #expect(presses.swipes[1..<21].allSatisfy { $0.phase == .changed })
    rig.settle()
    #expect(rig.carousel.scrollOffset == 0 && !presses.log.contains("willBeginDragging"))
  }

  @Test("D026 a swipe across that is taken away is cancelled once; in a gap there is none")
  func cancelledSwipe() {
    let rig = rig()
    rig.down(at: right)
    rig.move(to: right + Point(x: 0, y: 30))
    rig.carousel.contactCancelled(id: 7, time: rig.now)
    rig.up(at: right)
    #expect(presses.log == ["swipe began 1", "swipe cancelled 1"])
    presses.log = []
    rig.down(at: Point(x: 400, y: 20))
    rig.move(to: Point(x: 400, y: 60))
    rig.up(at: Point(x: 400, y: 60))
    #expect(presses.log == [])
  }

  @Test("D026 M12 M13 a swipe stays with its item, and is cancelled once when that goes", arguments: 0..<3)
  func swipeOnChangingContent(change: Int) {
    let rig = rig()
    rig.down(at: right)
    rig.move(to: right + Point(x: 0, y: 30))
    rig.itemCount += 1
    rig.carousel.insertItem(at: 0, animated: true)
    rig.move(to: right + Point(x: 0, y: 40))
    rig.itemCount -= 1
    switch change {
    case 0: rig.carousel.removeItem(at: 2, animated: true)
    case 1: rig.carousel.performBatchUpdates { rig.carousel.removeItem(at: 2, animated: false) }
    default: rig.carousel.reloadData()
    }
    rig.move(to: right + Point(x: 0, y: 50))
    rig.up(at: right + Point(x: 0, y: 50))
    rig.settle()
    #expect(presses.log == ["swipe began 1", "swipe changed 2", "swipe cancelled 2"])
    #expect(presses.swipes.last?.travelled == 10 && presses.swipes.last?.velocity == 0)
  }

  @Test("D027 D057 the axis is decided once until release, also when the axis turns meanwhile")
  func axisIsDecidedOnce() {
    let rig = rig(items: 40)
    rig.down()
    rig.move(to: CarouselRig.middle + Point(x: 0, y: 20))
    rig.carousel.isVertical = true
    rig.move(to: CarouselRig.middle + Point(x: 0, y: 120))
    rig.move(to: CarouselRig.middle + Point(x: 200, y: 120))
    #expect(presses.swipes.last?.travelled == 100 && rig.carousel.scrollOffset == 0)
    rig.up(at: CarouselRig.middle)
    #expect(!presses.log.contains("willBeginDragging"))

    rig.carousel.isVertical = false
    rig.frame()
    presses.log = []
    rig.down()
    rig.move(to: CarouselRig.middle + Point(x: -20, y: 0))
    rig.carousel.isVertical = true
    rig.frame()
    rig.move(to: CarouselRig.middle + Point(x: -300, y: 0))
    rig.move(to: CarouselRig.middle + Point(x: -300, y: -300))
    #expect(rig.carousel.isDragging && rig.carousel.scrollOffset > 1)
    rig.up(at: CarouselRig.middle + Point(x: -300, y: -300))
    #expect(!presses.log.contains { $0.hasPrefix("swipe") || $0.hasPrefix("didSelect") })
  }

  @Test("D028 a press that moves on drags, and selects nothing")
  func dragOverButton() {
    let rig = rig()
    rig.down()
    #expect(!rig.carousel.isContactDragging)
    rig.move(to: Point(x: 392, y: 300))
    #expect(rig.carousel.isContactDragging)
    rig.move(to: Point(x: 250, y: 300))
    rig.move(to: CarouselRig.middle)
    #expect(rig.up(at: CarouselRig.middle) == nil && !rig.carousel.isContactDragging)
    rig.settle()
    #expect(presses.log == ["willBeginDragging"])
  }

  @Test("a second finger is not taken, so others may have it; after the first one's end it is")
  func secondFinger() {
    let rig = rig()
    #expect(rig.carousel.contactBegan(id: 1, at: CarouselRig.middle, time: rig.now))
    #expect(!rig.carousel.contactBegan(id: 2, at: right, time: rig.now))
    rig.carousel.contactEnded(id: 1, at: CarouselRig.middle, time: rig.now)
    #expect(rig.carousel.contactBegan(id: 2, at: right, time: rig.now))
  }
}
