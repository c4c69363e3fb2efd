import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of long presses and double taps.
@MainActor
struct PressTests {
  private let presses = Presses()
  private let right = Point(x: 600, y: 300)

  @Test(
    "Holding a finger still for half a second is a long press, on any item", .proves("I04", "D025"),
    arguments: [0, 1])
  func longPress(index: Int) {
    let rig = presses.rig()
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
    // The long press has ended, so the next tap is an ordinary tap.
    rig.tap(at: right)
    #expect(presses.log.last == "didSelect 1")
  }

  @Test(
    "A long press ends if the delegate replaces the contact while the pressed item is found", .proves("I04"))
  func replacedContact() {
    let rig = CallbackRig(items: 5, .custom)
    rig.carousel.contactBegan(id: 1, at: CallbackRig.middle, time: rig.now)
    rig.now = rig.now + 0.5
    rig.once(.transform) {
      rig.carousel.contactCanceled(id: 1, time: rig.now)
      rig.carousel.contactBegan(id: 2, at: CallbackRig.right, time: rig.now)
    }
    rig.frame()
    #expect(rig.log == [])
    // The new contact has a long press of its own.
    rig.run(0.6)
    #expect(rig.log == ["longPress 1"])
  }

  @Test("A long press is reported once, even without frames", .proves("I04"))
  func longPressWithoutFrames() {
    let rig = presses.rig()
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

  @Test(
    "A contact is not a long press if it moves, is short, is beside the items or has stopped a motion",
    .proves("I04"))
  func noLongPress() {
    let rig = presses.rig(items: 40)
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

  @Test("A long press and a double tap that the delegate does not handle are ordinary taps", .proves("I04"))
  func unhandled() {
    presses.handlesPresses = false
    let rig = presses.rig()
    rig.down(at: right)
    rig.run(0.7)
    #expect(rig.up(at: right) == .selected(1))
    #expect(presses.log == ["longPress 1", "didSelect 1"])
    rig.settle()
    #expect(rig.tap() == .selected(1))
    rig.wait(0.05)
    #expect(rig.tap() == .selected(1))
    #expect(presses.log.suffix(3) == ["didSelect 1", "doubleTap 1", "didSelect 1"])
  }

  @Test(
    "If the delegate has no long press method, a slow tap selects the item, and a finger that moves after a second begins a drag",
    .proves("I04")
  )
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
    "If a second tap follows within 0.3 s, the first tap selects immediately, and the second tap is reported as a double tap",
    .proves("I04"),
    arguments: [0, 1])
  func doubleTap(index: Int) {
    let rig = presses.rig()
    let point = index == 0 ? CarouselRig.middle : right
    #expect(rig.tap(at: point) == .selected(index))
    rig.run(0.2)
    #expect(rig.tap(at: point) == .doubleTapped(index))
    #expect(presses.log == ["didSelect \(index)", "doubleTap \(index)"])
    rig.settle()
    #expect(rig.carousel.scrollOffset == Double(index))
    // A third tap starts a new sequence.
    rig.run(0.2)
    #expect(rig.tap() == .selected(index))
  }

  @Test(
    "Two taps are not a double tap if they are too slow, too far apart, or separated by a drag",
    .proves("I04"))
  func noDoubleTap() {
    let rig = presses.rig()
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

  @Test(
    "If the item of the first tap is removed, the second tap selects the item that took its index",
    .proves("I04", "M12"))
  func doubleTapOnRemoved() {
    let rig = presses.rig()
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
    "If the item of the first tap gets another index, a second tap on the item is a double tap",
    .proves("I04", "M13"),
    arguments: [false, true])
  func doubleTapOnMoved(batch: Bool) {
    let rig = presses.rig()
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
    // A batch keeps the current item in the center.
    #expect(rig.tap(at: batch ? CarouselRig.middle : right) == .doubleTapped(1))
    #expect(presses.log == ["didSelect 0", "doubleTap 1"])
  }

  @Test("The delegate may call any method from a long press or double tap callback", .proves("I04"))
  func reentrance() {
    let rig = presses.rig(items: 3)
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

  @Test(
    "A contact that moves by 8 points begins a drag and selects nothing, even if it is lifted where it came down",
    .proves("D028"))
  func dragOverButton() {
    let rig = presses.rig()
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

  @Test("While one finger is down, a second finger is ignored")
  func secondFinger() {
    let rig = presses.rig()
    #expect(rig.carousel.contactBegan(id: 1, at: CarouselRig.middle, time: rig.now))
    #expect(!rig.carousel.contactBegan(id: 2, at: right, time: rig.now))
    rig.carousel.contactEnded(id: 1, at: CarouselRig.middle, time: rig.now)
    #expect(rig.carousel.contactBegan(id: 2, at: right, time: rig.now))
  }
}
