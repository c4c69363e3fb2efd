package import Geometry

/// The visibility of views from behind.
package struct BackfaceVisibility: Hashable, Sendable {
  /// Whether two-sided views are visible from behind.
  package var ofDoubleSided = true
  /// Whether single-sided views are visible from behind.
  package var ofSingleSided = false

  /// Returns whether an item is hidden because its back faces the viewer.
  package func hides(_ transform: Transform3D, isDoubleSided: Bool) -> Bool {
    !((isDoubleSided ? ofDoubleSided : ofSingleSided) || transform.m33 > 0)
  }
}
