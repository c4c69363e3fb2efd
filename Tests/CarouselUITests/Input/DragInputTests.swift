import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// Drags, flicks and taps of pointers, fingers and pens in a window with a carousel.
@MainActor
struct DragInputTests {
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
}
