/// The operations that the compositor offers for windows. A title bar shows no button for an operation that is missing.
///
/// Wayland: `xdg_toplevel.wm_capabilities`.
public struct WindowCapabilities: OptionSet, Hashable, Sendable {
  /// One bit for each capability.
  public let rawValue: UInt32
  /// Creates a set from its bits: bit n is value n of `xdg_toplevel.wm_capabilities`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// ``Window/showWindowMenu(at:)`` opens a menu.
  public static let windowMenu = WindowCapabilities(rawValue: 1 << 1)
  /// The window can be maximized.
  public static let maximize = WindowCapabilities(rawValue: 1 << 2)
  /// The window can be full screen.
  public static let fullscreen = WindowCapabilities(rawValue: 1 << 3)
  /// The window can be minimized.
  public static let minimize = WindowCapabilities(rawValue: 1 << 4)

  /// Every capability; assumed for a compositor that does not send them (before version 5 of xdg_wm_base).
  public static let all: WindowCapabilities = [.windowMenu, .maximize, .fullscreen, .minimize]

  /// Decodes the array of a `xdg_toplevel.wm_capabilities` event. Unknown numbers are ignored.
  package init(wire bytes: [UInt8]) { rawValue = UInt32(bitsOf: bytes, in: 1...4) }
}

extension UInt32 {
  /// Decodes an array of 32-bit numbers: bit n is set if the number n is contained. Numbers outside of `range` are
  /// ignored, as are bytes after the last whole number.
  init(bitsOf bytes: [UInt8], in range: ClosedRange<UInt32>) {
    var bits: UInt32 = 0
    bytes.withUnsafeBytes { memory in
      for offset in stride(from: 0, to: memory.count - memory.count % 4, by: 4) {
        let number = memory.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        if range.contains(number) { bits |= 1 << number }
      }
    }
    self = bits
  }
}
