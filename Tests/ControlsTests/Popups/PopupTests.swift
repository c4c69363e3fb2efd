import Controls
import Drawing
import Geometry
import Testing
import ViewFixtures
import Views

@Suite("Menus, popovers, alerts and tooltips")
@MainActor
struct PopupTests {
  private func items(_ log: @escaping @MainActor (String) -> Void) -> [MenuItem] {
    var disabled = MenuItem("Paste") { log("paste") }
    disabled.isEnabled = false
    return [
      MenuItem("Copy") { log("copy") }, disabled, .separator, MenuItem("Cut") { log("cut") },
      MenuItem("Sort", submenu: [MenuItem("Name")]),
    ]
  }

  @Test(
    "A tap on a menu item chooses the item; disabled items and separators cannot be chosen",
    arguments: Way.all)
  func menuPress(way: Way) {
    let stage = ControlStage(way.plane)
    var log: [String] = []
    let menu = stage.add(MenuView(items { log.append($0) }))
    menu.onChoose = { log.append("closed after \($0.title)") }
    func tap(_ index: Int) {
      let middle = menu.frame(ofItem: index).center
      stage.tap(menu, middle.x, middle.y, as: way.kind)
    }
    tap(3)
    tap(1)
    tap(2)
    #expect(log == ["cut", "closed after Cut"])
    // If a press moves to another item, the release chooses that item. A release outside of the menu chooses
    // no item.
    stage.press(menu, 20, 10, as: way.kind)
    #expect(menu.markedIndex == 0)
    stage.move(menu, 20, menu.frame(ofItem: 3).center.y)
    #expect(menu.markedIndex == 3)
    stage.move(menu, 20, -60)
    stage.lift(menu, 20, -60)
    #expect(log.count == 2 && menu.markedIndex == nil)
  }

  @Test("A finger that swipes over a menu to a side chooses nothing; a mouse chooses where it is released")
  func menuSwipe() {
    for (kind, isChosen) in [(Contact.Kind.touch, false), (.pointer(.primary), true)] {
      let stage = ControlStage()
      var log: [String] = []
      let menu = stage.add(MenuView(items { log.append($0) }))
      stage.press(menu, 20, 10, as: kind)
      stage.move(menu, 100, 12)
      stage.lift(menu, 100, 12)
      #expect(log == (isChosen ? ["copy"] : []) && (isChosen || menu.markedIndex == nil))
    }
  }

  @Test("A menu without space for all shortcuts shows none, so that no title and no shortcut is cut")
  func menuWithoutShortcuts() {
    let commands = ["A command with a long title", "Short"].map {
      MenuItem(Command($0, title: $0, shortcuts: [Shortcut("x", [.control, .shift])]))
    }
    let menu = MenuView(commands)
    let whole = menu.fittingSize(in: Size(width: Double.infinity, height: .infinity)).width
    #expect(menu.fittingSize(in: Size(width: whole, height: 500)).width == whole)
    let narrow = menu.fittingSize(in: Size(width: whole - 1, height: 500)).width
    #expect(narrow < whole - 40 && narrow > 120)
    #expect(menu.fittingSize(in: Size(width: 100, height: 500)).width == 100)
  }

  @Test("In a menu, arrow keys and first letters highlight an item, and Return chooses the highlighted item")
  func menuKeys() {
    let stage = ControlStage()
    var log: [String] = []
    let menu = stage.add(MenuView(items { log.append($0) }))
    menu.onOpenSubmenu = { index, frame in log.append("submenu \(index) at \(Int(frame.minY))") }
    menu.onDismiss = { log.append("dismissed") }
    menu.becomeFocused()
    stage.key(.up)
    #expect(menu.markedIndex == 4)
    stage.key(.down)
    stage.key(.down)
    #expect(menu.markedIndex == 3)
    stage.key(.init("c"), text: "c")
    #expect(menu.markedIndex == 0)
    stage.key(.return)
    stage.key(.end)
    stage.key(.right)
    stage.key(.escape)
    #expect(log == ["copy", "submenu 4 at 105", "dismissed"])
    menu.layoutDirection = .rightToLeft
    stage.key(.left)
    stage.key(.right)
    #expect(log.suffix(2) == ["submenu 4 at 105", "dismissed"])
    menu.items = []
    stage.key(.down)
    #expect(menu.markedIndex == nil && !stage.key(.init("x"), text: "x"))
  }

