public import Controls
internal import Geometry
package import Views
internal import Windowing

/// A menu, a popover or a tooltip of a window, in a surface of its own.
///
/// Wayland: `xdg_popup`.
@MainActor
public final class PresentedPopup: ViewPopup {
  /// Whether the popup is open, or will open with the next frame.
  public var isOpen: Bool { !isFinished && !surface.window.isClosed }
  /// Called once after the popup has closed.
  public var onClose: (() -> Void)?

  /// The surface of the popup. It draws its views like a window.
  let surface: CarouselWindow
  /// Whether the popup receives all keys and presses until it is closed.
  let isModal: Bool
  /// The controller of the menu in the popup; `nil` if the popup is not a menu.
  var menu: MenuPresentation?
  /// Returns the part of the window that the popup is placed at; `nil` if its view is not in the window.
  private let anchor: () -> Rect?
  private weak var owner: WindowPopups?
  private var isFinished = false

  /// The view that fills the popup.
  package var content: View { surface.frameView.content }

  init(
    _ surface: CarouselWindow, isModal: Bool, owner: WindowPopups, anchor: @escaping () -> Rect?
  ) {
    self.surface = surface
    self.isModal = isModal
    self.owner = owner
    self.anchor = anchor
    surface.onDismiss = { [weak self] in
      if let self { self.owner?.popupWasDismissed(self) }
    }
    surface.onClose = { [weak self] in self?.close() }
  }

  /// Places the popup at the part again if the part has moved by a point, after the window was laid out.
  func followAnchor() {
    guard case .popup(var placement) = surface.window.role, let anchor = anchor(),
      !anchor.isSame(as: placement.anchorRect)
    else { return }
    placement.anchorRect = anchor
    surface.window.reposition(to: placement)
  }

  /// Closes the popup and the popups that were opened from it. A second call has no effect.
  public func close() {
    guard !isFinished else { return }
    isFinished = true
    surface.popups.closeAll()
    surface.window.close()
    menu?.end()
    owner?.remove(self)
    let onClose = onClose
    self.onClose = nil
    onClose?()
  }
}

extension Rect {
  /// Whether both rectangles are the same in whole points, the unit in which a popup is placed. The rectangle of a
  /// view in a tilted item differs slightly in each calculation.
  fileprivate func isSame(as other: Rect) -> Bool {
    (minX.rounded(), minY.rounded(), maxX.rounded(), maxY.rounded())
      == (other.minX.rounded(), other.minY.rounded(), other.maxX.rounded(), other.maxY.rounded())
  }
}
