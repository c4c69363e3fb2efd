import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// Keys in a window with a carousel.
@MainActor
struct KeyInputTests {
  @Test(
    "Each arrow key scrolls by one item; keys pressed during the animation add further items", .proves("I07"))
  func arrowKeys() throws {
    let rig = try WindowRig()
    for _ in 1...3 {
      rig.seat.keyboard.tap(.right)
      rig.compositor.run(frames: 2)
    }
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 3)
    rig.seat.keyboard.tap(.left)
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 2)
    rig.seat.keyboard.tap(.end)
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 19)
    rig.seat.keyboard.tap(.pageUp)
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 14)
    rig.seat.keyboard.tap(.home)
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 0)
  }

  @Test(
    "Page Up and Page Down scroll by a page, with and without paging; by five items if a page has one item",
    arguments: [1, 3, 5, 10], [false, true])
  func pageKeys(itemsPerPage: Int, isPagingEnabled: Bool) throws {
    let rig = try WindowRig(cards: Cards(count: 60)) {
      $0.itemsPerPage = itemsPerPage
      $0.isPagingEnabled = isPagingEnabled
    }
    let distance = Double(itemsPerPage == 1 ? 5 : itemsPerPage)
    for (key, offset) in [
      (HeadlessCompositor.Key.pageDown, distance), (.pageDown, 2 * distance), (.pageUp, distance),
    ] {
      rig.seat.keyboard.tap(key)
      rig.runUntilSettled()
      #expect(rig.carousel.scrollOffset == offset)
    }
  }

  @Test(
    "In right-to-left layout, the next item is at the left, for keys, the wheel, touchpad scrolls, drags and taps",
    .proves("D032", "D061"))
  func rightToLeft() throws {
    let rig = try WindowRig { $0.layoutDirection = .rightToLeft }
    let presses: [(key: HeadlessCompositor.Key, offset: Double)] = [
      (.left, 1), (.left, 2), (.right, 1), (.down, 2), (.up, 1), (.pageDown, 6),
    ]
    for (key, offset) in presses {
      rig.seat.keyboard.tap(key)
      rig.runUntilSettled()
      #expect(rig.carousel.scrollOffset == offset)
    }
    rig.seat.pointer.move(to: (320, 180))
    rig.seat.pointer.scroll(notches: 1)
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 7)
    rig.seat.pointer.scroll(dx: -40, dy: 0)
    rig.compositor.run(frames: 1)
    #expect(abs(rig.carousel.scrollOffset - 7.25) < 1e-9)
    rig.seat.pointer.endScroll([.horizontal])
    rig.runUntilSettled()
    rig.drag(from: (320, 180), by: (-160, 0))
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 6)
    rig.tap(at: (320 - 160, 180))
    rig.runUntilSettled()
    #expect(rig.carousel.currentItemIndex == 7)
  }

  @Test("The arrow keys follow a rotated scroll axis", .proves("T13"), arguments: [0.5, -1.2, .pi])
  func rotatedAxis(angle: Double) throws {
    let rig = try WindowRig { $0.axisAngle = angle }
    // The forward direction points right and slightly down at 0.5, up and slightly right at −1.2, left at π.
    let forward: [HeadlessCompositor.Key] =
      angle == .pi ? [.left, .down] : angle < 0 ? [.up, .right] : [.right, .down]
    for (position, key) in forward.enumerated() {
      rig.seat.keyboard.tap(key)
      rig.runUntilSettled()
      #expect(rig.carousel.scrollOffset == Double(position + 1))
    }
  }

  @Test("The arrow keys of the number pad scroll while Num Lock is off")
  func numberPad() throws {
    let rig = try WindowRig()
    let (right, end) = (HeadlessCompositor.Key(code: 77), HeadlessCompositor.Key(code: 79))
    rig.seat.keyboard.tap(right)
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 1)
    rig.seat.keyboard.tap(end)
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 19)
  }

  @Test(
    "If a window has two carousels, a drag scrolls only the carousel in which it begins, and keys then scroll the same carousel",
    .proves("X006")
  )
  func twoCarousels() throws {
    let rig = try WindowRig()
    let (above, below) = (rig.ui.carouselView, CarouselView(size: Size(width: 640, height: 180)))
    let others = Cards(size: Size(width: 120, height: 80))
    let column = StackView(.vertical, [above, below])
    column.distribution = .fillEqually
    rig.ui.contentView = column
    below.carousel.dataSource = others
    rig.runUntilSettled()
    // The drag begins in the lower carousel and moves over the upper one. The drag stays with the lower
    // carousel.
    rig.drag(from: (320, 270), by: (-120, -100))
    rig.runUntilSettled()
    #expect(above.carousel.scrollOffset == 0)
    #expect(below.carousel.scrollOffset == 1)
    rig.seat.keyboard.tap(.right)
    rig.runUntilSettled()
    #expect((above.carousel.scrollOffset, below.carousel.scrollOffset) == (0, 2))
    rig.tap(at: (320, 90))
    rig.seat.keyboard.tap(.right)
    rig.runUntilSettled()
    #expect((above.carousel.scrollOffset, below.carousel.scrollOffset) == (1, 2))
  }
}
