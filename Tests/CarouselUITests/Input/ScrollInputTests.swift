import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// Scrolls of wheels and touchpads in a window with a carousel.
@MainActor
struct ScrollInputTests {
  @Test("A wheel notch steps by one item, in a horizontal and a vertical carousel", arguments: [false, true])
  func wheel(isVertical: Bool) throws {
    let rig = try WindowRig { $0.isVertical = isVertical }
    rig.seat.pointer.move(to: (320, 180))
    rig.seat.pointer.scroll(notches: 1)
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 1)
    rig.seat.pointer.scroll(notches: -1)
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 0)
  }

  @Test("A touchpad scroll moves the carousel by points, and the carousel snaps when the fingers are lifted")
  func touchpad() throws {
    let rig = try WindowRig()
    rig.seat.pointer.move(to: (320, 180))
    for _ in 1...8 {
      rig.seat.pointer.scroll(dx: 15, dy: 0)
      rig.compositor.run(frames: 1)
    }
    #expect(abs(rig.carousel.scrollOffset - 120 / 160) < 1e-9)
    rig.seat.pointer.endScroll([.horizontal])
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 1)
  }

  @Test("If the end of a touchpad scroll was not reported, a press ends the scroll and can begin a drag")
  func pressAfterUnfinishedScroll() throws {
    let rig = try WindowRig()
    rig.seat.pointer.move(to: (320, 180))
    rig.seat.pointer.scroll(dx: 15, dy: 0)
    rig.compositor.run(frames: 1)
    #expect(rig.carousel.isDragging)
    rig.drag(from: (320, 180), by: (-160, 0))
    rig.runUntilSettled()
    #expect(!rig.carousel.isDragging)
    #expect(rig.carousel.scrollOffset == 1)
  }

  @Test(
    "At the contained end of a carousel, a new scroll of a wheel or touchpad scrolls the view around it",
    arguments: [false, true])
  func containedEnd(isTouchpad: Bool) throws {
    let rig = try WindowRig(cards: Cards(count: 0))
    let (inner, cards) = (CarouselView(size: Size(width: 640, height: 200)), Cards(count: 8))
    inner.carousel.isVertical = true
    inner.carousel.snapAlignment = .start
    inner.carousel.containsEnds = true
    inner.carousel.dataSource = cards
    let column = StackView(.vertical, [inner, View(size: Size(width: 640, height: 900))])
    let page = ScrollView(column, size: Size(width: 640, height: 360))
    rig.add(page, at: .zero)
    rig.runUntilSettled()
    rig.seat.pointer.move(to: (320, 100))
    func scroll() {
      if isTouchpad {
        rig.seat.pointer.scroll(dx: 0, dy: 40)
      } else {
        rig.seat.pointer.scroll(notches: 1)
      }
      rig.compositor.run(frames: 6)
    }
    func endScroll() {
      if isTouchpad { rig.seat.pointer.endScroll([.vertical]) }
      rig.runUntilSettled()
      rig.wait(1)
    }
    for _ in 0..<40 { scroll() }
    #expect(page.contentOffset.y == 0, "the scroll that began in the carousel stays there")
    endScroll()
    #expect(!inner.carousel.canScrollForward && inner.carousel.scrollOffset < 7)
    for _ in 0..<3 { scroll() }
    endScroll()
    #expect(page.contentOffset.y > 100)
  }

  @Test("If isScrollEnabled is false, drags, wheels and keys have no effect", .proves("Y10"))
  func scrollingDisabled() throws {
    let rig = try WindowRig { $0.isScrollEnabled = false }
    rig.drag(from: (320, 180), by: (-160, 0))
    rig.seat.pointer.scroll(notches: 2)
    rig.seat.keyboard.tap(.right)
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 0)
  }
}
