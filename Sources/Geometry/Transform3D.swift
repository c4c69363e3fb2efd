internal import Glibc

/// A 4×4 matrix that acts on row vectors: `[x y z 1] · M`.
///
/// Elements have Core Animation's names, `m11` to `m44`, so that iCarousel's formulas apply unchanged. The translation
/// is in the fourth row and the perspective in `m34`. x points right, y down and z toward the viewer.
///
/// Core Animation: `CATransform3D`.
@frozen
public struct Transform3D: Hashable, Codable, Sendable {
  /// The first row, the image of the x-axis.
  public var m11, m12, m13, m14: Double
  /// The second row, the image of the y-axis.
  public var m21, m22, m23, m24: Double
  /// The third row, the image of the z-axis; `m34` is the perspective.
  public var m31, m32, m33, m34: Double
  /// The fourth row: the translation, in the unit of the coordinates.
  public var m41, m42, m43, m44: Double

  /// The transform of every point to itself.
  ///
  /// Core Animation: `CATransform3DIdentity`.
  public static let identity = Transform3D(rows: [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1])

  /// Creates a matrix from its four rows.
  @inlinable public init(
    rows r1: SIMD4<Double>, _ r2: SIMD4<Double>, _ r3: SIMD4<Double>, _ r4: SIMD4<Double>
  ) {
    (m11, m12, m13, m14) = (r1.x, r1.y, r1.z, r1.w)
    (m21, m22, m23, m24) = (r2.x, r2.y, r2.z, r2.w)
    (m31, m32, m33, m34) = (r3.x, r3.y, r3.z, r3.w)
    (m41, m42, m43, m44) = (r4.x, r4.y, r4.z, r4.w)
  }

  /// The four rows.
  @inlinable public var rows: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) {
    (
      SIMD4(m11, m12, m13, m14), SIMD4(m21, m22, m23, m24), SIMD4(m31, m32, m33, m34),
      SIMD4(m41, m42, m43, m44)
    )
  }

  /// Returns the transform that translates first and then applies this one.
  ///
  /// Core Animation: `CATransform3DTranslate`.
  @inlinable @inline(__always)
  public func translated(x: Double = 0, y: Double = 0, z: Double = 0) -> Transform3D {
    let (r1, r2, r3, r4) = rows
    return Transform3D(rows: r1, r2, r3, r4 + x * r1 + y * r2 + z * r3)
  }

  /// Returns the transform that scales first and then applies this one.
  ///
  /// Core Animation: `CATransform3DScale`.
  @inlinable public func scaled(x: Double = 1, y: Double = 1, z: Double = 1) -> Transform3D {
    let (r1, r2, r3, r4) = rows
    return Transform3D(rows: x * r1, y * r2, z * r3, r4)
  }

  /// Returns the transform that rotates by `angle` radians about the axis (`x`, `y`, `z`) first and then applies this
  /// one.
  ///
  /// The axis need not have length 1. With length 0, the result is this transform.
  ///
  /// Core Animation: `CATransform3DRotate`.
  @inlinable public func rotated(by angle: Double, x: Double = 0, y: Double = 0, z: Double = 0) -> Transform3D
  {
    let length = (x * x + y * y + z * z).squareRoot()
    guard length > 0 else { return self }
    let (x, y, z) = (x / length, y / length, z / length)
    let (s, c) = sineAndCosine(of: angle)
    let t = 1 - c
    let rotation = Transform3D(
      rows: SIMD4(c + x * x * t, x * y * t + z * s, x * z * t - y * s, 0),
      SIMD4(x * y * t - z * s, c + y * y * t, y * z * t + x * s, 0),
      SIMD4(x * z * t + y * s, y * z * t - x * s, c + z * z * t, 0), SIMD4(0, 0, 0, 1))
    return rotation.concatenated(with: self)
  }

  /// Returns the transform that applies this one and then `next`: `self · next`.
  ///
  /// Core Animation: `CATransform3DConcat`.
  @inlinable @inline(__always)
  public func concatenated(with next: Transform3D) -> Transform3D {
    let (n1, n2, n3, n4) = next.rows
    @inline(__always) func row(_ r: SIMD4<Double>) -> SIMD4<Double> {
      r.x * n1 + r.y * n2 + r.z * n3 + r.w * n4
    }
    let (r1, r2, r3, r4) = rows
    return Transform3D(rows: row(r1), row(r2), row(r3), row(r4))
  }

  /// Whether every element is a finite number.
  @inlinable @inline(__always)
  public var isFinite: Bool {
    let (r1, r2, r3, r4) = rows
    let sum = (r1 * 0 + r2 * 0 + r3 * 0 + r4 * 0).sum()
    return sum == 0
  }
}

extension Transform3D {
  /// Returns the transform that translates by `distance` along `axis` and by `z` toward the viewer first, and then
  /// applies this one.
  @inlinable public func translated(along axis: Axis, by distance: Double, z: Double = 0) -> Transform3D {
    switch axis {
    case .horizontal: translated(x: distance, z: z)
    case .vertical: translated(y: distance, z: z)
    }
  }
}

/// Returns the sine and the cosine of `angle`, in radians.
@usableFromInline
func sineAndCosine(of angle: Double) -> (sine: Double, cosine: Double) { (sin(angle), cos(angle)) }
