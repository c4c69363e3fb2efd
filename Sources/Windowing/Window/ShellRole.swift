import Geometry
import Wayland

/// What makes a surface a toplevel, a popup or a layer surface. It keeps the settings of its role while the window has no
/// surface, and owns the protocol objects while the window is open.
///
/// Wayland: `xdg_toplevel`, `xdg_popup`, `zwlr_layer_surface_v1`.
@MainActor
protocol ShellRole: AnyObject {
  /// The kind of the window, with its placement.
  var kind: WindowRole { get }
  /// Creates the protocol objects and sends the settings. The window commits the surface afterwards.
  func open(
    on surface: WlSurface, of window: Window, _ globals: WindowGlobals, _ callbacks: ShellRoleCallbacks
  )
  /// Destroys the protocol objects, if there are any.
  func close()
  /// The object that popups of this surface pass as their parent; nil while the role is not open.
  var popupParent: PopupParent? { get }
  /// The serial of the last configure of an `xdg_surface`; nil once it is acknowledged, and for a layer surface.
  var configureSerial: UInt32? { get }
  /// Acknowledges the last configure, unless it is acknowledged already. The next commit must have the configured
  /// size.
  ///
  /// - Returns: Whether a configure was acknowledged.
  @discardableResult func ackConfigure() -> Bool
  /// Sends the window geometry if it has changed. It takes effect with the next commit.
  func setGeometry(_ rectangles: WindowRectangles)
}

/// The parent of a popup.
enum PopupParent {
  case shell(XdgSurface)
  case layer(ZwlrLayerSurfaceV1)
}

/// The size of one configure sequence, in points; 0 means that the client chooses. The role has stored the other values.
///
/// Wayland: `xdg_toplevel.configure`, `xdg_popup.configure`, `zwlr_layer_surface_v1.configure`.
struct WindowConfigure {
  var width: Int32 = 0
  var height: Int32 = 0
  /// The largest suitable size; 0 × 0 means unknown.
  var bounds: (width: Int32, height: Int32) = (0, 0)
  /// Whether the state of the window, its decoration, its capabilities or its position as a popup differ from the last
  /// configure.
  var changesState = false
  /// Whether the window is suspended since this configure, or no longer.
  var changesSuspension = false
}

/// A role's calls to its window.
struct ShellRoleCallbacks {
  /// Called at the end of each configure sequence.
  var configured: (WindowConfigure) -> Void
  /// Called when the user asks to close a toplevel.
  var closeRequested: () -> Void
  /// Called when the compositor has dismissed a popup or a layer surface.
  var dismissed: () -> Void
}
