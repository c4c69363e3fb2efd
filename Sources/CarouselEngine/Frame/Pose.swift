public import Geometry

/// The appearance of an item at one moment.
public struct Pose: Hashable, Sendable {
  /// The transform of the item's plane, about the carousel's center; always finite.
  public var transform: Transform3D
  /// The opacity; it is clamped to `0...1` for drawing.
  public var alpha: Double
  /// Whether the item is not drawn, because its back faces the viewer or an effect hides it.
  public var isHidden: Bool
  /// The shift of the item's content inside it: ``CarouselFrame/Item/parallax``.
  public var parallax: Double

  package init(transform: Transform3D, alpha: Double = 1, isHidden: Bool = false, parallax: Double = 0) {
    self.transform = transform
    self.alpha = alpha
    self.isHidden = isHidden
    self.parallax = parallax
  }
}

extension Transform3D {
  /// Whether every element is finite, and small enough that products of elements are finite.
  var isDrawable: Bool {
    let (r1, r2, r3, r4) = rows
    // A number larger than 10³⁰ becomes infinite, and infinity times 0 is NaN.
    let zeros = (r1 * 1e278) * 0 + (r2 * 1e278) * 0
    let others = (r3 * 1e278) * 0 + (r4 * 1e278) * 0
    return (zeros + others).sum() == 0
  }
}
