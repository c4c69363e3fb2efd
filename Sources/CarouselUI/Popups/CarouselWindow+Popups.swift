public import Controls
public import Geometry
public import Views
internal import Windowing

/// Menus, popovers, dialogs and toasts.
extension CarouselWindow {
  /// Opens a menu below a part of a view, or above it if there is not enough space below. The menu receives
  /// all keys and presses: the arrow keys, Return and Escape control the menu, and a press outside of the
  /// menu closes it.
  ///
  /// Call this method while a press, a touch or a key is handled. The compositor then dismisses the menu when
  /// the user presses outside of it.
  ///
  /// - Parameters:
  ///   - menu: The menu. Its `onChoose` is called before it closes.
  ///   - rect: The part of `view`, in its coordinates; by default its bounds. For a view in a tilted item, the
  ///     menu opens at the part's position on the screen.
  ///   - view: A view of the window.
  /// - Returns: The open menu; `nil` if `view` is not in this window.
  ///
  /// Wayland: `xdg_popup.grab`. UIKit: `UIContextMenuInteraction`. GTK: `gtk_popover_popup`.
  @discardableResult
  public func present(_ menu: MenuView, at rect: Rect? = nil, of view: View) -> PresentedPopup? {
    let rect = rect ?? view.bounds
    guard let anchor = tree.windowRect(of: rect, in: view) else { return nil }
    menu.updateCommands(of: view)
    let popup = popups.openMenu(menu, for: view, at: rect) { size in
      PopupPlacement(size: size, anchorRect: anchor, adjustment: [.flipY, .slideX, .slideY, .resizeY])
    }
    popup.menu = MenuPresentation(menu, in: popup, parent: nil)
    return popup
  }

  /// Opens a popover below a part of a view, or above it if there is not enough space below. If the popover has
  /// an arrow, the arrow points to this part.
  ///
  /// - Parameters:
  ///   - popover: The popover with its content. The first view inside it that can have the focus gets the
  ///     focus.
  ///   - rect: The part of `view`, in its coordinates; by default its bounds.
  ///   - view: A view of the window.
  /// - Returns: The open popover; `nil` if `view` is not in this window.
  ///
  /// UIKit: `UIPopoverPresentationController`. GTK: `gtk_popover_popup`.
  @discardableResult
  public func present(_ popover: PopoverView, at rect: Rect? = nil, of view: View) -> PresentedPopup? {
    let rect = rect ?? view.bounds
    guard let anchor = tree.windowRect(of: rect, in: view) else { return nil }
    popover.theme = popover.theme ?? view.effectiveTheme
    let size = popover.fittingSize(in: Size(width: .infinity, height: .infinity))
    let margin = PopoverView.shadowMargin
    let placement = PopupPlacement(
      size: Size(width: size.width - 2 * margin, height: size.height - 2 * margin), anchorRect: anchor,
      anchor: .bottom, gravity: .bottom, adjustment: [.flipY, .slideX, .slideY])
    let popup = popups.open(popover, at: placement, shadow: margin, grabs: true, for: view, at: rect)
    popup.surface.onPlacement = { [weak popover, parent = window] popup in
      popover?.pointArrow(from: popup, in: parent)
    }
    popover.focusTargets.first?.becomeFocused()
    let onDismiss = popover.onDismiss
    popover.onDismiss = { [weak popup, weak popover] in
      onDismiss?()
      popup?.close()
      popover?.onDismiss = onDismiss
    }
    return popup
  }

  /// Shows a dialog, such as an alert, in front of the content. The content receives no events until the dialog is closed.
  ///
  /// The `initialFocus` of the dialog gets the focus. When the dialog closes, the focus returns to the view that had it before.
  /// A dialog that is already shown is not shown again.
  ///
  /// libadwaita: `adw_dialog_present`.
  public func present(_ dialog: DialogView) {
    guard !dialog.isPresented else { return }
    popups.closeAll()
    DialogOverlay.show(dialog, in: self)
  }

  /// Shows a toast at the bottom for some seconds. It replaces the present toast.
  ///
  /// libadwaita: `adw_toast_overlay_add_toast`.
  public func present(_ toast: ToastView) {
    // Another window that shows the toast loses it.
    if frameView.toast !== toast { toast.dismiss?() }
    toast.dismiss = { [weak self, weak toast] in if let toast { self?.frameView.removeToast(toast) } }
    frameView.showToast(toast)
  }

  /// Opens a tooltip below a part of a view. The next press or key closes the tooltip.
  ///
  /// - Returns: The open tooltip; `nil` if `view` is not shown in this window, or a menu or a popover is open.
  ///
  /// GTK: `gtk_widget_trigger_tooltip_query`.
  @discardableResult
  public func present(_ tooltip: TooltipView, at rect: Rect? = nil, of view: View) -> PresentedPopup? {
    popups.presentTooltip(tooltip, at: rect ?? view.bounds, of: view)
  }
}

extension CarouselWindow: PopupPresenter {
  /// The open menus, popovers and tooltips of the window, the oldest first.
  package var openPopups: [PresentedPopup] { popups.all.filter(\.isOpen) }

  package func presentMenu(_ menu: MenuView, at rect: Rect?, of view: View) -> (any ViewPopup)? {
    present(menu, at: rect, of: view)
  }
  package func presentPopover(_ popover: PopoverView, at rect: Rect?, of view: View) -> (any ViewPopup)? {
    present(popover, at: rect, of: view)
  }
  package func presentTooltip(_ tooltip: TooltipView, at rect: Rect?, of view: View) -> (any ViewPopup)? {
    present(tooltip, at: rect, of: view)
  }
  // A popup has no room for a dialog or a toast.
  package func presentDialog(_ dialog: DialogView) {
    if let opener { opener.presentDialog(dialog) } else { present(dialog) }
  }
  package func presentToast(_ toast: ToastView) {
    if let opener { opener.presentToast(toast) } else { present(toast) }
  }
}

extension PopoverView {
  /// Points the arrow at the anchor, after the compositor has decided the position of the popover.
  fileprivate func pointArrow(from popup: Window, in parent: Window) {
    guard arrowEdge != nil, case .popup(let placement) = popup.role, let position = popup.popupPosition,
      popup.size.width > 0
    else { return }
    let anchor = placement.anchorRect
    let origin = parent.rectangles.geometry.origin
    arrowEdge = origin.y + position.y < anchor.minY ? .bottom : .top
    arrowPosition = (anchor.center.x - origin.x - position.x) / popup.size.width
  }
}
