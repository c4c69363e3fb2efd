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

  /// Dismisses the popups with a grab that prevent another grab: all except this popup and its ancestors.
  ///
  /// A grab while the topmost popup with a grab is not the parent is a protocol error, also if that popup belongs to
  /// another window.
  func closeOtherGrabs() {
    var ancestors: [Window] = [self]
    while let parent = ancestors.last?.parentWindow { ancestors.append(parent) }
    // Children were created after their parents and are dismissed before them.
    for window in system.liveWindows.reversed() where window.isGrabbing {
      if !ancestors.contains(where: { $0 === window }) { window.dismiss() }
    }
  }
}
