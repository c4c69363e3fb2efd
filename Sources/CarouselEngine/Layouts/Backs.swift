package import Geometry

/// Which views show their backs.
package struct Backs: Hashable, Sendable {
  /// Whether two-sided views do.
  package var ofDoubleSided = true
  /// Whether one-sided views do.
  package var ofSingleSided = false

  /// Returns whether an item is left out because it shows its back.
  package func hide(_ transform: Transform3D, isDoubleSided: Bool) -> Bool {
    !((isDoubleSided ? ofDoubleSided : ofSingleSided) || transform.m33 > 0)
  }
}
