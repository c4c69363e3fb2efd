/// The operations that the compositor offers for windows. A title bar should show no button for a missing operation.
///
/// Wayland: `xdg_toplevel.wm_capabilities`.
public struct WindowCapabilities: OptionSet, Hashable, Sendable {
  /// One bit for each capability.
  public let rawValue: UInt32
  /// Creates a set from its bits. Bit n stands for value n of `xdg_toplevel.wm_capabilities`.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// ``Window/showWindowMenu(at:)`` opens a menu.
  public static let windowMenu = WindowCapabilities(rawValue: 1 << 1)
  /// The window can be maximized.
  public static let maximize = WindowCapabilities(rawValue: 1 << 2)
  /// The window can be full screen.
  public static let fullscreen = WindowCapabilities(rawValue: 1 << 3)
  /// The window can be minimized.
  public static let minimize = WindowCapabilities(rawValue: 1 << 4)

  /// Every capability. It is assumed if the compositor does not send capabilities (before version 5 of xdg_wm_base).
  public static let all: WindowCapabilities = [.windowMenu, .maximize, .fullscreen, .minimize]

  /// Decodes the array of a `xdg_toplevel.wm_capabilities` event. Unknown numbers are ignored.
  package init(wire bytes: [UInt8]) { rawValue = UInt32(bitsOf: bytes, in: 1...4) }
}

extension UInt32 {
  /// Decodes an array of 32-bit numbers. Bit n is set if the array contains the number n. Numbers outside of `range`
  /// and bytes after the last whole number are ignored.
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
