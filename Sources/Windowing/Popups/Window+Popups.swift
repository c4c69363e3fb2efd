/// Menus and tooltips.
extension Window {
  /// Moves a popup. The compositor answers with its position and size.
  ///
  /// - Returns: False if the window is not a popup, or the compositor is too old (before version 3 of xdg_wm_base). The
  ///   popup can be closed and opened again then.
  ///
  /// Wayland: `xdg_popup.reposition`.
  @discardableResult
  public func reposition(to placement: PopupPlacement) -> Bool {
    guard case .popup = role, let parent = parentWindow else { return false }
    // Before it opens, the placement is only stored.
    let isPossible =
      popupRole?.reposition(to: placement, parentGeometry: parent.rectangles.geometry) ?? !isOpen
    if isPossible { setPlacement(placement) }
    return isPossible
  }

  /// Closes the popups with a grab that would prevent another grab: the popups of this popup's ancestors, except
  /// these ancestors themselves.
  func closeOtherGrabs() {
    var child: Window = self
    while let parent = child.parentWindow {
      for sibling in parent.popups.reversed() where sibling !== child && sibling.isGrabbing {
        sibling.dismiss()
      }
      child = parent
    }
  }
}
