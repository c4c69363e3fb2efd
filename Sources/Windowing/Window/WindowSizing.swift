package import Geometry

/// Decides how large a window is; sizes in points.
package struct WindowSizing {
  /// The size now.
  package private(set) var size: Size
  /// The size it returns to when it floats again.
  private var floating: Size
  private var bounds: Size?

  package init(wanted: Size) {
    size = Self.whole(wanted)
    floating = size
  }

  /// The program wants another size. It applies at once while the window floats.
  package mutating func request(_ wanted: Size, isFixed: Bool) {
    floating = Self.whole(wanted)
    if !isFixed { size = floating }
  }

  /// The largest size that fits, from `xdg_toplevel.configure_bounds`; 0 × 0 means unknown.
  package mutating func setBounds(width: Int32, height: Int32) {
    bounds = width > 0 && height > 0 ? Size(width: Double(width), height: Double(height)) : nil
  }

  /// Takes the size of an `xdg_toplevel.configure`.
  package mutating func configure(width: Int32, height: Int32, isFixed: Bool, isFirst: Bool) {
    // 0 means "you choose" (xdg_toplevel.configure), for each side on its own.
    var choice = floating
    if isFirst, let bounds {
      choice = Size(width: min(choice.width, bounds.width), height: min(choice.height, bounds.height))
    }
    size = Self.whole(
      Size(
        width: width > 0 ? Double(width) : choice.width, height: height > 0 ? Double(height) : choice.height))
    if !isFixed { floating = size }
  }

  private static func whole(_ size: Size) -> Size {
    Size(width: clamped(size.width), height: clamped(size.height))
  }

  /// Whole, at least 1, and small enough for 32-bit pixel counts at any scale.
  private static func clamped(_ side: Double) -> Double {
    side.isNaN ? 1 : min(max(1, side.rounded()), 16_384)
  }
}
