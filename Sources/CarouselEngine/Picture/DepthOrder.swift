package import Geometry

/// Where an item stands in the order from back to front.
///
/// Deeper is further back; at equal depth, what is further from the current item; then the lower index, so that the
/// order is strict.
///
/// iCarousel: `compareViewDepth`.
package struct DepthOrder: Comparable, Sendable {
  private let depth: Double
  private let distance: Double
  private let index: Int

  /// Creates the place of item `index`.
  ///
  /// - Parameters:
  ///   - transform: What the item goes through.
  ///   - current: What the current item goes through.
  ///   - axis: The direction the carousel scrolls in.
  package init(_ transform: Transform3D, current: Transform3D, axis: Axis, index: Int) {
    depth = transform.m13 + transform.m23 + transform.m33 + transform.m43
    distance = abs(Self.place(of: transform, along: axis) - Self.place(of: current, along: axis))
    self.index = index
  }

  package static func < (a: DepthOrder, b: DepthOrder) -> Bool {
    if a.depth != b.depth { return a.depth < b.depth }
    if a.distance != b.distance { return a.distance > b.distance }
    return a.index < b.index
  }

  private static func place(of transform: Transform3D, along axis: Axis) -> Double {
    switch axis {
    case .horizontal: transform.m11 + transform.m21 + transform.m31 + transform.m41
    case .vertical: transform.m12 + transform.m22 + transform.m32 + transform.m42
    }
  }
}
