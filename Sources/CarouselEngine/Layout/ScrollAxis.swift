package import Geometry
internal import Glibc

/// The scroll axis on the screen.
///
/// Layouts use only two directions: right and down. The result of a layout is turned by the angle, and then
/// mirrored if a horizontal carousel runs from right to left. This changes positions and rotations; the views
/// themselves stay upright.
package struct ScrollAxis: Hashable, Codable, Sendable {
  /// The axis in the layout.
  package var axis = Axis.horizontal { didSet { update() } }
  /// The direction of a horizontal carousel; it has no effect on a vertical one.
  package var direction = LayoutDirection.leftToRight { didSet { update() } }
  /// The angle by which the axis is turned, in radians; clockwise if positive.
  package var angle = 0.0 { didSet { update() } }

  /// The direction of later items on the screen: a unit vector.
  package private(set) var forward = Point(x: 1, y: 0)
  /// The unit vector across `forward`.
  private var sideways = Point(x: 0, y: 1)
  /// The position on the screen of the layout's point (1, 1).
  var corner: Point { forward + sideways }
  private var (sine, cosine) = (0.0, 1.0)

  package init(axis: Axis = .horizontal, direction: LayoutDirection = .leftToRight, angle: Double = 0) {
    self.axis = axis
    self.direction = direction
    self.angle = angle
    update()
  }

  package static let horizontal = ScrollAxis()

  private mutating func update() {
    (sine, cosine) = (sin(angle), cos(angle))
    // A quarter turn is exact, so that rounding does not make one more item visible.
    if abs(sine) < 1e-12 { (sine, cosine) = (0, cosine.rounded()) }
    if abs(cosine) < 1e-12 { (sine, cosine) = (sine.rounded(), 0) }
    let (right, down) = (Point(x: cosine, y: sine), Point(x: -sine, y: cosine))
    (forward, sideways) = axis == .horizontal ? (right, down) : (down, right)
    if isMirrored {
      forward.x = -forward.x
      sideways.x = -sideways.x
    }
  }

  private var isMirrored: Bool { direction == .rightToLeft && axis == .horizontal }

  /// Returns the component of `vector` along the axis.
  package func along(_ vector: Point) -> Double { Self.product(vector, forward) }

  /// Returns the component of `vector` across the axis.
  package func across(_ vector: Point) -> Double { Self.product(vector, sideways) }

  /// Returns the component along the axis of a shift by `size`.
  package func along(_ size: Size) -> Double { along(Point(x: size.width, y: size.height)) }

  /// Returns the length of the axis that a view of `size` shows.
  package func extent(of size: Size) -> Double {
    along(Point(x: forward.x < 0 ? -size.width : size.width, y: forward.y < 0 ? -size.height : size.height))
  }

  /// Returns the distance along the axis of upright views of `size` that touch.
  package func pitch(of size: Size) -> Double {
    let across = forward.x == 0 ? .infinity : size.width / abs(forward.x)
    let down = forward.y == 0 ? .infinity : size.height / abs(forward.y)
    return min(across, down)
  }

  /// Returns the inner product; a coordinate with the factor 0 may be NaN.
  private static func product(_ vector: Point, _ unit: Point) -> Double {
    if unit.y == 0 { return vector.x * unit.x }
    if unit.x == 0 { return vector.y * unit.y }
    return vector.x * unit.x + vector.y * unit.y
  }

  /// Converts a transform from the layout to the screen.
  @inline(__always)
  func onScreen(_ transform: Transform3D) -> Transform3D {
    isPlain ? transform : turnedAndMirrored(transform)
  }

  /// Whether transforms are the same in the layout and on the screen.
  private var isPlain: Bool { cosine == 1 && !isMirrored }

  private func turnedAndMirrored(_ transform: Transform3D) -> Transform3D {
    let turned = cosine == 1 ? transform : transform.seenTurned(sine: sine, cosine: cosine)
    return isMirrored ? turned.seenMirrored : turned
  }

  /// Returns the transform in the layout that becomes `base` on the screen.
  func inLayout(_ base: Transform3D) -> Transform3D {
    let mirrored = isMirrored ? base.seenMirrored : base
    return cosine == 1 ? mirrored : mirrored.seenTurned(sine: -sine, cosine: cosine)
  }
}

extension Transform3D {
  /// The same transform in a space that is mirrored left to right.
  fileprivate var seenMirrored: Transform3D {
    var mirrored = self
    (mirrored.m12, mirrored.m13, mirrored.m14) = (-m12, -m13, -m14)
    (mirrored.m21, mirrored.m31, mirrored.m41) = (-m21, -m31, -m41)
    return mirrored
  }

  /// Returns the same transform in a space that is turned in the screen plane.
  fileprivate func seenTurned(sine: Double, cosine: Double) -> Transform3D {
    let (r1, r2, r3, r4) = rows
    func turned(_ row: SIMD4<Double>) -> SIMD4<Double> {
      SIMD4(cosine * row.x - sine * row.y, sine * row.x + cosine * row.y, row.z, row.w)
    }
    return Transform3D(
      rows: turned(cosine * r1 - sine * r2), turned(sine * r1 + cosine * r2), turned(r3), turned(r4))
  }
}
