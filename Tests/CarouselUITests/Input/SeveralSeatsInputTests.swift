import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// Two seats in one window.
@MainActor
struct SeveralSeatsInputTests {
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

  @Test("A press with one pointer does not end the touchpad scroll of another pointer")
  func scrollOfOtherSeat() throws {
    let rig = try WindowRig()
    let second = rig.compositor.addSeat(named: "guest")
    let button = Button("Press")
    button.frame = Rect(x: 10, y: 10, width: 100, height: 34)
    rig.ui.contentView.addSubview(button)
    rig.runUntilSettled()
    rig.seat.pointer.move(to: (320, 180))
    rig.seat.pointer.scroll(dx: 15, dy: 0)
    rig.compositor.run(frames: 1)
    #expect(rig.carousel.isDragging)
    second.pointer.click(at: (30, 20))
    rig.compositor.run(frames: 1)
    #expect(rig.carousel.isDragging)
    rig.seat.pointer.endScroll([.horizontal])
    rig.runUntilSettled()
    #expect(!rig.carousel.isDragging)
  }

  @Test("A pointer over a border has the resize cursor while the pointer of another seat drags")
  func borderDuringDrag() throws {
    let rig = try TitleBarRig()
    let second = rig.compositor.addSeat(named: "guest")
    rig.run()
    second.pointer.move(to: (260, 220))
    second.pointer.press()
    for step in 1...5 {
      rig.compositor.run(frames: 1)
      second.pointer.move(to: (260 - Double(step) * 10, 220))
    }
    rig.compositor.run(frames: 1)
    #expect(rig.ui.carousel.isDragging)
    rig.seat.pointer.move(to: (96, 220))
    rig.compositor.run(frames: 2)
    #expect(Set(rig.ui.cursors.values) == [.grabbing, .resizeLeft])
    second.pointer.release()
    rig.run()
    #expect(rig.compositor.protocolErrors == [])
  }
}
