/// Menus and tooltips.
extension Window {
  /// Changes the placement of a popup. The compositor then sends the popup's new position and size.
  ///
  /// - Returns: False if the window is not a popup, or if the compositor's xdg_wm_base is older than version 3. In the
  ///   second case the program can close the popup and open it again.
  ///
  /// Wayland: `xdg_popup.reposition`.
  @discardableResult
  public func reposition(to placement: PopupPlacement) -> Bool {
    guard case .popup = role, let parent = parentWindow else { return false }
    // If the popup has not opened yet, storing the placement is enough.
    let isPossible =
      popupRole?.reposition(to: placement, parentGeometry: parent.rectangles.geometry) ?? !isOpen
    if isPossible { setPlacement(placement) }
    return isPossible
  }

  /// Dismisses all popups with a grab except this popup and its ancestors, because they would prevent its grab.
  ///
  /// While any popup has a grab, another grab is a protocol error unless its popup's parent is the topmost popup with a
  /// grab. This also applies if the topmost popup belongs to another window.
  func closeOtherGrabs() {
    var ancestors: [Window] = [self]
    while let parent = ancestors.last?.parentWindow { ancestors.append(parent) }
    // Children are created after their parents, so in reverse order they are dismissed first.
    for window in system.liveWindows.reversed() where window.isGrabbing {
      if !ancestors.contains(where: { $0 === window }) { window.dismiss() }
    }
  }
}
