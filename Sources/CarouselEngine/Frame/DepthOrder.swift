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

  /// Creates the place of item `index`, which goes through `transform`.
  package init(_ transform: Transform3D, by measure: Measure, index: Int) {
    let corner = measure.corner
    depth = corner.x * transform.m13 + corner.y * transform.m23 + transform.m33 + transform.m43
    distance = abs(measure.place(of: transform) - measure.current)
    self.index = index
  }

  /// What all items of a picture are measured with.
  package struct Measure: Sendable {
    fileprivate let corner: Point
    private let axis: ScrollAxis
    /// Where along the axis the current item is.
    fileprivate private(set) var current = 0.0

    /// - Parameters:
    ///   - current: What the current item goes through.
    ///   - axis: Which way is forward on the screen; turned or mirrored, the order is the same.
    package init(current: Transform3D, axis: ScrollAxis) {
      corner = axis.corner
      self.axis = axis
      self.current = place(of: current)
    }

    /// Returns where along the axis the corner is of what goes through `transform`.
    @inline(__always)
    fileprivate func place(of transform: Transform3D) -> Double {
      axis.along(
        Point(
          x: corner.x * transform.m11 + corner.y * transform.m21 + transform.m31 + transform.m41,
          y: corner.x * transform.m12 + corner.y * transform.m22 + transform.m32 + transform.m42))
    }
  }

  package static func < (a: DepthOrder, b: DepthOrder) -> Bool {
    if a.depth != b.depth { return a.depth < b.depth }
    if a.distance != b.distance { return a.distance > b.distance }
    return a.index < b.index
  }
}
