public import Geometry

/// How an item looks at one moment.
public struct Pose: Hashable, Sendable {
  /// What the item's plane goes through, about the carousel's center; always finite.
  public var transform: Transform3D
  /// The opacity; drawn it is within `0...1`.
  public var alpha: Double
  /// Whether the item is left out of the picture, because it shows its back or an effect says so.
  public var isHidden: Bool
  /// How far the item's content may shift inside it: ``CarouselFrame/Item/parallax``.
  public var parallax: Double

  package init(transform: Transform3D, alpha: Double = 1, isHidden: Bool = false, parallax: Double = 0) {
    self.transform = transform
    self.alpha = alpha
    self.isHidden = isHidden
    self.parallax = parallax
  }
}

extension Transform3D {
  /// Whether every element is a finite number, and none so large that its products with others are infinite.
  var isDrawable: Bool {
    let (r1, r2, r3, r4) = rows
    // What is larger than 10³⁰ becomes infinite, and infinity times 0 is no number.
    let zeros = (r1 * 1e278) * 0 + (r2 * 1e278) * 0
    let others = (r3 * 1e278) * 0 + (r4 * 1e278) * 0
    return (zeros + others).sum() == 0
  }
}
