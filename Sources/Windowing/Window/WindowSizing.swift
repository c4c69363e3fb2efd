package import Geometry

/// Computes a window's size from requests and configure events. Sizes are in points.
package struct WindowSizing {
  /// The current size.
  package private(set) var size: Size
  /// The size of the window while it floats, without ``frame``.
  private var floating: Size
  /// The part of ``size`` that requested sizes exclude, such as the space of a title bar.
  package private(set) var frame = Size.zero
  /// The largest suitable size; nil if unknown.
  package private(set) var bounds: Size?

  /// Creates the sizing of a floating window with the requested size `wanted`.
  package init(wanted: Size) {
    size = Self.whole(wanted)
    floating = size
  }

  /// Sets the floating size. If `isFixed` is false, the current size changes accordingly.
  package mutating func request(_ wanted: Size, isFixed: Bool) {
    floating = Self.whole(wanted)
    if !isFixed { size = framed(floating) }
  }

  /// Sets the part of the size that requested sizes exclude. If `isFixed` is false, the current size changes
  /// accordingly.
  package mutating func setFrame(_ frame: Size, isFixed: Bool) {
    guard frame != self.frame else { return }
    self.frame = frame
    if !isFixed { size = framed(floating) }
  }

  private func framed(_ size: Size) -> Size {
    Self.whole(Size(width: size.width + frame.width, height: size.height + frame.height))
  }

  /// Sets the largest suitable size; 0 × 0 means unknown.
  ///
  /// Wayland: `xdg_toplevel.configure_bounds`.
  package mutating func setBounds(width: Int32, height: Int32) {
    bounds = width > 0 && height > 0 ? Size(width: Double(width), height: Double(height)) : nil
  }

  /// Applies the size of a configure event.
  ///
  /// - Parameters:
  ///   - isFixed: Whether the compositor chooses the size, as in full screen. In this case the floating size is kept.
  ///   - isFirst: Whether this is the first configure. The bounds apply only to the first one.
  ///
  /// Wayland: `xdg_toplevel.configure`.
  package mutating func configure(width: Int32, height: Int32, isFixed: Bool, isFirst: Bool) {
    // A width or height of 0 means that the client chooses it (xdg_toplevel.configure).
    var choice = framed(floating)
    if isFirst, let bounds {
      choice = Size(width: min(choice.width, bounds.width), height: min(choice.height, bounds.height))
    }
    size = Self.whole(
      Size(
        width: width > 0 ? Double(width) : choice.width, height: height > 0 ? Double(height) : choice.height))
    if !isFixed {
      floating = Self.whole(Size(width: size.width - frame.width, height: size.height - frame.height))
    }
  }

  /// Returns the limits to send for the limits of a size without ``frame``. A side of 0 has no limit. A maximum below the
  /// minimum, which the protocol forbids, is raised to it.
  package func framedLimits(minimum: Size, maximum: Size) -> (minimum: Size, maximum: Size) {
    func framed(_ size: Size) -> Size {
      Size(
        width: size.width > 0 ? size.width + frame.width : 0,
        height: size.height > 0 ? size.height + frame.height : 0)
    }
    let least =
      minimum == .zero
      ? .zero
      : Size(
        width: minimum.width + frame.width, height: minimum.height + frame.height)
    let most = framed(maximum)
    return (
      least,
      Size(
        width: most.width > 0 ? max(most.width, least.width) : 0,
        height: most.height > 0 ? max(most.height, least.height) : 0)
    )
  }

  private static func whole(_ size: Size) -> Size {
    Size(width: clamped(size.width), height: clamped(size.height))
  }

  /// Rounds to whole points in `1...16384`; 1 for NaN. The limit keeps pixel counts within 32 bits at any scale.
  private static func clamped(_ side: Double) -> Double {
    side.isNaN ? 1 : min(max(1, side.rounded()), 16_384)
  }
}
