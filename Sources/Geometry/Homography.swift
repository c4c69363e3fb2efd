/// A projective map of a plane onto a plane.
///
/// The image of `(u, v)` is `((m0 u + m1 v + m2) / w, (m3 u + m4 v + m5) / w)`, where `w = m6 u + m7 v + m8`. The
/// elements form a row-major 3×3 matrix that acts on column vectors. Points with `w ≤ 0` lie behind the viewer and
/// have no image.
@frozen
public struct Homography: Hashable, Sendable {
  /// The first row, which computes x.
  public var m0, m1, m2: Double
  /// The second row, which computes y.
  public var m3, m4, m5: Double
  /// The third row, which computes the denominator `w`.
  public var m6, m7, m8: Double

  /// The map of every point to itself.
  public static let identity = Homography(1, 0, 0, 0, 1, 0, 0, 0, 1)

  /// Creates a map from its nine elements, row by row.
  @inlinable public init(
    _ m0: Double, _ m1: Double, _ m2: Double, _ m3: Double, _ m4: Double, _ m5: Double, _ m6: Double,
    _ m7: Double, _ m8: Double
  ) {
    (self.m0, self.m1, self.m2) = (m0, m1, m2)
    (self.m3, self.m4, self.m5) = (m3, m4, m5)
    (self.m6, self.m7, self.m8) = (m6, m7, m8)
  }

  /// Creates the map from the coordinates of a view, with `(0, 0)` at its top left, to the plane in which the
  /// view is shown.
  ///
  /// - Parameters:
  ///   - transform: The transform of the view about its center.
  ///   - size: The view's size.
  ///   - center: The position of the untransformed view's center, which is also the vanishing point.
  @inlinable public init(placing transform: Transform3D, size: Size, center: Point) {
    let t = transform
    let (cx, cy) = (size.width / 2, size.height / 2)
    let w = t.m44 - cx * t.m14 - cy * t.m24
    self.init(
      t.m11 + center.x * t.m14, t.m21 + center.x * t.m24,
      t.m41 - cx * t.m11 - cy * t.m21 + center.x * w,
      t.m12 + center.y * t.m14, t.m22 + center.y * t.m24,
      t.m42 - cx * t.m12 - cy * t.m22 + center.y * w,
      t.m14, t.m24, w)
  }

  /// Returns the denominator at `point`: positive in front of the viewer, zero or negative behind.
  @inlinable public func w(at point: Point) -> Double { m6 * point.x + m7 * point.y + m8 }

  /// Returns the image of `point`, or `nil` if it lies behind the viewer.
  @inlinable public func project(_ point: Point) -> Point? {
    let w = w(at: point)
    guard w > 0 else { return nil }
    return Point(
      x: (m0 * point.x + m1 * point.y + m2) / w, y: (m3 * point.x + m4 * point.y + m5) / w)
  }

  /// The determinant of the matrix. It is positive if the front of the plane faces the viewer, negative if the
  /// back faces the viewer, and zero if the plane is seen edge-on.
  @inlinable public var determinant: Double {
    m0 * (m4 * m8 - m5 * m7) - m1 * (m3 * m8 - m5 * m6) + m2 * (m3 * m7 - m4 * m6)
  }

  /// The inverse map, or `nil` if the plane is seen edge-on.
  ///
  /// Its `w(at:)` is positive exactly at the images of points in front of the viewer.
  @inlinable public var inverse: Homography? {
    let d = determinant
    guard d.isFinite, abs(d) > .leastNormalMagnitude else { return nil }
    let k = 1 / d
    return Homography(
      (m4 * m8 - m5 * m7) * k, (m2 * m7 - m1 * m8) * k, (m1 * m5 - m2 * m4) * k,
      (m5 * m6 - m3 * m8) * k, (m0 * m8 - m2 * m6) * k, (m2 * m3 - m0 * m5) * k,
      (m3 * m7 - m4 * m6) * k, (m1 * m6 - m0 * m7) * k, (m0 * m4 - m1 * m3) * k)
  }

  /// Returns the map that applies this one and then `next`.
  @inlinable public func concatenated(with next: Homography) -> Homography {
    let (a, b) = (next, self)
    return Homography(
      a.m0 * b.m0 + a.m1 * b.m3 + a.m2 * b.m6, a.m0 * b.m1 + a.m1 * b.m4 + a.m2 * b.m7,
      a.m0 * b.m2 + a.m1 * b.m5 + a.m2 * b.m8,
      a.m3 * b.m0 + a.m4 * b.m3 + a.m5 * b.m6, a.m3 * b.m1 + a.m4 * b.m4 + a.m5 * b.m7,
      a.m3 * b.m2 + a.m4 * b.m5 + a.m5 * b.m8,
      a.m6 * b.m0 + a.m7 * b.m3 + a.m8 * b.m6, a.m6 * b.m1 + a.m7 * b.m4 + a.m8 * b.m7,
      a.m6 * b.m2 + a.m7 * b.m5 + a.m8 * b.m8)
  }

  /// Returns a uniform scaling followed by a translation by `offset`.
  public static func scale(_ factor: Double, offset: Point = .zero) -> Homography {
    Homography(factor, 0, offset.x, 0, factor, offset.y, 0, 0, 1)
  }
}
