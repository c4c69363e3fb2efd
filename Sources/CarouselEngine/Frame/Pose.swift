public import Geometry

/// The appearance of an item at one time.
public struct Pose: Hashable, Sendable {
  /// The transform of the item's plane, relative to the carousel's center. All elements are finite.
  public var transform: Transform3D
  /// The opacity; it is clamped to `0...1` for drawing.
  public var alpha = 1.0
  /// Whether the item is not drawn, because its back faces the viewer and is invisible, or because an effect
  /// hides it.
  public var isHidden = false
  /// The shift of the content inside the item: ``CarouselFrame/Item/parallax``.
  public var parallax = 0.0
}

extension Transform3D {
  /// Whether every element is finite, and small enough that products of two elements are finite.
  @inline(__always)
  var isDrawable: Bool {
    let (r1, r2, r3, r4) = rows
    // The product of 10²⁷⁸ and a number above about 10³⁰ is infinite, and infinity times 0 is NaN.
    let zeros = (r1 * 1e278) * 0 + (r2 * 1e278) * 0
    let others = (r3 * 1e278) * 0 + (r4 * 1e278) * 0
    return (zeros + others).sum() == 0
  }
}
