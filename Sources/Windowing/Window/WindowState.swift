/// The state of a window, as reported by the compositor.
///
/// Wayland: `xdg_toplevel.state`.
public struct WindowState: OptionSet, Hashable, Sendable {
  /// One bit for each state.
  public let rawValue: UInt32
  /// Creates a set from its bits. Bit n stands for state n of `xdg_toplevel.state`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The window fills the work area.
  public static let maximized = WindowState(rawValue: 1 << 1)
  /// The window fills the screen.
  public static let fullscreen = WindowState(rawValue: 1 << 2)
  /// The user is resizing the window.
  public static let resizing = WindowState(rawValue: 1 << 3)
  /// The window should look active. It does not necessarily have keyboard focus.
  public static let activated = WindowState(rawValue: 1 << 4)
  /// The left side is adjacent to another window or the screen's edge, so the window has no shadow on this side.
  public static let tiledLeft = WindowState(rawValue: 1 << 5)
  /// As `tiledLeft`, for the right side.
  public static let tiledRight = WindowState(rawValue: 1 << 6)
  /// As `tiledLeft`, for the top side.
  public static let tiledTop = WindowState(rawValue: 1 << 7)
  /// As `tiledLeft`, for the bottom side.
  public static let tiledBottom = WindowState(rawValue: 1 << 8)
  /// The window is not visible. Nothing is drawn until the state ends; then one frame is drawn. Compositors send this
  /// state since version 6 of xdg_wm_base.
  public static let suspended = WindowState(rawValue: 1 << 9)

  /// Whether the compositor chooses the size.
  var fixesSize: Bool {
    !isDisjoint(with: [.maximized, .fullscreen, .tiledLeft, .tiledRight, .tiledTop, .tiledBottom])
  }

  /// Decodes the states of an `xdg_toplevel.configure`, an array of 32-bit numbers. Unknown states are ignored.
  package init(wire bytes: [UInt8]) { rawValue = UInt32(bitsOf: bytes, in: 1...9) }
}
