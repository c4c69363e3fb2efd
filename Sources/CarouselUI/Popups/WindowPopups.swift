internal import Controls
internal import Drawing
internal import Geometry
internal import Input
internal import Views
internal import Wayland
internal import Windowing

/// The popups of a window, and the handling of the events that open and close them.
@MainActor
final class WindowPopups: InputHandler {
  private unowned let owner: CarouselWindow
  /// The open popups, oldest first.
  private(set) var all: [PresentedPopup] = []
  /// Whether the last input was a key. A new menu then highlights its first item.
  private(set) var isKeyboardUsed = false
  /// For each pointer or pen over the window, the timer of its tooltip.
  private var tooltips: [Int: TooltipTimer] = [:]
  /// The tooltip that the program has opened.
  private weak var presentedTooltip: PresentedPopup?
  private let longPress = LongPress()

  init(of owner: CarouselWindow) { self.owner = owner }

  // MARK: Opening and closing

  /// Opens a popup that shows `root`.
  ///
  /// - Parameters:
  ///   - placement: The position and size of the popup without its shadow.
  ///   - shadow: The width of the shadow on each side, in points.
  ///   - grabs: Whether the popup receives all keys and presses.
  ///   - view: The view whose theme and layout direction apply to the popup.
  ///   - rect: The part of `view` that the popup is placed at, in its coordinates. The popup follows it when the window gets
  ///     another size.
  func open(
    _ root: View, at placement: PopupPlacement, shadow: Double, grabs: Bool, for view: View, at rect: Rect
  ) -> PresentedPopup {
    var placement = placement
    placement.isReactive = true
    if grabs { closeTooltips() }
    let window = Window(popupOf: owner.window, at: placement, grabs: grabs)
    window.borders = WindowBorders(shadow: EdgeInsets(shadow))
    let surface = CarouselWindow(popup: window, showing: root, of: owner, for: view)
    surface.theme = view.effectiveTheme
    surface.frameView.layoutDirection = view.effectiveLayoutDirection
    surface.popups.isKeyboardUsed = isKeyboardUsed
    let popup = PresentedPopup(surface, isModal: grabs, owner: self) { [weak self, weak view] in
      if let self, let view { owner.tree.windowRect(of: rect, in: view) } else { nil }
    }
    all.append(popup)
    return popup
  }

  /// Opens a submenu beside an item of its parent menu.
  func openSubmenu(_ menu: MenuView, beside item: Rect, of parent: MenuView) -> PresentedPopup? {
    guard let rect = owner.tree.windowRect(of: item, in: parent) else { return nil }
    return openMenu(menu, for: parent, at: item) { size in
      var placement = PopupPlacement.submenu(beside: rect, size: size)
      if parent.effectiveLayoutDirection == .rightToLeft {
        (placement.anchor, placement.gravity) = (.topLeft, .bottomLeft)
      }
      placement.adjustment = [.flipX, .slideX, .slideY, .resizeY]
      return placement
    }
  }

  /// Opens a menu, which receives the keys.
  func openMenu(
    _ menu: MenuView, for view: View, at rect: Rect, placement: (Size) -> PopupPlacement
  ) -> PresentedPopup {
    let card = PopoverView(MenuScrollView(menu))
    menu.theme = menu.theme ?? view.effectiveTheme
    let margin = PopoverView.shadowMargin
    let screen = screenSize
    // Beside a menu that is as high as the screen, a finger must find a place to close it.
    let size = card.fittingSize(
      in: Size(width: screen.width - Self.freeWidth + 2 * margin, height: .infinity))
    let popup = open(
      card,
      at: placement(
        Size(width: size.width - 2 * margin, height: min(size.height - 2 * margin, screen.height))),
      shadow: margin, grabs: true, for: view, at: rect)
    menu.becomeFocused()
    if isKeyboardUsed { _ = menu.keyPressed(KeyPress(.home)) }
    return popup
  }

  /// The size of the largest screen that shows the window, in points. Some compositors do not resize popups.
  private var screenSize: Size {
    // A screen without a mode has no size.
    let sizes = owner.window.outputs.map(\.logicalSize).filter { $0.width > 0 && $0.height > 0 }
    return Size(
      width: sizes.map(\.width).max() ?? .infinity,
      height: sizes.map(\.height).max() ?? .infinity)
  }
  /// The width of the screen beside a menu that stays free, in points.
  private static let freeWidth = 48.0

