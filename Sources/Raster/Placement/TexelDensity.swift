package import Geometry

/// How many texels fall on a pixel, by its place: of the texture's columns and of its rows, each squared.
///
/// Where (u, v) is (U, V) / w, all three linear, the gradient of u is (m0 · w - m6 · U, m1 · w - m7 · U) / w²:
/// of that the first does not change along a row and the second not along a column.
package struct TexelDensity: BitwiseCopyable {
  /// What does not change along a row, by y; what does not along a column, by x.
  private let ux, uy, vx, vy: (slope: Double, offset: Double)
  private let wx, wy, w: Double

  package init(_ toTexture: Homography) {
    let m = toTexture
    ux = (m.m0 * m.m7 - m.m6 * m.m1, m.m0 * m.m8 - m.m6 * m.m2)
    uy = (m.m1 * m.m6 - m.m7 * m.m0, m.m1 * m.m8 - m.m7 * m.m2)
    vx = (m.m3 * m.m7 - m.m6 * m.m4, m.m3 * m.m8 - m.m6 * m.m5)
    vy = (m.m4 * m.m6 - m.m7 * m.m3, m.m4 * m.m8 - m.m7 * m.m5)
    (wx, wy, w) = (m.m6, m.m7, m.m8)
  }

  /// Returns both at four places of a row.
  @inline(__always)
  package func at(x: SIMD4<Double>, y: Double) -> (columns: SIMD4<Double>, rows: SIMD4<Double>) {
    let (ux, vx) = (ux.slope * y + ux.offset, vx.slope * y + vx.offset)
    let (uy, vy) = (x * uy.slope + uy.offset, x * vy.slope + vy.offset)
    let w = x * wx + (wy * y + w)
    let square = w * w
    let r = 1 / (square * square)
    return ((uy * uy + ux * ux) * r, (vy * vy + vx * vx) * r)
  }
}
