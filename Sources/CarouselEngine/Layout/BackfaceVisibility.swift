package import Geometry

/// Whether the back of a view is visible when it faces the viewer.
package struct BackfaceVisibility: Hashable, Sendable {
  /// Whether the backs of two-sided views are visible.
  package var ofDoubleSided = true
  /// Whether the backs of single-sided views are visible.
  package var ofSingleSided = false

  /// Returns whether an item is hidden because its back faces the viewer.
  package func hides(_ transform: Transform3D, isDoubleSided: Bool) -> Bool {
    !((isDoubleSided ? ofDoubleSided : ofSingleSided) || transform.m33 > 0)
  }
}
