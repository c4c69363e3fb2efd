import CarouselUI
import HeadlessCompositor
import Testing

/// Tooltips and context menus of views.
@MainActor
struct TooltipTests {
  @Test(
    "A tooltip opens after the pointer has rested for 0.5 s; a key press closes it and still reaches the window"
  )
  func opens() throws {
    let rig = try PopupRig()
    rig.button.tooltip = "Opens a picture"
    rig.hover(rig.at(40, 30))
    rig.rig.wait(0.3)
    rig.hover(rig.at(42, 30))
    rig.rig.wait(0.3)
    #expect(rig.popups.isEmpty, "the pointer has moved meanwhile")
    rig.rig.wait(0.3)
    rig.rig.runUntilSettled()
    let popup = try #require(rig.popups.first)
    #expect(popup.isMapped && !popup.isGrabbing)
    #expect(popup.position.y >= 50)
    rig.tap(.right)
    #expect(rig.keys == 1 && rig.popups.isEmpty, "a key closes the tooltip and goes to the window")
    rig.hover(rig.at(200, 200))
    rig.hover(rig.at(40, 30))
    rig.rig.wait(0.6)
    rig.rig.runUntilSettled()
    #expect(rig.popups.count == 1)
    rig.hover(rig.at(200, 200))
    rig.rig.compositor.settle()
    #expect(rig.popups.isEmpty)
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "A tooltip shows the whole text of a truncated title; a title that fits has no tooltip",
    arguments: [60.0, 200])
  func truncated(width: Double) throws {
    let rig = try PopupRig()
    let button = Button("Delete the selected pictures")
    button.frame = Rect(x: 150, y: 16, width: 2 * width - 60, height: 34)
    let segments = SegmentedControl(["A", "A longer title"])
    segments.frame = Rect(x: 20, y: 100, width: 2 * width, height: 34)
    rig.ui.contentView.addSubview(button)
    rig.ui.contentView.addSubview(segments)
    rig.rig.runUntilSettled()
    func hasTooltip(_ x: Double, _ y: Double) -> Bool {
      rig.hover(rig.at(10, 220))
      rig.hover(rig.at(x, y))
      rig.rig.wait(0.6)
      rig.rig.runUntilSettled()
      return rig.popups.count == 1
    }
    let isNarrow = width < 100
    #expect(hasTooltip(160, 30) == isNarrow)
    #expect(hasTooltip(20 + 1.5 * width, 115) == isNarrow)
    #expect(!hasTooltip(20 + 0.5 * width, 115))
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test("A press closes the tooltip, and the tooltip stays closed until the pointer has left the view")
  func closesByPress() throws {
    let rig = try PopupRig()
    rig.button.tooltip = "Opens a picture"
    rig.hover(rig.at(40, 30))
    rig.rig.wait(0.6)
    rig.rig.runUntilSettled()
    #expect(rig.popups.count == 1)
    rig.click(40, 30)
    rig.rig.wait(1)
    #expect(rig.popups.isEmpty)
  }

  @Test("If the window gets another size, the tooltip of a high view stays below the pointer")
  func highView() throws {
    let rig = try PopupRig()
    rig.button.frame = Rect(x: 20, y: 16, width: 80, height: 200)
    rig.button.tooltip = "Opens a picture"
    rig.rig.runUntilSettled()
    rig.hover(rig.at(40, 60))
    rig.rig.wait(0.6)
    rig.rig.runUntilSettled()
    let popup = try #require(rig.popups.first)
    let position = popup.position
    #expect(position.y < 120)
    let requests = rig.rig.compositor.requestCount(of: "xdg_popup.reposition")
    let toplevel = try #require(rig.rig.compositor.toplevels.first)
    toplevel.resize(width: 401, height: 240)
    rig.rig.runUntilSettled()
    #expect(rig.popups.first?.position.x == position.x && rig.popups.first?.position.y == position.y)
    // The popup is reactive, so it is repositioned once for the new size of its parent.
    #expect(rig.rig.compositor.requestCount(of: "xdg_popup.reposition") - requests <= 1)
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "A right click opens the context menu at the pointer; contextMenu receives the point in the view's coordinates"
  )
  func contextMenu() throws {
    let rig = try PopupRig()
    var point: Point?
    rig.button.contextMenu = {
      point = $0
      return rig.items()
    }
    rig.click(40, 30, .right)
    let popup = try #require(rig.popups.first)
    #expect(point == Point(x: 20, y: 14))
    #expect(popup.isGrabbing && popup.position == (40, 31))
    rig.tap(.down)
    rig.tap(.enter)
    #expect(rig.chosen == ["Open"])
    rig.click(300, 200, .right)
    #expect(rig.popups.isEmpty, "a right click outside of the button opens no menu")
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "A long press opens the context menu and does not press the view; a moving finger does not open the menu")
  func longPress() throws {
    let rig = try PopupRig()
    let control = Button("Card")
    control.frame = Rect(x: 150, y: 100, width: 100, height: 40)
    var clicks = 0
    control.onClick = { clicks += 1 }
    control.contextMenu = { _ in rig.items() }
    rig.ui.contentView.addSubview(control)
    rig.rig.runUntilSettled()
    rig.seat.touch.down(at: rig.at(200, 120))
    rig.rig.compositor.settle()
    rig.rig.wait(0.3)
    #expect(rig.popups.isEmpty)
    rig.rig.wait(0.3)
    rig.rig.runUntilSettled()
    #expect(rig.popups.count == 1)
    rig.seat.touch.up()
    rig.rig.runUntilSettled()
    #expect(clicks == 0)
    rig.tap(.escape)
    rig.seat.touch.down(at: rig.at(200, 120))
    rig.seat.touch.move(to: rig.at(240, 120))
    rig.rig.compositor.settle()
    rig.rig.wait(1)
    rig.seat.touch.up()
    rig.rig.runUntilSettled()
    #expect(rig.popups.isEmpty)
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test("The menu key opens the context menu of the focused view")
  func menuKey() throws {
    let rig = try PopupRig()
    let control = Button("Card")
    control.frame = Rect(x: 150, y: 100, width: 100, height: 40)
    control.contextMenu = { _ in rig.items() }
    rig.ui.contentView.addSubview(control)
    control.becomeFocused()
    rig.tap(HeadlessCompositor.Key(code: 127))
    let popup = try #require(rig.popups.first)
    #expect(popup.position == (200, 121))
    rig.tap(.enter)
    #expect(rig.chosen == ["Open"])
  }

  @Test("The motion, a press and the leave of one pointer do not close the tooltip of another pointer")
  func twoPointers() throws {
    let rig = try PopupRig()
    rig.button.tooltip = "Opens a picture"
    let guest = rig.rig.compositor.addSeat(named: "guest")
    rig.rig.runUntilSettled()
    rig.hover(rig.at(40, 30))
    rig.rig.wait(0.6)
    rig.rig.runUntilSettled()
    #expect(rig.popups.count == 1)
    for action in [
      { guest.pointer.move(to: rig.at(200, 200)) }, { guest.pointer.click(at: rig.at(200, 200)) },
      { guest.pointer.scroll(notches: 1) }, { guest.pointer.leave() },
    ] {
      action()
      rig.rig.compositor.settle()
      rig.rig.wait(0.02)
      #expect(rig.popups.count == 1)
    }
    rig.hover(rig.at(200, 200))
    rig.rig.compositor.settle()
    #expect(rig.popups.isEmpty)
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }
}
