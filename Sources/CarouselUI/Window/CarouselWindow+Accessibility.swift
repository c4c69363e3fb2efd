public import Views

/// The elements of a window, for assistive technologies, tests and remote controls.
extension CarouselWindow {
  /// Returns the elements of the window and of its open menus and popovers. Each of them is an element of its own, and the
  /// bounds in a popup are in the coordinates of its surface.
  public func accessibilityTree() -> AccessibilityTree {
    let own = tree.accessibilityTree()
    return AccessibilityTree(own.nodes + popups.all.flatMap { $0.surface.accessibilityTree().nodes })
  }

  /// Returns the only element with a role and a name, in the window or in an open menu or popover.
  ///
  ///     try window.find(.button, "Next").activate()
  ///
  /// - Parameters:
  ///   - role: The role.
  ///   - name: The name, or the identifier; `nil`, the default, for any.
  /// - Throws: `AccessibilityError`, whose description lists the elements that are there.
  public func find(_ role: AccessibilityRole, _ name: String? = nil) throws(AccessibilityError)
    -> AccessibilityElement
  { try accessibilityTree().find(role, name) }
}
