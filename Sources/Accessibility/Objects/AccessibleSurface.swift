package import Geometry
package import Views

/// A window or a popup whose elements assistive technologies read.
@MainActor
package protocol AccessibleSurface: AnyObject {
  /// The views of the surface.
  var accessibleTree: ViewTree { get }
  /// The surface that opened this one, if it is a popup.
  var accessibleOpener: (any AccessibleSurface)? { get }
  /// The position of the surface in the surface that opened it.
  var accessibleOrigin: Point { get }
  /// Whether the surface is open.
  var isAccessible: Bool { get }
  /// Whether the surface is the active window, which receives the keys.
  var isActiveSurface: Bool { get }
}
