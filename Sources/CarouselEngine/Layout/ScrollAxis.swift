package import Geometry
internal import Glibc

/// The direction of the scroll axis on the screen.
///
/// Layouts place items only to the right or down. Their results are then turned by ``angle``, and mirrored if
/// a horizontal carousel runs from right to left. This changes the positions and rotations of views, but not
/// their content.
package struct ScrollAxis: Hashable, Codable, Sendable {
  /// The axis along which the layout places items.
  package var axis = Axis.horizontal { didSet { update() } }

  /// The direction of a horizontal carousel. It has no effect on a vertical carousel.
  package var direction = LayoutDirection.leftToRight { didSet { update() } }

  /// The angle by which the axis is turned, in radians; clockwise if positive.
  package var angle = 0.0 { didSet { update() } }

  /// The direction on the screen in which indexes increase, as a unit vector.
  package private(set) var forward = Point(x: 1, y: 0)
  /// The unit vector perpendicular to `forward`.
  private var sideways = Point(x: 0, y: 1)
  /// The position on the screen of the point (1, 1) of the layout.
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
    // The sine and cosine of a quarter turn are made exact. Otherwise rounding errors could make one more
    // item visible.
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

  /// Returns the component along the axis of a shift by the width and height of `size`.
  package func along(_ size: Size) -> Double { along(Point(x: size.width, y: size.height)) }

  /// Returns the length of the part of the axis that is visible in a view of `size`.
  package func extent(of size: Size) -> Double {
    along(Point(x: forward.x < 0 ? -size.width : size.width, y: forward.y < 0 ? -size.height : size.height))
  }

  /// Returns the distance along the axis between the centers of upright views of `size` that touch.
  package func pitch(of size: Size) -> Double {
    let across = forward.x == 0 ? .infinity : size.width / abs(forward.x)
    let down = forward.y == 0 ? .infinity : size.height / abs(forward.y)
    return min(across, down)
  }

  /// Returns the inner product. A coordinate that is multiplied by 0 may be NaN.
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

  /// Whether a transform in the layout is the same on the screen.
  private var isPlain: Bool { cosine == 1 && !isMirrored }

  private func turnedAndMirrored(_ transform: Transform3D) -> Transform3D {
    let turned = cosine == 1 ? transform : transform.seenTurned(sine: sine, cosine: cosine)
    return isMirrored ? turned.seenMirrored : turned
  }

  /// Returns the transform in the layout that ``onScreen(_:)`` converts to `base`.
  func inLayout(_ base: Transform3D) -> Transform3D {
    let mirrored = isMirrored ? base.seenMirrored : base
    return cosine == 1 ? mirrored : mirrored.seenTurned(sine: -sine, cosine: cosine)
  }
}

extension Transform3D {
  /// This transform as it acts in a space that is mirrored left to right.
  fileprivate var seenMirrored: Transform3D {
    var mirrored = self
    (mirrored.m12, mirrored.m13, mirrored.m14) = (-m12, -m13, -m14)
    (mirrored.m21, mirrored.m31, mirrored.m41) = (-m21, -m31, -m41)
    return mirrored
  }

  /// Returns this transform as it acts in a space that is turned in the plane of the screen.
  fileprivate func seenTurned(sine: Double, cosine: Double) -> Transform3D {
    let (r1, r2, r3, r4) = rows
    func turned(_ row: SIMD4<Double>) -> SIMD4<Double> {
      SIMD4(cosine * row.x - sine * row.y, sine * row.x + cosine * row.y, row.z, row.w)
    }
    return Transform3D(
      rows: turned(cosine * r1 - sine * r2), turned(sine * r1 + cosine * r2), turned(r3), turned(r4))
  }
}