  /// Places the popups at their views again, after the window was laid out for another size.
  func windowWasResized() {
    for popup in all where popup.isOpen { popup.followAnchor() }
  }

  func remove(_ popup: PresentedPopup) { all.removeAll { $0 === popup } }

  /// Closes all popups, the newest first.
  func closeAll() {
    closeTooltips()
    for popup in all.reversed() { popup.close() }
  }

  // MARK: Events

  /// The time at which the compositor dismissed a menu or a popover of the window; `nil` after the next press.
  private var dismissalTime: Timestamp?

  /// Called before `popup` closes because the compositor has dismissed it.
  func popupWasDismissed(_ popup: PresentedPopup) {
    if popup.isModal { dismissalTime = now }
  }

  private var now: Timestamp { Timestamp(seconds: owner.system.clock()) }

  /// Passes the keys to the open popup, and opens and closes popups for contacts.
  func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(.pressed(.secondary), let point):
      // The press that closes a menu may open a context menu.
      closePopups(pressedBy: point)
      return openContextMenu(at: point.position)
    case .pointer(.pressed, let point): return closePopups(pressedBy: point)
    case .touch(.began, let point), .pen(.began, let point):
      if closePopups(pressedBy: point) { return true }
      beginLongPress(at: point)
    case .touch(.moved, let point), .pen(.moved, let point): longPress.moved(point.id, to: point.position)
    case .touch(.ended, let point), .touch(.canceled, let point), .pen(.ended, let point),
      .pen(.left, let point):
      longPress.end(point.id)
    case .keyPressed, .keyReleased: return forward(event)
    case .pointer, .scroll, .pinch, .swipe, .hold, .drag: break
    }
    return false
  }

  /// Opens and closes tooltips, and opens the context menu for a key that no view has used.
  func didHandle(_ event: InputEvent, isUsed: Bool) {
    switch event {
    case .pointer(.moved, let point):
      let timer = tooltips[point.id] ?? TooltipTimer(system: owner.system)
      tooltips[point.id] = timer
      timer.pointerMoved(over: owner.tree.hoveredViews(under: point.id), at: point.position, in: self)
    case .pointer(.released, let point): tooltips[point.id]?.end()
    case .pointer(.left, let point): tooltips.removeValue(forKey: point.id)?.end()
    case .scroll(_, let point): tooltips[point.id]?.end()
    case .keyPressed(let key): if !isUsed { openContextMenu(for: key) }
    case .pointer, .touch, .pen, .pinch, .swipe, .hold, .drag, .keyReleased: break
    }
  }

  /// Closes the menus and popovers of the window at a press. The tooltip of the pointer closes, too, and that of the
  /// program; the submenus stay open if this window is a menu. Returns whether the press is used up because it closed a
  /// menu or a popover.
  ///
  /// If a menu and the window belong to the same program, most compositors send a press outside of the menu to the
  /// window. Others dismiss the menu first and then send the press.
  @discardableResult
  private func closePopups(pressedBy point: InputPoint) -> Bool {
    tooltips[point.id]?.end()
    presentedTooltip?.close()
    isKeyboardUsed = false
    if case .popup = owner.window.role { return false }
    let wasDismissed = dismissalTime.map { point.timestamp <= $0 } ?? false
    dismissalTime = nil
    let modals = all.filter { $0.isModal && $0.isOpen }
    for popup in modals.reversed() { popup.close() }
    return wasDismissed || !modals.isEmpty
  }

  private func closeTooltips() {
    for timer in tooltips.values { timer.end() }
    presentedTooltip?.close()
  }

  /// Opens the context menu of the view under a finger or pen when it has rested there.
  private func beginLongPress(at point: InputPoint) {
    guard contextMenuView(at: point.position) != nil else { return longPress.cancel() }
    longPress.begin(
      point.id, at: point.position, on: owner.system.scheduler,
      deliverMotions: { [weak self] in self?.owner.tree.deliverMotions() },
      action: { [weak self] in
        guard let self else { return }
        owner.tree.cancelContact(point.id, time: now)
        _ = openContextMenu(at: point.position, forFinger: true)
      })
  }

  /// Passes a key to the open menu or popover, if the compositor has left the keyboard focus with this window. Returns
  /// whether one is open.
  private func forward(_ event: InputEvent) -> Bool {
    if case .keyPressed(let key) = event, !key.isRepeat {
      isKeyboardUsed = true
      closeTooltips()
    }
    guard let popup = all.last(where: { $0.isModal && $0.isOpen }) else { return false }
    popup.surface.tree.handle(event)
    return true
  }

  /// Opens the context menu of the focused view for the menu key or Shift-F10.
  private func openContextMenu(for key: KeyPress) {
    let isMenuKey = key.symbol == .menu || key.symbol == .f10 && key.modifiers == .shift
    guard isMenuKey, !key.isRepeat, let focused = owner.tree.focus.focusedView,
      let view = focused.chain.first(where: { $0.contextMenu != nil }),
      let place = owner.tree.windowRect(of: focused.bounds, in: focused)
    else { return }
    _ = openContextMenu(of: view, at: place.center)
  }

  // MARK: Context menus

  private func contextMenuView(at point: Point) -> View? {
    let hit = owner.tree.root.hitTest(owner.tree.rootPoint(at: point))
    return hit?.chain.first { $0.contextMenu != nil }
  }

  private func openContextMenu(at point: Point, forFinger isForFinger: Bool = false) -> Bool {
    guard let view = contextMenuView(at: point) else { return false }
    return openContextMenu(of: view, at: point, forFinger: isForFinger)
  }

  /// - Parameters:
  ///   - point: In the window's points.
  ///   - isForFinger: Whether the rows are large enough for a finger.
  private func openContextMenu(of view: View, at point: Point, forFinger isForFinger: Bool = false) -> Bool {
    guard let place = view.convert(owner.tree.rootPoint(at: point), from: nil),
      let items = view.contextMenu?(place), !items.isEmpty
    else { return false }
    let anchor = Rect(x: point.x, y: point.y, width: 1, height: 1)
    let menu = MenuView(items)
    menu.updateCommands(of: view)
    if isForFinger { menu.theme = MenuView.fingerTheme(view.effectiveTheme) }
    let popup = openMenu(menu, for: view, at: Rect(origin: place, size: anchor.size)) { size in
      PopupPlacement(
        size: size, anchorRect: anchor,
        gravity: view.effectiveLayoutDirection == .rightToLeft ? .bottomLeft : .bottomRight,
        adjustment: [.flipX, .flipY, .slideX, .slideY, .resizeY])
    }
    popup.menu = MenuPresentation(menu, in: popup, parent: nil)
    return true
  }

  // MARK: Tooltips

  /// Opens the tooltip of a view.
  func openTooltip(_ text: String, of view: View, pointer: Point) -> PresentedPopup? {
    guard var rect = owner.tree.windowRect(of: view.bounds, in: view), !all.contains(where: \.isModal) else {
      return nil
    }
    var part = view.bounds
    // Below a high view, a tooltip would be far from the pointer, so the tooltip is placed below the pointer.
    let mostHeight = 60.0  // points
    if rect.size.height > mostHeight, let place = view.convert(owner.tree.rootPoint(at: pointer), from: nil) {
      part = Rect(x: place.x - 8, y: place.y - 8, width: 16, height: 32)
      rect = owner.tree.windowRect(of: part, in: view) ?? rect
    }
    return open(TooltipView(text), below: rect, at: part, of: view)
  }

  /// Opens a tooltip below a part of a view. A press, a key, or the pointer that leaves the window closes the
  /// tooltip.
  func presentTooltip(_ tooltip: TooltipView, at part: Rect, of view: View) -> PresentedPopup? {
    guard let rect = owner.tree.windowRect(of: part, in: view), !all.contains(where: \.isModal) else {
      return nil
    }
    let popup = open(tooltip, below: rect, at: part, of: view)
    closeTooltips()
    presentedTooltip = popup
    return popup
  }

  private func open(
    _ tooltip: TooltipView, below rect: Rect, at part: Rect, of view: View
  ) -> PresentedPopup {
    tooltip.theme = tooltip.theme ?? view.effectiveTheme
    let size = tooltip.fittingSize(in: Size(width: .infinity, height: .infinity))
    return open(tooltip, at: .tooltip(for: rect, size: size), shadow: 0, grabs: false, for: view, at: part)
  }
}
