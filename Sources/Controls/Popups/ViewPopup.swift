public import Geometry
public import Views

/// A menu, a popover or a tooltip that a view has presented.
///
/// Wayland: `xdg_popup`.
@MainActor
public protocol ViewPopup: AnyObject {
  /// Whether the popup is shown, or will be shown with the next frame.
  var isOpen: Bool { get }
  /// Called once after the popup has closed.
  var onClose: (() -> Void)? { get set }
  /// Closes the popup and those that were opened from it. A second call has no effect.
  func close()
}

/// Shows the popups of the views of a tree.
@MainActor
package protocol PopupPresenter: AnyObject {
  /// Opens a menu at a part of a view.
  func presentMenu(_ menu: MenuView, at rect: Rect?, of view: View) -> (any ViewPopup)?
  /// Opens a popover at a part of a view.
  func presentPopover(_ popover: PopoverView, at rect: Rect?, of view: View) -> (any ViewPopup)?
  /// Opens a tooltip at a part of a view.
  func presentTooltip(_ tooltip: TooltipView, at rect: Rect?, of view: View) -> (any ViewPopup)?
  /// Shows a dialog above the content of the window. The content receives no events until the dialog is closed.
  func presentDialog(_ dialog: DialogView)
  /// Shows a toast at the bottom of the window. It replaces the present toast.
  func presentToast(_ toast: ToastView)
}

/// Menus, popovers, tooltips and alerts of a view.
///
/// A popup is placed below the bounding box of the view on the screen, or above it if there is not enough
/// space below.
extension View {
  private var popupPresenter: (any PopupPresenter)? { tree?.presenter as? any PopupPresenter }

  /// Opens a menu at this view. The menu receives all keys and presses: the arrow keys, Return and Escape
  /// control the menu, and a press outside of the menu closes it. A menu that is higher than the screen
  /// scrolls.
  ///
  /// Call this method while a press, a touch or a key is handled. The compositor then dismisses the menu when
  /// the user presses outside of it.
  ///
  /// - Parameters:
  ///   - menu: The menu. Its `onChoose` is called before the menu closes.
  ///   - rect: A part of the view, in its own coordinates; by default its bounds.
  /// - Returns: The open menu; `nil` if the view is not shown in a window.
  ///
  /// UIKit: `UIContextMenuInteraction`. GTK: `gtk_popover_popup`.
  @discardableResult
  public func present(_ menu: MenuView, at rect: Rect? = nil) -> (any ViewPopup)? {
    popupPresenter?.presentMenu(menu, at: rect, of: self)
  }

  /// Opens a popover at this view. If the popover has an arrow, the arrow points to the view.
  ///
  /// - Parameters:
  ///   - popover: The card with its content. The first view inside the card that can have the focus gets the
  ///     focus.
  ///   - rect: A part of the view, in its own coordinates; by default its bounds.
  /// - Returns: The open popover; `nil` if the view is not shown in a window.
  ///
  /// UIKit: `UIPopoverPresentationController`. GTK: `gtk_popover_popup`.
  @discardableResult
  public func present(_ popover: PopoverView, at rect: Rect? = nil) -> (any ViewPopup)? {
    popupPresenter?.presentPopover(popover, at: rect, of: self)
  }

  /// Opens a tooltip at this view. The tooltip closes at the next press or key, or when the pointer leaves
  /// the window.
  ///
  /// A tooltip that the pointer opens needs no call: set ``/Views/Responder/tooltip``.
  ///
  /// - Parameters:
  ///   - tooltip: The tooltip.
  ///   - rect: A part of the view, in its own coordinates; by default its bounds.
  /// - Returns: The open tooltip; `nil` if the view is not shown in a window, or a menu or a popover is open.
  ///
  /// GTK: `gtk_widget_trigger_tooltip_query`.
  @discardableResult
  public func present(_ tooltip: TooltipView, at rect: Rect? = nil) -> (any ViewPopup)? {
    popupPresenter?.presentTooltip(tooltip, at: rect, of: self)
  }

  /// Shows a dialog, such as an alert, above the content of the window. The content receives no events until the dialog is
  /// closed.
  ///
  /// The ``DialogView/initialFocus`` of the dialog gets the focus. When the dialog closes, the focus returns to the view that had
  /// it before.
  ///
  /// - Returns: Whether the dialog is shown: `false` if this view is not in a window or the dialog is already shown.
  ///
  /// UIKit: `presentViewController:animated:completion:`. libadwaita: `adw_dialog_present`.
  @discardableResult
  public func present(_ dialog: DialogView) -> Bool {
    guard let presenter = popupPresenter, !dialog.isPresented else { return false }
    presenter.presentDialog(dialog)
    return true
  }

  /// Shows a toast at the bottom of the window for some seconds. It replaces the present toast.
  ///
  /// - Returns: Whether the toast is shown: `false` if this view is not in a window.
  ///
  /// libadwaita: `adw_toast_overlay_add_toast`.
  @discardableResult
  public func present(_ toast: ToastView) -> Bool {
    guard let presenter = popupPresenter else { return false }
    presenter.presentToast(toast)
    return true
  }
}
