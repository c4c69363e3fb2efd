import Geometry
import Wayland

/// The object that makes a surface a toplevel, a popup or a layer surface.
///
/// Wayland: `xdg_toplevel`, `xdg_popup`, `zwlr_layer_surface_v1`.
@MainActor
protocol ShellRole: AnyObject {
  /// The object that popups of this surface pass as their parent.
  var popupParent: PopupParent { get }
  /// The serial of the last configure of an `xdg_surface`; nil once it is acknowledged, and for a layer surface.
  var configureSerial: UInt32? { get }
  /// Acknowledges the last configure, unless it is acknowledged already. The next commit must have the configured
  /// size.
  ///
  /// - Returns: Whether a configure was acknowledged.
  @discardableResult func ackConfigure() -> Bool
  /// Sends the window geometry if it has changed. It takes effect with the next commit.
  func setGeometry(_ rectangles: WindowRectangles)
  func close()
}

/// The parent of a popup.
enum PopupParent {
  case shell(XdgSurface)
  case layer(ZwlrLayerSurfaceV1)
}

/// The values of one configure sequence. Sizes are in points; 0 means that the client chooses.
///
/// Wayland: `xdg_toplevel.configure`, `xdg_popup.configure`, `zwlr_layer_surface_v1.configure`.
struct WindowConfigure {
  var width: Int32 = 0
  var height: Int32 = 0
  var state: WindowState = []
  /// The largest suitable size; 0 × 0 means unknown.
  var bounds: (width: Int32, height: Int32) = (0, 0)
  var capabilities = WindowCapabilities.all
  /// Whether the compositor draws the decoration.
  var isDecorated = false
  /// A popup's position, relative to the parent's window geometry.
  var position: Point?
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
