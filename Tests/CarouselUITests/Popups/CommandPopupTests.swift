import CarouselUI
import HeadlessCompositor
import Testing

/// Commands in the menus, popovers and tooltips of a window.
@MainActor
struct CommandPopupTests {
  private let star = Command("star", title: "Star", shortcuts: [Shortcut("s", .control)])

  @Test("A context menu performs a command of the window, and shows its shortcut; the key performs it, too")
  func menu() throws {
    let rig = try PopupRig()
    var count = 0
    rig.ui.contentView.handle(star, isChecked: { count == 1 }, action: { count += 1 })
    rig.button.contextMenu = { [star] _ in [MenuItem(star)] }
    rig.click(40, 30, .right)
    try #require(rig.popups.count == 1)
    let menu = try #require(rig.ui.openPopups.first?.content as? PopoverView)
    let item = try menu.accessibilityTree().find(.menuItemCheckBox, "Star").node()
    #expect(item.hint == "Ctrl+S" && !item.states.contains(.checked))
    rig.tap(.down)
    rig.tap(.enter)
    #expect(count == 1 && rig.popups.isEmpty)
    rig.seat.keyboard.press(.control)
    rig.seat.keyboard.type("s")
    rig.seat.keyboard.release(.control)
    rig.rig.runUntilSettled()
    #expect(count == 2)
    rig.click(40, 30, .right)
    #expect(rig.popups.count == 1)
  }

  @Test("A button in a popover performs a command of the view that has opened the popover")
  func popover() throws {
    let rig = try PopupRig()
    var count = 0
    rig.button.handle(star) { count += 1 }
    rig.ui.contentView.handle(star) { count += 100 }
    let button = Button(star)
    let popup = try #require(rig.ui.present(PopoverView(button), of: rig.button))
    rig.rig.runUntilSettled()
    #expect(button.isEnabled)
    rig.tap(.space)
    #expect(count == 1 && popup.isOpen)
    #expect(rig.rig.compositor.protocolErrors.isEmpty)
  }

  @Test("With a Cyrillic layout, a shortcut is the key at the position of its letter")
  func layout() throws {
    let rig = try PopupRig(layouts: ["us", "ru"])
    var count = 0
    rig.ui.contentView.handle(star) { count += 1 }
    rig.seat.keyboard.layout = 1
    rig.seat.keyboard.press(.control)
    rig.seat.keyboard.type("s")
    rig.seat.keyboard.release(.control)
    rig.rig.runUntilSettled()
    #expect(count == 1)
  }
}
