public import Geometry

/// Menus and tooltips. Other windows have no position, parent or grab.
extension Window {
  /// The position of a popup, in points from the top left corner of its parent's window geometry. Nil for other
  /// windows and until the compositor has sent the position.
  ///
  /// Wayland: `xdg_popup.configure`.
  public var popupPosition: Point? { popup?.position }

  /// The parent of a popup.
  public var parentWindow: Window? { popup?.parent }

  /// Whether the window is a popup that receives all input. A press outside the popup dismisses it.
  ///
  /// Wayland: `xdg_popup.grab`.
  public var isGrabbing: Bool { popup?.isGrabbing ?? false }

  /// Changes the placement of a popup. The compositor then sends the popup's new position and size.
  ///
  /// - Returns: False if the window is not a popup, or if the compositor's xdg_wm_base is older than version 3. In the
  ///   second case the program can close the popup and open it again.
  ///
  /// Wayland: `xdg_popup.reposition`.
  @discardableResult
  public func reposition(to placement: PopupPlacement) -> Bool { popup?.reposition(to: placement) ?? false }

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
