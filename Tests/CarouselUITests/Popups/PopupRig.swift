import CarouselUI
import HeadlessCompositor
import Testing

/// A window of 400 × 240 points at (100, 60) of an output of 640 × 360, with a button.
@MainActor
final class PopupRig {
  let rig: WindowRig
  let button = View(frame: Rect(x: 20, y: 16, width: 80, height: 34))
  var chosen: [String] = []

  init(at position: (x: Int, y: Int) = (100, 60), layouts: [String] = ["us"]) throws {
    rig = try WindowRig(cards: Cards(count: 3), layouts: layouts)
    let toplevel = try #require(rig.compositor.toplevels.first)
    toplevel.resize(width: 400, height: 240)
    rig.runUntilSettled()
    toplevel.position = position
    button.backgroundColor = .blue
    rig.ui.contentView.addSubview(button)
    rig.runUntilSettled()
    origin = position
    rig.ui.onKey = { [weak self] key in
      if key.phase == .pressed { self?.keys += 1 }
      return false
    }
  }

  /// The number of key presses that the window has received.
  private(set) var keys = 0
  private let origin: (x: Int, y: Int)
  var seat: HeadlessCompositor.Seat { rig.seat }
  var ui: CarouselWindow { rig.ui }
  /// The open popups, the outermost first.
  var popups: [Popup] { rig.compositor.popups }

  /// Converts a point of the window to a point of the output.
  func at(_ x: Double, _ y: Double) -> (x: Double, y: Double) { (Double(origin.x) + x, Double(origin.y) + y) }

  func click(_ x: Double, _ y: Double, _ button: Pointer.Button = .left) {
    seat.pointer.move(to: at(x, y))
    seat.pointer.click(at: at(x, y), button)
    rig.runUntilSettled()
  }

  /// Moves the pointer, and waits until the window has delivered the movement. Its events have the current time.
  func hover(_ point: (x: Double, y: Double)) {
    seat.pointer.move(to: point)
    rig.compositor.settle()
    rig.wait(0.02)
  }

  func tap(_ key: HeadlessCompositor.Key) {
    seat.keyboard.tap(key)
    rig.runUntilSettled()
  }

  func items() -> [MenuItem] {
    func item(_ title: String) -> MenuItem { MenuItem(title) { [weak self] in self?.chosen.append(title) } }
    return [
      item("Open"), item("Print"), .separator,
      MenuItem("Share", submenu: [item("Mail"), item("Chat")]), item("Delete"),
    ]
  }

  /// Opens a menu below the button, like a click on the button.
  @discardableResult
  func openMenu() throws -> (menu: MenuView, popup: PresentedPopup) {
    click(40, 30)
    let menu = MenuView(items())
    let popup = try #require(ui.present(menu, of: button))
    rig.runUntilSettled()
    return (menu, popup)
  }

  /// The point of the output at the middle of a menu item.
  func place(of index: Int, in menu: MenuView, _ popup: Popup) throws -> (x: Double, y: Double) {
    let center = menu.frame(ofItem: index).center
    let root = try #require(menu.convert(center, to: nil))
    let margin = PopoverView.shadowMargin
    return at(Double(popup.position.x) + root.x - margin, Double(popup.position.y) + root.y - margin)
  }
}
