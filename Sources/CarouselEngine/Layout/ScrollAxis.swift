package import Geometry
internal import Glibc

/// Which way is forward on the screen?
///
/// Layouts know two ways only: to the right and downwards. What they arrange is turned by the angle, and then mirrored
/// where a horizontal carousel runs from right to left; places and rotations are, the views themselves stay upright.
package struct ScrollAxis: Hashable, Sendable {
  /// The way that layouts know.
  package var axis = Axis.horizontal { didSet { update() } }
  /// Without effect on a vertical carousel.
  package var direction = LayoutDirection.leftToRight { didSet { update() } }
  /// How far the axis is turned, in radians; clockwise if positive.
  package var angle = 0.0 { didSet { update() } }

  /// Where later items stand, on the screen: a vector of length 1.
  package private(set) var forward = Point(x: 1, y: 0)
  /// The vector of length 1 across it.
  private var sideways = Point(x: 0, y: 1)
  /// Where what a layout has at (1, 1) is seen.
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
    // A quarter turn is one exactly, so that it does not make room for one more item.
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

  /// Returns how far forward `vector` leads.
  package func along(_ vector: Point) -> Double { Self.product(vector, forward) }

  /// Returns how far `vector` leads aside.
  package func across(_ vector: Point) -> Double { Self.product(vector, sideways) }

  /// Returns how far forward a shift by `size` leads.
  package func along(_ size: Size) -> Double { along(Point(x: size.width, y: size.height)) }

  /// Returns how much of the axis a view of `size` can show.
  package func extent(of size: Size) -> Double {
    along(Point(x: forward.x < 0 ? -size.width : size.width, y: forward.y < 0 ? -size.height : size.height))
  }

  /// Returns how far apart upright views of `size` stand on the axis when they touch.
  package func pitch(of size: Size) -> Double {
    let across = forward.x == 0 ? .infinity : size.width / abs(forward.x)
    let down = forward.y == 0 ? .infinity : size.height / abs(forward.y)
    return min(across, down)
  }

  /// The inner product; what does not count may be no number.
  private static func product(_ vector: Point, _ unit: Point) -> Double {
    if unit.y == 0 { return vector.x * unit.x }
    if unit.x == 0 { return vector.y * unit.y }
    return vector.x * unit.x + vector.y * unit.y
  }

  /// Returns what a layout arranged, as it stands on the screen.
  @inline(__always)
  func onScreen(_ transform: Transform3D) -> Transform3D {
    isPlain ? transform : turnedAndMirrored(transform)
  }

  /// Whether layouts have it as it stands on the screen.
  private var isPlain: Bool { cosine == 1 && !isMirrored }

  private func turnedAndMirrored(_ transform: Transform3D) -> Transform3D {
    let turned = cosine == 1 ? transform : transform.seenTurned(sine: sine, cosine: cosine)
    return isMirrored ? turned.seenMirrored : turned
  }

  /// Returns what a layout must begin with for `base` to come out on the screen.
  func inLayout(_ base: Transform3D) -> Transform3D {
    let mirrored = isMirrored ? base.seenMirrored : base
    return cosine == 1 ? mirrored : mirrored.seenTurned(sine: -sine, cosine: cosine)
  }
}

extension Transform3D {
  /// The same in a space that is mirrored left to right.
  fileprivate var seenMirrored: Transform3D {
    var mirrored = self
    (mirrored.m12, mirrored.m13, mirrored.m14) = (-m12, -m13, -m14)
    (mirrored.m21, mirrored.m31, mirrored.m41) = (-m21, -m31, -m41)
    return mirrored
  }

  /// The same in a space that is turned in the picture plane.
  fileprivate func seenTurned(sine: Double, cosine: Double) -> Transform3D {
    let (r1, r2, r3, r4) = rows
    func turned(_ row: SIMD4<Double>) -> SIMD4<Double> {
      SIMD4(cosine * row.x - sine * row.y, sine * row.x + cosine * row.y, row.z, row.w)
    }
    return Transform3D(
      rows: turned(cosine * r1 - sine * r2), turned(sine * r1 + cosine * r2), turned(r3), turned(r4))
  }
}
