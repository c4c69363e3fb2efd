package import Geometry

/// How an item looks at one moment.
package struct Pose: Hashable, Sendable {
  /// What the item's plane goes through, about the carousel's centre; always finite.
  package var transform: Transform3D
  /// The opacity, in `0...1` unless an option says otherwise.
  package var alpha: Double
  /// Whether the item is left out because it shows its back.
  package var isHidden: Bool

  package init(transform: Transform3D, alpha: Double = 1, isHidden: Bool = false) {
    self.transform = transform
    self.alpha = alpha
    self.isHidden = isHidden
  }
}
