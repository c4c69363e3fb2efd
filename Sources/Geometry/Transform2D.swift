internal import Glibc

/// An affine map of a plane: the image of `(x, y)` is `(a x + c y + tx, b x + d y + ty)`.
///
/// Core Graphics: `CGAffineTransform`.
public struct Transform2D: Hashable, Codable, Sendable {
  /// The image of the x-axis.
  public var a, b: Double
  /// The image of the y-axis.
  public var c, d: Double
  /// The translation, in the unit of the coordinates.
  public var tx, ty: Double

  /// The map of every point to itself.
  public static let identity = Transform2D(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Creates a map from its six elements.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// Returns a translation.
  public static func translation(x: Double = 0, y: Double = 0) -> Transform2D {
    Transform2D(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Returns a scaling about the origin.
  public static func scale(x: Double = 1, y: Double = 1) -> Transform2D {
    Transform2D(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Returns a rotation about the origin by `angle` radians, clockwise on the screen.
  public static func rotation(by angle: Double) -> Transform2D {
    let (s, c) = (sin(angle), cos(angle))
    return Transform2D(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
  }

  /// Returns the map that applies this one and then `next`.
  ///
  /// Core Graphics: `CGAffineTransformConcat`.
  public func concatenated(with next: Transform2D) -> Transform2D {
    Transform2D(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b, c: next.a * c + next.c * d,
      d: next.b * c + next.d * d, tx: next.a * tx + next.c * ty + next.tx,
      ty: next.b * tx + next.d * ty + next.ty)
  }

  /// Returns the image of `point`.
  public func apply(to point: Point) -> Point {
    Point(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// Whether every element is a finite number.
  public var isFinite: Bool { (a * 0 + b * 0 + c * 0 + d * 0 + tx * 0 + ty * 0) == 0 }

  /// Whether the map only scales by positive factors and translates. It then maps an upright rectangle, with sides
  /// parallel to the axes, to an upright rectangle.
  public var isUpright: Bool { b == 0 && c == 0 && a > 0 && d > 0 }
}

extension Homography {
  /// Creates the projective map that equals an affine one.
  public init(_ map: Transform2D) { self.init(map.a, map.c, map.tx, map.b, map.d, map.ty, 0, 0, 1) }

  /// Whether the map only scales by positive factors and translates, so that it maps an upright rectangle to an upright
  /// rectangle. Rounding errors are ignored.
  public var isUpright: Bool {
    let tolerance = 1e-9 * m8  // a millionth of a point at 1000 points
    return m8 > 0 && m0 > 0 && m4 > 0 && abs(m1) <= tolerance && abs(m3) <= tolerance
      && abs(m6) <= tolerance && abs(m7) <= tolerance
  }

  /// Returns the smallest upright rectangle that contains the image of `rect`, or `.zero` if no part of `rect` is in
  /// front of the viewer.
  public func boundingBox(of rect: Rect) -> Rect {
    let outline = Homography.scale(1, offset: rect.origin).concatenated(with: self)
      .projectedOutline(of: rect.size)
    guard let first = outline.first else { return .zero }
    var (minX, maxX, minY, maxY) = (first.x, first.x, first.y, first.y)
    for corner in outline {
      (minX, maxX) = (min(minX, corner.x), max(maxX, corner.x))
      (minY, maxY) = (min(minY, corner.y), max(maxY, corner.y))
    }
    return Rect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }
}

extension Point {
  /// The direction of a vector, in radians clockwise from the x-axis on the screen; 0 for the zero vector.
  package var angle: Double { atan2(y, x) }
}
