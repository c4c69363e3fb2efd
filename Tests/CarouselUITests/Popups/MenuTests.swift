import CarouselUI
import HeadlessCompositor
import Testing

/// Menus in their own surfaces.
@MainActor
struct MenuTests {
  @Test("A menu opens below its button and grabs the input; the item under the pointer is highlighted")
  func opens() throws {
    let rig = try PopupRig()
    let (menu, opened) = try rig.openMenu()
    let popup = try #require(rig.popups.first)
    #expect(opened.isOpen && popup.isGrabbing && popup.isMapped)
    #expect(popup.position == (20, 50))
    let point = try rig.place(of: 0, in: menu, popup)
    func pixel() -> UInt32 { rig.rig.compositor.capture()[Int(point.x) - 40, Int(point.y) - 10] }
    #expect(pixel() == 0xffff_ffff)
    rig.hover(point)
    for _ in 0..<3 {
      rig.rig.compositor.run(frames: 2)
      rig.rig.queue.runAll()
    }
    #expect(menu.markedIndex == 0)
    #expect(pixel() != 0xffff_ffff)
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test("A click on an item chooses it and closes the menu; the menu can be opened again")
  func chooses() throws {
    let rig = try PopupRig()
    for round in 1...2 {
      let (menu, opened) = try rig.openMenu()
      var closeCount = 0
      opened.onClose = { closeCount += 1 }
      rig.seat.pointer.click(at: try rig.place(of: 1, in: menu, rig.popups[0]))
      rig.rig.runUntilSettled()
      #expect(rig.chosen.count == round)
      #expect(!opened.isOpen && closeCount == 1 && rig.popups.isEmpty)
    }
    #expect(rig.chosen == ["Print", "Print"])
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test("While a menu is open, the arrow keys, Return and Escape control it and do not reach the window")
  func keys() throws {
    let rig = try PopupRig()
    let (menu, _) = try rig.openMenu()
    let keysBefore = rig.keys
    rig.tap(.down)
    rig.tap(.down)
    #expect(menu.markedIndex == 1)
    rig.tap(.enter)
    #expect(rig.chosen == ["Print"] && rig.popups.isEmpty)
    try rig.openMenu()
    rig.tap(.escape)
    #expect(rig.popups.isEmpty && rig.chosen == ["Print"])
    #expect(rig.keys == keysBefore)
    rig.tap(.down)
    #expect(rig.keys == keysBefore + 1, "after the menu has closed, keys go to the window again")
  }

  @Test("A press outside of a menu, in the window or elsewhere, closes the menu and has no other effect")
  func closesOutside() throws {
    let rig = try PopupRig()
    for point in [rig.at(350, 200), (620.0, 340.0)] {
      let opened = try rig.openMenu().popup
      rig.seat.pointer.move(to: point)
      rig.seat.pointer.press()
      rig.seat.pointer.release()
      rig.rig.runUntilSettled()
      #expect(!opened.isOpen && rig.popups.isEmpty)
    }
    #expect(rig.chosen.isEmpty)
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  /// A device that presses a point of the window.
  enum Device: CaseIterable, Sendable { case pointer, touch, pen }

  @Test(
    "A press outside of a menu closes the menu only, with each device: its movement and release do not reach the views either",
    arguments: Device.allCases)
  func closesOnly(device: Device) throws {
    let rig = try PopupRig()
    let pen = rig.seat.addTool()
    var clicks = 0
    let other = Button("Other") { clicks += 1 }
    other.frame = Rect(x: 260, y: 150, width: 100, height: 40)
    rig.ui.contentView.addSubview(other)
    rig.rig.runUntilSettled()
    let start = rig.at(310, 170)
    /// Presses the other button and lifts the contact; with a distance, drags the carousel behind it.
    func press(_ distance: Double = 0) {
      let steps = (1...8).map { (start.x - distance * Double($0) / 8, start.y) }
      switch device {
      case .pointer:
        rig.seat.pointer.move(to: start)
        rig.seat.pointer.press()
        for step in steps {
          rig.rig.compositor.run(frames: 1)
          rig.seat.pointer.move(to: step)
        }
        rig.seat.pointer.release()
      case .touch:
        rig.seat.touch.down(at: start, id: 3)
        for step in steps {
          rig.rig.compositor.run(frames: 1)
          rig.seat.touch.move(to: step, id: 3)
        }
        rig.seat.touch.up(id: 3)
      case .pen:
        pen.move(to: start)
        pen.down()
        for step in steps {
          rig.rig.compositor.run(frames: 1)
          pen.move(to: step)
        }
        pen.up()
      }
      rig.rig.runUntilSettled()
    }
    for distance in [0, 120.0] {
      let opened = try rig.openMenu().popup
      press(distance)
      #expect(!opened.isOpen && rig.popups.isEmpty)
      #expect(clicks == 0 && !other.isFocused && !other.isHighlighted)
      #expect(rig.rig.carousel.scrollOffset == 0)
    }
    press()
    #expect(clicks == 1, "without a menu, the press reaches the button")
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test("A press of a side button of the mouse closes a menu")
  func sideButton() throws {
    let rig = try PopupRig()
    // Without a press the popup has no grab, so the compositor does not dismiss it.
    let opened = try #require(rig.ui.present(MenuView(rig.items()), of: button))
    rig.rig.runUntilSettled()
    try #require(rig.popups.first?.isGrabbing == false)
    rig.seat.pointer.click(at: rig.at(310, 170), .side)
    rig.rig.runUntilSettled()
    #expect(!opened.isOpen && rig.popups.isEmpty)
  }

  @Test("If the compositor leaves the menu open, a press in the window closes it", arguments: Device.allCases)
  func closesWithoutDismissal(device: Device) throws {
    let rig = try PopupRig()
    let pen = rig.seat.addTool()
    var clicks = 0
    let other = Button("Other") { clicks += 1 }
    other.frame = Rect(x: 260, y: 150, width: 100, height: 40)
    rig.ui.contentView.addSubview(other)
    rig.rig.runUntilSettled()
    // Without a press the popup has no grab, so the compositor does not dismiss it.
    let opened = try #require(rig.ui.present(MenuView(rig.items()), of: rig.button))
    rig.rig.runUntilSettled()
    try #require(rig.popups.first?.isGrabbing == false)
    let point = rig.at(310, 170)
    switch device {
    case .pointer: rig.seat.pointer.click(at: point)
    case .touch: rig.rig.tap(at: point)
    case .pen:
      pen.move(to: point)
      pen.down()
      pen.up()
    }
    rig.rig.runUntilSettled()
    #expect(!opened.isOpen && clicks == 0)
  }

  @Test("A pen or finger that rests on a view opens its context menu", arguments: [Device.touch, .pen])
  func longPress(device: Device) throws {
    let rig = try PopupRig()
    let pen = rig.seat.addTool()
    rig.button.contextMenu = { [rig] _ in rig.items() }
    rig.rig.runUntilSettled()
    if device == .pen {
      pen.move(to: rig.at(40, 30))
      pen.down()
    } else {
      rig.seat.touch.down(at: rig.at(40, 30), id: 3)
    }
    rig.rig.compositor.settle()
    rig.rig.wait(0.6)
    rig.rig.runUntilSettled()
    #expect(rig.popups.count == 1)
  }

  @Test("A tap on an item chooses the item and closes the menu, like a click")
  func touch() throws {
    let rig = try PopupRig()
    let (menu, _) = try rig.openMenu()
    rig.rig.tap(at: try rig.place(of: 4, in: menu, rig.popups[0]))
    rig.rig.runUntilSettled()
    #expect(rig.chosen == ["Delete"] && rig.popups.isEmpty)
  }

  @Test("The right arrow key opens a submenu beside its item, and the left arrow key closes it")
  func submenuByKeys() throws {
    let rig = try PopupRig()
    let (menu, _) = try rig.openMenu()
    for _ in 0..<3 { rig.tap(.down) }
    #expect(menu.markedIndex == 3)
    rig.tap(.right)
    #expect(rig.popups.count == 2)
    let (outer, inner) = (rig.popups[0], rig.popups[1])
    #expect(inner.isGrabbing)
    #expect(inner.position.x >= outer.configuredSize.width - 12)
    rig.tap(.left)
    #expect(rig.popups.count == 1)
    rig.tap(.right)
    rig.tap(.down)
    rig.tap(.enter)
    #expect(
      rig.chosen == ["Chat"] && rig.popups.isEmpty, "the first item was highlighted when the submenu opened")
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test("A tap on an item with a submenu opens the submenu, and a tap on an item of the submenu closes both")
  func submenuByTouch() throws {
    let rig = try PopupRig()
    let menu = try rig.openMenu().menu
    rig.rig.tap(at: try rig.place(of: 3, in: menu, rig.popups[0]))
    rig.rig.runUntilSettled()
    try #require(rig.popups.count == 2 && rig.chosen.isEmpty)
    // The items of the submenu have the same heights. Its position is relative to its parent menu.
    let (outer, inner) = (rig.popups[0].position, try rig.place(of: 1, in: menu, rig.popups[1]))
    rig.rig.tap(at: (inner.x + Double(outer.x), inner.y + Double(outer.y)))
    rig.rig.runUntilSettled()
    #expect(rig.chosen == ["Chat"] && rig.popups.isEmpty)
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "A submenu opens when the pointer rests on its item, and closes when the pointer rests on another item")
  func submenuByPointer() throws {
    let rig = try PopupRig()
    let (menu, _) = try rig.openMenu()
    rig.seat.pointer.move(to: try rig.place(of: 3, in: menu, rig.popups[0]))
    rig.rig.runUntilSettled()
    #expect(rig.popups.count == 1)
    rig.rig.wait(0.25)
    rig.rig.runUntilSettled()
    #expect(rig.popups.count == 2)
    rig.hover(rig.at(300, 230))
    rig.rig.wait(0.5)
    #expect(rig.popups.count == 2 && menu.markedIndex == 3)
    rig.hover(try rig.place(of: 0, in: menu, rig.popups[0]))
    rig.rig.wait(0.25)
    rig.rig.runUntilSettled()
    #expect(rig.popups.count == 1 && menu.markedIndex == 0)
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test("Near the lower right corner of the screen, a menu opens above its button and stays on the screen")
  func constraints() throws {
    let rig = try PopupRig(at: (300, 230))
    try rig.openMenu()
    let popup = try #require(rig.popups.first)
    let bottom = 230 + popup.position.y + popup.configuredSize.height
    #expect(bottom <= 360)
    #expect(300 + popup.position.x + popup.configuredSize.width <= 640)
  }

  @Test("A popover with an arrow points at its view from above and below, and Escape closes it")
  func popover() throws {
    for (position, edge) in [((100, 60), PopoverView.Edge.top), ((100, 300), .bottom)] {
      let rig = try PopupRig(at: position)
      rig.click(40, 30)
      let field = TextField("name")
      let popover = PopoverView(field)
      popover.arrowEdge = .top
      let popup = try #require(rig.ui.present(popover, of: rig.button))
      rig.rig.runUntilSettled()
      #expect(popover.arrowEdge == edge)
      #expect(rig.popups.count == 1 && field.isFocused)
      rig.seat.keyboard.type("x")
      rig.rig.runUntilSettled()
      #expect(field.text == "namex")
      rig.tap(.escape)
      #expect(!popup.isOpen && rig.popups.isEmpty)
      #expect(rig.rig.compositor.protocolErrors.isEmpty)
    }
  }

  @Test("When a window closes, its menus close, too")
  func closesWithTheWindow() throws {
    let rig = try PopupRig()
    let opened = try rig.openMenu().popup
    rig.ui.close()
    rig.rig.compositor.settle()
    #expect(!opened.isOpen)
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test("If a view is not in the window, its menu does not open")
  func unknownView() throws {
    let rig = try PopupRig()
    #expect(rig.ui.present(MenuView(rig.items()), of: View()) == nil)
    #expect(rig.popups.isEmpty)
  }

  @Test(
    "When a window gets another size, an open menu and an open popover follow their view",
    arguments: [true, false])
  func followsView(isMenu: Bool) throws {
    let rig = try PopupRig()
    let button = Button("Menu")
    rig.ui.contentView = StackView(.horizontal, [View().growing(), button])
    rig.rig.runUntilSettled()
    let before = try #require(button.convert(.zero, to: nil)).x
    if isMenu {
      rig.ui.present(MenuView(rig.items()), of: rig.button)
    } else {
      rig.ui.present(PopoverView(View(size: Size(width: 40, height: 30))), of: button)
    }
    rig.rig.runUntilSettled()
    let popup = try #require(rig.popups.first)
    let position = popup.position
    try #require(rig.rig.compositor.toplevels.first).resize(width: 340, height: 240)
    rig.rig.runUntilSettled()
    let after = try #require(button.convert(.zero, to: nil)).x
    #expect(after < before)
    #expect(Double(popup.position.x - position.x) == after - before)
    #expect(popup.parentConfigure.map { [$0.width, $0.height] } == [340, 240])
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }
}
