import CarouselUI
import HeadlessCompositor
import TestSupport
import Testing

/// Menus, popovers, tooltips and alerts that a view presents.
@MainActor
struct ViewPopupTests {
  /// A window with a button in an item.
  private func makeWindow(_ situation: Situation, _ hand: Hand, onClick: @escaping (Button) -> Void) throws
    -> (ControlWindow, Button)
  {
    let button = Button("Open")
    let window = try ControlWindow.make(
      situation, hand, button, at: Rect(x: 100, y: 80, width: 100, height: 34))
    button.onClick = { [unowned button] in onClick(button) }
    return (window, button)
  }

  @Test(
    "A button in an item opens a menu below the button's bounding box on the screen",
    arguments: RealControlTests.planes, Hand.allCases)
  func menu(situation: Situation, hand: Hand) throws {
    var chosen: [String] = []
    let items = ["Copy", "Paste"].map { title in MenuItem(title) { chosen.append(title) } }
    let menu = MenuView(items)
    var opened: (any ViewPopup)?
    let (window, button) = try makeWindow(situation, hand) { opened = $0.present(menu) }
    try window.tap(button)
    let popup = try #require(window.rig.compositor.popups.first)
    #expect(popup.isGrabbing && popup.isMapped && opened?.isOpen == true)
    let box = try #require(button.homography(to: nil)).boundingBox(of: button.bounds)
    #expect(abs(Double(popup.position.x) - box.minX) <= 1 && abs(Double(popup.position.y) - box.maxY) <= 1)
    var closeCount = 0
    opened?.onClose = { closeCount += 1 }
    try window.tapPopup(menu, menu.frame(ofItem: 1).center)
    #expect(chosen == ["Paste"] && closeCount == 1 && opened?.isOpen == false)
    #expect(window.isCarouselAtStart)
    #expect(window.rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "A button in an item opens a popover, whose control can be used, and then an alert",
    arguments: RealControlTests.planes, Hand.allCases)
  func popoverAndAlert(situation: Situation, hand: Hand) throws {
    var heard: [String] = []
    let inner = Button("Inner") { heard.append("inner") }
    var opened: (any ViewPopup)?
    let (window, button) = try makeWindow(situation, hand) { opened = $0.present(PopoverView(inner)) }
    try window.tap(button)
    #expect(window.rig.compositor.popups.count == 1 && opened?.isOpen == true)
    try window.tapPopup(inner, inner.bounds.center)
    #expect(heard == ["inner"] && opened?.isOpen == true)
    window.key(.escape)
    #expect(window.rig.compositor.popups.isEmpty && opened?.isOpen == false)
    let alert = AlertView("Delete?", responses: [.init("no", title: "No"), .init("yes", title: "Yes")]) {
      heard.append($0)
    }
    button.onClick = { [unowned button] in button.present(alert) }
    try window.tap(button)
    #expect(alert.isInWindow && heard == ["inner"])
    // The alert covers the card.
    try window.tap(window.card, 5, 5)
    try window.tap(#require(alert.focusTargets.last))
    #expect(!alert.isInWindow && heard == ["inner", "yes"] && window.isCarouselAtStart)
    #expect(window.rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "A long press or a right click on a button in an item opens its context menu and does not press it",
    arguments: RealControlTests.planes, Hand.allCases)
  func contextMenu(situation: Situation, hand: Hand) throws {
    var (heard, point): ([String], Point?) = ([], nil)
    let (window, button) = try makeWindow(situation, hand) { _ in heard.append("click") }
    button.contextMenu = {
      point = $0
      return [MenuItem("Copy") { heard.append("copy") }]
    }
    let place = try window.place(button, 30, 10)
    switch hand {
    case .touch, .pen:
      try window.press(button, 30, 10)
      window.rig.wait(0.6)
      window.settle()
      window.lift()
    case .pointer: window.rig.seat.pointer.click(at: place, .right)
    }
    window.settle()
    let popup = try #require(window.rig.compositor.popups.first)
    #expect(abs(Double(popup.position.x) - place.x) <= 1 && abs(Double(popup.position.y) - place.y) <= 2)
    let inside = try #require(point)
    #expect(inside.distance(to: Point(x: 30, y: 10)) < 0.01)
    window.key(.down)
    window.key(.enter)
    #expect(heard == ["copy"] && window.isCarouselAtStart && !button.isHighlighted)
    #expect(window.rig.compositor.protocolErrors.isEmpty)
  }

  @Test(
    "While the pointer rests on a button in an item, its tooltip is below the button's bounding box on the screen",
    arguments: RealControlTests.planes)
  func tiltedTooltip(situation: Situation) throws {
    let (window, button) = try makeWindow(situation, .pointer) { _ in }
    button.tooltip = "Opens a picture"
    let place = try window.place(button, 95, 30)
    window.rig.seat.pointer.move(to: place)
    window.rig.compositor.settle()
    window.rig.wait(0.6)
    window.settle()
    let popup = try #require(window.rig.compositor.popups.first)
    let box = try #require(button.homography(to: nil)).boundingBox(of: button.bounds)
    #expect(Double(popup.position.y) >= box.maxY - 1 && Double(popup.position.y) <= box.maxY + 20)
    let next = try window.place(button, 103, 30)
    window.rig.seat.pointer.move(to: next)
    window.rig.compositor.settle()
    #expect(window.rig.compositor.popups.isEmpty)
    #expect(window.rig.compositor.protocolErrors.isEmpty)
  }

  @Test("A view in a popover can present a menu; when the view presents an alert, menu and popover close")
  func nested() throws {
    let rig = try PopupRig()
    rig.click(40, 30)
    let inner = Button("More")
    let menu = MenuView(rig.items())
    inner.onClick = { [unowned inner] in inner.present(menu) }
    #expect(rig.button.present(PopoverView(inner)) != nil)
    rig.rig.runUntilSettled()
    inner.onClick?()
    rig.rig.runUntilSettled()
    #expect(rig.popups.count == 2 && rig.ui.openPopups.count == 1)
    let alert = AlertView("Delete?", responses: [.init("no", title: "No"), .init("yes", title: "Yes")])
    #expect(inner.present(alert))
    rig.rig.runUntilSettled()
    #expect(rig.popups.isEmpty && alert.isInWindow && alert.root === rig.button.root)
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test("A key press closes a tooltip that a view has presented, and still reaches the window")
  func tooltip() throws {
    let rig = try PopupRig()
    let opened = rig.button.present(TooltipView("Saved"))
    rig.rig.runUntilSettled()
    #expect(opened?.isOpen == true && rig.popups.count == 1)
    rig.tap(.right)
    #expect(opened?.isOpen == false && rig.popups.isEmpty && rig.keys == 1)
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test("Outside of a window, a view presents nothing")
  func outside() {
    let view = View()
    #expect(view.present(MenuView([])) == nil && view.present(PopoverView(View())) == nil)
    #expect(view.present(TooltipView("")) == nil && !view.present(AlertView("", responses: [])))
  }

  // MARK: Menus that are higher than the screen

  /// The ways to scroll to the last item.
  enum Way: CaseIterable { case wheel, finger, keys }

  @Test(
    "If a menu is too long for the screen, it is as high as the screen at most, and scrolls to its last item",
    arguments: Way.allCases)
  func tall(way: Way) throws {
    let rig = try PopupRig()
    rig.click(40, 30)
    var chosen: [Int] = []
    let menu = MenuView((0..<40).map { index in MenuItem("Item \(index)") { chosen.append(index) } })
    #expect(rig.button.present(menu) != nil)
    rig.rig.runUntilSettled()
    let popup = try #require(rig.popups.first)
    #expect(60 + popup.position.y >= 0 && popup.configuredSize.height <= 360)
    let middle = rig.at(
      Double(popup.position.x) + 50, Double(popup.position.y + popup.configuredSize.height / 2))
    switch way {
    case .wheel:
      rig.hover(middle)
      for _ in 0..<30 {
        rig.seat.pointer.scroll(notches: 1)
        rig.rig.compositor.run(frames: 2)
      }
      rig.rig.compositor.run(frames: 60)
      let place = try rig.place(of: 39, in: menu, popup)
      #expect(place.y < 360)
      rig.seat.pointer.move(to: place)
      rig.seat.pointer.click(at: place)
    case .finger:
      for _ in 0..<12 {
        rig.seat.touch.down(at: middle, id: 4)
        for step in 1...10 {
          rig.seat.touch.move(to: (middle.x, middle.y - Double(step) * 15), id: 4)
          rig.rig.compositor.run(frames: 1)
        }
        rig.seat.touch.up(id: 4)
        rig.rig.compositor.run(frames: 60)
      }
      #expect(chosen.isEmpty)
      rig.rig.tap(at: try rig.place(of: 39, in: menu, popup))
    case .keys:
      rig.tap(.end)
      let place = try rig.place(of: 39, in: menu, popup)
      #expect(menu.markedIndex == 39 && place.y < 360)
      rig.tap(.enter)
    }
    rig.rig.runUntilSettled()
    #expect(chosen == [39])
    #expect(rig.popups.isEmpty)
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }
}
