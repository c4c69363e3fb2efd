import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

@MainActor
struct InputTests {
  @Test(
    "Dragging with the pointer along the scroll axis scrolls the carousel", .proves("T13"),
    arguments: [false, true])
  func dragWithPointer(isVertical: Bool) throws {
    let rig = try WindowRig { $0.isVertical = isVertical }
    let pitch = rig.carousel.itemWidth
    rig.drag(from: (320, 180), by: isVertical ? (0, -pitch) : (-pitch, 0))
    rig.runUntilSettled()
    #expect(rig.carousel.currentItemIndex == 1)
    #expect(rig.carousel.scrollOffset == 1)
  }

  @Test(
    "Dragging across the scroll axis does not scroll the carousel", .proves("Y33"), arguments: [false, true])
  func dragAcross(isVertical: Bool) throws {
    let rig = try WindowRig { $0.isVertical = isVertical }
    rig.drag(from: (320, 180), by: isVertical ? (-150, 0) : (0, -150))
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 0)
  }

  @Test(
    "After a flick with a finger, the carousel moves on and settles on an item", .proves("Y07"),
    arguments: [false, true])
  func flickWithFinger(isVertical: Bool) throws {
    let rig = try WindowRig { $0.isVertical = isVertical }
    rig.flick(from: (320, 180), by: isVertical ? (0, -120) : (-120, 0))
    #expect(rig.carousel.scrollOffset < 2)
    rig.runUntilSettled()
    #expect(rig.carousel.currentItemIndex >= 2)
    #expect(rig.carousel.scrollOffset == Double(rig.carousel.currentItemIndex))
  }

  @Test("A tap on an item beside the center scrolls this item to the center", .proves("Y24"))
  func tapToCenter() throws {
    let rig = try WindowRig()
    rig.tap(at: (320 + 160, 180))
    rig.runUntilSettled()
    #expect(rig.carousel.currentItemIndex == 1)
  }

  @Test("A tap is recognized with any touch ID, even if the compositor sends no wl_touch.frame")
  func touchWithoutFrames() throws {
    let rig = try WindowRig()
    rig.seat.touch.framePolicy = .never
    rig.tap(at: (320 - 10 + 160, 180))
    rig.runUntilSettled()
    #expect(rig.carousel.currentItemIndex == 1)
  }

  @Test("wl_touch.cancel ends a drag, and the carousel snaps to an item")
  func canceledTouch() throws {
    let rig = try WindowRig()
    rig.seat.touch.down(at: (320, 180))
    for step in 1...6 {
      rig.compositor.run(frames: 1)
      rig.seat.touch.move(to: (320 - Double(step) * 16, 180))
    }
    rig.seat.touch.cancel()
    #expect(rig.runUntilSettled())
    #expect(!rig.carousel.isDragging)
    #expect(rig.carousel.scrollOffset == rig.carousel.scrollOffset.rounded())
  }

  @Test("If the pointer leaves during a drag, the drag ends and does not resume when the pointer returns")
  func pointerLeavesInDrag() throws {
    let rig = try WindowRig()
    rig.seat.pointer.move(to: (320, 180))
    rig.seat.pointer.press()
    for step in 1...6 {
      rig.compositor.run(frames: 1)
      rig.seat.pointer.move(to: (320 - Double(step) * 16, 180))
    }
    rig.compositor.run(frames: 1)
    #expect(rig.carousel.isDragging)
    rig.seat.pointer.leave()
    #expect(rig.runUntilSettled())
    #expect(!rig.carousel.isDragging)
    let offset = rig.carousel.scrollOffset
    #expect(offset == offset.rounded())
    rig.seat.pointer.move(to: (320, 180))
    rig.seat.pointer.move(to: (120, 180))
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == offset)
  }

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

  @Test("If isScrollEnabled is false, drags, wheels and keys have no effect", .proves("Y10"))
  func scrollingDisabled() throws {
    let rig = try WindowRig { $0.isScrollEnabled = false }
    rig.drag(from: (320, 180), by: (-160, 0))
    rig.seat.pointer.scroll(notches: 2)
    rig.seat.keyboard.tap(.right)
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 0)
  }

  @Test("Removing a carousel cancels the drag on it")
  func removedInMidDrag() throws {
    let rig = try WindowRig()
    let (second, cards) = (CarouselView(size: Size(width: 640, height: 360)), Cards())
    second.carousel.dataSource = cards
    rig.add(second, at: .zero)
    rig.runUntilSettled()
    rig.seat.touch.down(at: (320, 180))
    for step in 1...4 {
      rig.compositor.run(frames: 1)
      rig.seat.touch.move(to: (320 - Double(step) * 20, 180))
    }
    rig.compositor.run(frames: 1)
    #expect(second.carousel.isDragging)
    second.removeFromSuperview()
    #expect(!second.carousel.isDragging)
    rig.seat.touch.up()
    rig.runUntilSettled()
    #expect(rig.carousel.scrollOffset == 0)
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

  @Test("The cursor is a closed hand during a drag, and the application's cursor afterwards")
  func applicationCursor() throws {
    let rig = try WindowRig()
    rig.ui.window.cursor = .crosshair
    let seat = rig.seat
    seat.pointer.move(to: (320, 180))
    seat.pointer.press()
    for step in 1...10 {
      rig.compositor.run(frames: 1)
      seat.pointer.move(to: (320 - Double(step) * 10, 180))
    }
    rig.compositor.run(frames: 1)
    #expect(rig.ui.cursors.map(\.value) == [.grabbing])
    guard case .shape(17) = seat.pointer.cursor else {
      Issue.record("during the drag the cursor is \(seat.pointer.cursor)")
      return
    }
    seat.pointer.release()
    rig.runUntilSettled()
    #expect(rig.ui.window.cursor == .crosshair)
    guard case .shape(8) = seat.pointer.cursor else {
      Issue.record("after the drag the cursor is \(seat.pointer.cursor)")
      return
    }
  }

  @Test("Dragging with the tip of a pen scrolls the carousel")
  func dragWithPen() throws {
    let rig = try WindowRig()
    let pen = rig.seat.addTool()
    rig.compositor.run(frames: 1)
    let pitch = rig.carousel.itemWidth
    pen.move(to: (320, 180))
    pen.down()
    for step in 1...10 {
      rig.compositor.run(frames: 1)
      pen.move(to: (320 - pitch * Double(step) / 10, 180))
    }
    rig.compositor.run(frames: 15)
    pen.up()
    rig.runUntilSettled()
    #expect(rig.carousel.currentItemIndex == 1)
  }

  @Test("The pointers of two seats have cursors of their own")
  func cursorsOfTwoSeats() throws {
    let rig = try WindowRig()
    let field = TextField("text")
    field.frame = Rect(x: 10, y: 10, width: 200, height: 34)
    rig.ui.contentView.addSubview(field)
    let second = rig.compositor.addSeat(named: "guest")
    rig.runUntilSettled()
    rig.seat.pointer.move(to: (50, 20))
    second.pointer.move(to: (400, 100))
    rig.compositor.run(frames: 2)
    func shape(_ seat: HeadlessCompositor.Seat) -> UInt32? {
      if case .shape(let number) = seat.pointer.cursor { number } else { nil }
    }
    // The numbers of wp_cursor_shape_device_v1.shape: 1 is the arrow, 9 the text cursor.
    #expect(shape(rig.seat) == 9 && shape(second) == 1)
    second.pointer.move(to: (60, 20))
    rig.seat.pointer.move(to: (400, 100))
    rig.compositor.run(frames: 2)
    #expect(shape(rig.seat) == 1 && shape(second) == 9 && field.isHovered)
    rig.seat.pointer.leave()
    rig.compositor.run(frames: 2)
    #expect(shape(second) == 9 && field.isHovered)
    #expect(rig.compositor.protocolErrors == [])
  }

  @Test("When the pointer of one seat moves or leaves, a drag with the pointer of another seat continues")
  func twoSeats() throws {
    let rig = try WindowRig()
    let second = rig.compositor.addSeat(named: "guest")
    rig.compositor.run(frames: 1)
    second.pointer.move(to: (320, 180))
    second.pointer.press()
    for step in 1...10 {
      rig.compositor.run(frames: 1)
      second.pointer.move(to: (320 - Double(step) * 10, 180))
    }
    #expect(rig.carousel.isDragging)
    rig.seat.pointer.move(to: (300, 100))
    rig.seat.pointer.leave()
    rig.compositor.run(frames: 1)
    #expect(rig.carousel.isDragging)
    rig.compositor.removeSeat(second)
    rig.runUntilSettled()
    #expect(!rig.carousel.isDragging)
    #expect(rig.compositor.protocolErrors == [])
  }
}
