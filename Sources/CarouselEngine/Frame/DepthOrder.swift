package import Geometry

/// The rank of an item in the order from back to front.
///
/// Deeper items come first. Of two items at equal depth, the item farther from the current item comes first.
/// If both distances are also equal, the item with the lower index comes first, so that no two items have the
/// same rank.
package struct DepthOrder: Comparable, Sendable {
  private let depth: Double
  private let distance: Double
  private let index: Int

  /// Creates the rank of item `index`, which is drawn with `transform`.
  package init(_ transform: Transform3D, by measure: Measure, index: Int) {
    let corner = measure.corner
    depth = corner.x * transform.m13 + corner.y * transform.m23 + transform.m33 + transform.m43
    distance = abs(measure.depth(of: transform) - measure.current)
    self.index = index
  }

  /// Creates the rank of a view of the application, which is drawn with `transform`. At equal depth and distance,
  /// the view is in front of an item.
  ///
  /// - Parameter number: The number of the view, from 0 on. Views with higher numbers are in front.
  init(_ transform: Transform3D, by measure: Measure, afterItems number: Int) {
    self.init(transform, by: measure, index: .max / 2 + number)
  }

  /// Creates the rank of item `index` in front of all items that are in their slots.
  ///
  /// - Parameter isHeld: Whether the item is in the hand. Such an item is in front of items that glide into
  ///   their slots.
  init(inFront index: Int, isHeld: Bool) {
    depth = isHeld ? .infinity : .greatestFiniteMagnitude
    distance = 0
    self.index = index
  }

  /// Whether the item is in front of all items that are in their slots.
  var isInFront: Bool { depth >= .greatestFiniteMagnitude }

  /// The values that the ranks of all items of a frame depend on.
  package struct Measure: Sendable {
    fileprivate let corner: Point
    private let axis: ScrollAxis
    /// The position of the current item along the axis.
    fileprivate private(set) var current = 0.0

    /// - Parameters:
    ///   - current: The transform of the current item.
    ///   - axis: The axis on the screen. Turning or mirroring it does not change the order.
    package init(current: Transform3D, axis: ScrollAxis) {
      corner = axis.corner
      self.axis = axis
      self.current = depth(of: current)
    }

    /// Returns the position along the axis of the corner of an item with `transform`.
    @inline(__always)
    fileprivate func depth(of transform: Transform3D) -> Double {
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
