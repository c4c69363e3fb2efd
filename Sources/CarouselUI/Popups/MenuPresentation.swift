internal import Controls
internal import Geometry
internal import Views

/// Opens and closes the submenus of a menu, and closes all menus when an item has been chosen.
@MainActor
final class MenuPresentation {
  /// The time that the pointer must rest on an item before its submenu opens, in seconds.
  static let submenuDelay = 0.2

  private let menu: MenuView
  private let surface: CarouselWindow
  private weak var popup: PresentedPopup?
  private weak var parent: MenuPresentation?
  private var submenu: (index: Int, popup: PresentedPopup)?
  private var timer: (any ViewTimer)?
  /// The closures that the program has set. They are restored when the menu closes.
  private let original: (choose: ((MenuItem) -> Void)?, open: ((Int, Rect) -> Void)?, dismiss: (() -> Void)?)

  /// - Parameter parent: The menu whose submenu this menu is; `nil` if it is not a submenu.
  init(_ menu: MenuView, in popup: PresentedPopup, parent: MenuPresentation?) {
    self.menu = menu
    self.popup = popup
    self.parent = parent
    surface = popup.surface
    original = (menu.onChoose, menu.onOpenSubmenu, menu.onDismiss)
    menu.onChoose = { [weak self] item in
      self?.original.choose?(item)
      self?.top.popup?.close()
    }
    menu.onDismiss = { [weak self] in
      self?.original.dismiss?()
      self?.popup?.close()
    }
    menu.onOpenSubmenu = { [weak self] index, _ in self?.open(index) }
    menu.onMark = { [weak self] in self?.marked($0) }
  }

  /// The menu at the top of the chain of submenus.
  private var top: MenuPresentation { parent?.top ?? self }

  func end() {
    timer?.cancel()
    menu.onMark = nil
    menu.openIndex = nil
    (menu.onChoose, menu.onOpenSubmenu, menu.onDismiss) = original
  }

  private func marked(_ index: Int?) {
    timer?.cancel()
    timer = nil
    guard let index, index != submenu?.index else { return }
    let opens = menu.items.indices.contains(index) && !menu.items[index].submenu.isEmpty
    // While the user moves the highlight with keys, no submenu opens by itself.
    guard submenu != nil || opens && !surface.popups.isKeyboardUsed else { return }
    timer = menu.startTimer(after: Self.submenuDelay) { [weak self] in
      if opens, self?.surface.popups.isKeyboardUsed == false {
        self?.open(index)
      } else {
        self?.closeSubmenu()
      }
    }
  }

  private func closeSubmenu() { submenu?.popup.close() }

  private func open(_ index: Int) {
    guard submenu?.index != index, menu.items.indices.contains(index) else { return }
    closeSubmenu()
    let child = MenuView(menu.items[index].submenu)
    let popups = surface.popups
    guard let opened = popups.openSubmenu(child, beside: menu.frame(ofItem: index), of: menu) else { return }
    opened.menu = MenuPresentation(child, in: opened, parent: self)
    opened.onClose = { [weak self] in
      self?.submenu = nil
      self?.menu.openIndex = nil
    }
    submenu = (index, opened)
    menu.openIndex = index
  }
}
