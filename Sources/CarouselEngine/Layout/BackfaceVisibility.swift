package import Geometry

/// Which views are visible from behind.
package struct BackfaceVisibility: Hashable, Sendable {
  /// Whether two-sided views are.
  package var ofDoubleSided = true
  /// Whether single-sided views are.
  package var ofSingleSided = false

  /// Returns whether an item is hidden because it shows its back.
  package func hides(_ transform: Transform3D, isDoubleSided: Bool) -> Bool {
    !((isDoubleSided ? ofDoubleSided : ofSingleSided) || transform.m33 > 0)
  }
}