  @Test(
    "Separators of a menu are equally thick and sharp at each scale",
    arguments: [(1.0, 1), (1.5, 1), (2, 2), (2.75, 2)])
  func lines(scale: Double, pixels: Int) throws {
    let items = (0..<12).map { $0 % 2 == 0 ? MenuItem("Item") : .separator }
    let menu = MenuView(items)
    let surface = try ViewPainting.paint(menu, scale: scale)
    // No text extends this far to the left.
    let inked = (0..<surface.image.height).map { surface[3, $0].alpha }.filter { $0 > 0 }
    #expect(inked.count == 6 * pixels)
    #expect(Set(inked).count == 1)
  }

  @Test("A menu item is highlighted while the pointer is over it, unless the item is disabled")
  func menuHover() {
    let stage = ControlStage()
    let menu = stage.add(MenuView(items { _ in }))
    stage.hover(menu, 20, menu.frame(ofItem: 3).center.y)
    #expect(menu.markedIndex == 3)
    stage.hover(menu, 20, menu.frame(ofItem: 1).center.y)
    #expect(menu.markedIndex == nil)
    stage.hover(menu, 20, 10)
    stage.hover(stage.card, 5, 5)
    #expect(menu.markedIndex == nil)
  }

  @Test("A popover receives no events on its shadow")
  func popoverShadow() throws {
    let stage = ControlStage()
    let button = Button("Inside")
    let popover = stage.add(PopoverView(button), x: 50, y: 50)
    let pixels = try ViewPainting.paint(popover, scale: 1)
    #expect(pixels[Int(popover.size.width / 2), Int(popover.cardFrame.maxY) + 2].alpha > 0)
    #expect(popover.point(inside: popover.cardFrame.center))
    #expect(!popover.point(inside: Point(x: 4, y: 4)))
    let height = popover.fittingSize(in: Size(width: 400, height: 400)).height
    popover.arrowEdge = .bottom
    #expect(popover.fittingSize(in: Size(width: 400, height: 400)).height == height + 8)
  }

  @Test("An alert reports only the first response, from a button, Return or Escape", arguments: Way.all)
  func alert(way: Way) {
    func make(on stage: ControlStage, _ heard: @escaping (String) -> Void) -> AlertView {
      let alert = AlertView(
        "Delete?", message: "This cannot be undone.",
        responses: [.init("close", title: "Cancel"), .init("delete", title: "Delete", style: .destructive)],
        defaultResponse: "delete", onResponse: heard)
      stage.tree.modalView = alert
      return stage.add(alert, x: 0, y: 0)
    }
    let stage = ControlStage(way.plane)
    var heard: [String] = []
    let alert = make(on: stage) { heard.append($0) }
    stage.tap(alert.subviews[1], as: way.kind)
    stage.tap(alert.subviews[0], as: way.kind)
    #expect(heard == ["delete"])
    for key in [Key.escape, .return] {
      let other = make(on: stage) { heard.append($0) }
      #expect(stage.key(key))
      other.removeFromSuperview()
    }
    #expect(heard == ["delete", "close", "delete"])
  }

  @Test("If the buttons of an alert do not fit side by side, they are stacked, the last button on top")
  func tallAlert() {
    let alert = AlertView(
      "Save the changes?",
      responses: [
        .init("close", title: "Cancel the closing"), .init("discard", title: "Discard all changes"),
        .init("save", title: "Save all changes", style: .suggested),
      ])
    alert.layoutIfNeeded()
    let tops = alert.subviews.map(\.frame.minY)
    #expect(tops == tops.sorted(by: >) && Set(tops).count == 3)
    #expect(alert.subviews.allSatisfy { alert.bounds.intersection($0.frame) == $0.frame })
  }

  @Test("The text of a long tooltip is wrapped at a width of 360 points")
  func tooltip() {
    let tooltip = TooltipView(String(repeating: "many words ", count: 20))
    #expect(tooltip.size.width <= 362 && tooltip.size.height > 50)
    #expect(TooltipView("Next").size.height < 40)
  }
}
