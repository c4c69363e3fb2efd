public import Geometry

/// How an item looks at one moment.
public struct Pose: Hashable, Sendable {
  /// What the item's plane goes through, about the carousel's centre; always finite.
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
