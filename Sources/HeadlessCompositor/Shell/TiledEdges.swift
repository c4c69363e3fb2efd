/// The sides of a toplevel that are adjacent to another window or to the edge of the output.
///
/// Wayland: `xdg_toplevel.state.tiled_left`.
public struct TiledEdges: OptionSet, Hashable, Sendable {
  /// One bit for each side.
  public let rawValue: UInt32
  /// Creates a set from its bits. Bit n stands for state n of `xdg_toplevel.state`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The left side.
  public static let left = TiledEdges(rawValue: 1 << 5)
  /// The right side.
  public static let right = TiledEdges(rawValue: 1 << 6)
  /// The top side.
  public static let top = TiledEdges(rawValue: 1 << 7)
  /// The bottom side.
  public static let bottom = TiledEdges(rawValue: 1 << 8)

  /// The states in the set, as numbers for `xdg_toplevel.configure`.
  var states: [UInt32] { (5...8).filter { rawValue & 1 << $0 != 0 } }
}

/// The operations on windows that a compositor offers to clients.
///
/// Wayland: `xdg_toplevel.wm_capabilities`.
public struct ShellCapabilities: OptionSet, Hashable, Sendable {
  /// One bit for each capability.
  public let rawValue: UInt32
  /// Creates a set from its bits. Bit n stands for value n of `xdg_toplevel.wm_capabilities`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A menu with window operations.
  public static let windowMenu = ShellCapabilities(rawValue: 1 << 1)
  /// Maximizing.
  public static let maximize = ShellCapabilities(rawValue: 1 << 2)
  /// Full screen.
  public static let fullscreen = ShellCapabilities(rawValue: 1 << 3)
  /// Minimizing.
  public static let minimize = ShellCapabilities(rawValue: 1 << 4)

  /// The capabilities in the set, as numbers for `xdg_toplevel.wm_capabilities`.
  var numbers: [UInt32] { (1...4).filter { rawValue & 1 << $0 != 0 } }
}
