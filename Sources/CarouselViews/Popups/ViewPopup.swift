public import Geometry

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
  /// Shows an alert above the content of the window.
  func presentAlert(_ alert: AlertView)
}

/// Menus, popovers, tooltips and alerts of a view.
///
/// A popup is placed below the view as the view is seen: the bounding box of a view in a tilted item. Where the screen ends,
/// the popup is placed above.
extension View {
  /// Opens a menu at this view. It gets the keys and all presses: the arrow keys, Return and Escape work in it, and a
  /// press elsewhere closes it. A menu that is higher than the screen scrolls.
  ///
  /// Call it while a press, a touch or a key is handled; the compositor then dismisses the menu on a press elsewhere.
  ///
  /// - Parameters:
  ///   - menu: Its `onChoose` is called before the menu closes.
  ///   - rect: A part of the view, in its own coordinates; by default its bounds.
  /// - Returns: The open menu; `nil` if the view is not shown in a window.
  ///
  /// UIKit: `UIContextMenuInteraction`. GTK: `gtk_popover_popup`.
  @discardableResult
  public func present(_ menu: MenuView, at rect: Rect? = nil) -> (any ViewPopup)? {
    tree?.presenter?.presentMenu(menu, at: rect, of: self)
  }

  /// Opens a popover at this view. If it has an arrow, the arrow points to the view.
  ///
  /// - Parameters:
  ///   - popover: The card with its content. The first view in it that can have the focus gets it.
  ///   - rect: A part of the view, in its own coordinates; by default its bounds.
  /// - Returns: The open popover; `nil` if the view is not shown in a window.
  ///
  /// UIKit: `UIPopoverPresentationController`. GTK: `gtk_popover_popup`.
  @discardableResult
  public func present(_ popover: PopoverView, at rect: Rect? = nil) -> (any ViewPopup)? {
    tree?.presenter?.presentPopover(popover, at: rect, of: self)
  }

  /// Opens a tooltip at this view until the next press or key, or until the pointer leaves the window.
  ///
  /// A tooltip that the pointer opens needs no call: set ``tooltip``.
  ///
  /// - Parameters:
  ///   - tooltip: The tooltip.
  ///   - rect: A part of the view, in its own coordinates; by default its bounds.
  /// - Returns: The open tooltip; `nil` if the view is not shown in a window, or a menu or a popover is open.
  ///
  /// GTK: `gtk_widget_trigger_tooltip_query`.
  @discardableResult
  public func present(_ tooltip: TooltipView, at rect: Rect? = nil) -> (any ViewPopup)? {
    tree?.presenter?.presentTooltip(tooltip, at: rect, of: self)
  }

  /// Shows a question above the content of the window, which receives no events until the question is answered.
  ///
  /// The default answer has the focus. Afterwards, the focus returns to the view that had it.
  ///
  /// - Parameter alert: Its `onResponse` is called when it has closed.
  /// - Returns: Whether the alert is shown: `false` if this view is not in a window.
  ///
  /// UIKit: `presentViewController:animated:completion:`. libadwaita: `adw_dialog_present`.
  @discardableResult
  public func present(_ alert: AlertView) -> Bool {
    guard let presenter = tree?.presenter else { return false }
    presenter.presentAlert(alert)
    return true
  }
}
