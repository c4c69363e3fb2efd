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
  ///   - axis: Which way is forward on the screen; turned or mirrored, the order is the same.
  package init(_ transform: Transform3D, current: Transform3D, axis: ScrollAxis, index: Int) {
    let corner = axis.corner
    depth = corner.x * transform.m13 + corner.y * transform.m23 + transform.m33 + transform.m43
    distance = abs(Self.place(of: transform, on: axis) - Self.place(of: current, on: axis))
    self.index = index
  }

  package static func < (a: DepthOrder, b: DepthOrder) -> Bool {
    if a.depth != b.depth { return a.depth < b.depth }
    if a.distance != b.distance { return a.distance > b.distance }
    return a.index < b.index
  }

  private static func place(of transform: Transform3D, on axis: ScrollAxis) -> Double {
    let (r1, r2, r3, r4) = transform.rows
    let place = axis.corner.x * r1 + axis.corner.y * r2 + r3 + r4
    return axis.along(Point(x: place.x, y: place.y))
  }
}
