/// How the compositor shows a window.
///
/// Wayland: `xdg_toplevel.state`.
public struct WindowState: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let maximized = WindowState(rawValue: 1 << 1)
  public static let fullscreen = WindowState(rawValue: 1 << 2)
  /// The user is resizing it.
  public static let resizing = WindowState(rawValue: 1 << 3)
  /// It looks active; it need not have the keyboard.
  public static let activated = WindowState(rawValue: 1 << 4)
  /// The left side adjoins something else, so it casts no shadow; likewise the other sides.
  public static let tiledLeft = WindowState(rawValue: 1 << 5)
  public static let tiledRight = WindowState(rawValue: 1 << 6)
  public static let tiledTop = WindowState(rawValue: 1 << 7)
  public static let tiledBottom = WindowState(rawValue: 1 << 8)
  /// Nobody sees it. Told from version 6 of xdg_wm_base on, which is not asked for yet.
  public static let suspended = WindowState(rawValue: 1 << 9)

  /// Whether the compositor decides about the size.
  var fixesSize: Bool {
    !isDisjoint(with: [.maximized, .fullscreen, .tiledLeft, .tiledRight, .tiledTop, .tiledBottom])
  }

  /// Reads the array of an `xdg_toplevel.configure`: 32-bit numbers; those we do not know are left out.
  package init(wire bytes: [UInt8]) {
    var bits: UInt32 = 0
    bytes.withUnsafeBytes { memory in
      for place in stride(from: 0, to: memory.count - memory.count % 4, by: 4) {
        let state = memory.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        if (1...9).contains(state) { bits |= 1 << state }
      }
    }
    rawValue = bits
  }
}
