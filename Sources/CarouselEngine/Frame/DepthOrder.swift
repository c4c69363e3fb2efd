package import Geometry

/// The position of an item in the order from back to front.
///
/// Deeper items come first. At equal depth, the item further from the current one comes first, then the lower
/// index, so that the order is strict.
///
/// iCarousel: `compareViewDepth`.
package struct DepthOrder: Comparable, Sendable {
  private let depth: Double
  private let distance: Double
  private let index: Int

  /// Creates the order of item `index` with `transform`.
  package init(_ transform: Transform3D, by measure: Measure, index: Int) {
    let corner = measure.corner
    depth = corner.x * transform.m13 + corner.y * transform.m23 + transform.m33 + transform.m43
    distance = abs(measure.place(of: transform) - measure.current)
    self.index = index
  }

  /// Creates the order of item `index` in front of all items in their slots.
  ///
  /// - Parameter isHeld: Whether the item is in the hand, in front of those that glide into their slots.
  init(inFront index: Int, isHeld: Bool) {
    depth = isHeld ? .infinity : .greatestFiniteMagnitude
    distance = 0
    self.index = index
  }

  /// The measurements that all items of a frame share.
  package struct Measure: Sendable {
    fileprivate let corner: Point
    private let axis: ScrollAxis
    /// The position of the current item along the axis.
    fileprivate private(set) var current = 0.0

    /// - Parameters:
    ///   - current: The transform of the current item.
    ///   - axis: The axis on the screen; a turned or mirrored axis does not change the order.
    package init(current: Transform3D, axis: ScrollAxis) {
      corner = axis.corner
      self.axis = axis
      self.current = place(of: current)
    }

    /// Returns the position along the axis of the corner with `transform`.
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
