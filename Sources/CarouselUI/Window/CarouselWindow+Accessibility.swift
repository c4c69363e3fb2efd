package import Accessibility
package import Geometry
public import Views
internal import Windowing

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

extension CarouselWindow: AccessibleSurface {
  /// The bridge of the process, for all windows on its main queue.
  static let bridge = AccessibilityBridge(
    session: DesktopAppearance.session,
    name: CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "carousel")

  package var accessibleTree: ViewTree { tree }
  package var accessibleOpener: (any AccessibleSurface)? { opener }
  package var accessibleOrigin: Point {
    guard let opener, let position = window.popupPosition else { return .zero }
    return opener.window.rectangles.geometry.origin + position - window.rectangles.geometry.origin
  }
  package var isAccessible: Bool { !window.isClosed }
  package var isActiveSurface: Bool { window.state.contains(.activated) || tree.hasKeyboard }
}
