/// 8 × 8 sample points of a pixel. Where the antialiased edges of several layers meet, they decide which
/// layer is visible.
///
/// The pixel is divided into 8 × 8 cells, and point (`i`, `j`) lies in cell (`i`, `j`). The points are offset
/// so that no two have the same x or y and at most three are collinear. An edge that moves across the pixel
/// therefore crosses them one after another, whatever its direction.
enum SubpixelPoints {
  /// `shiftOfRow[j]` is the offset to the right of the points in row `j`, and `shiftOfColumn[i]` is the
  /// offset downwards of the points in column `i`, in 1/64 px.
  @inline(__always)
  static var shiftOfRow: SIMD8<Double> { SIMD8(7, 3, 1, 2, 5, 0, 4, 6) }
  @inline(__always)
  static var shiftOfColumn: SIMD8<Double> { SIMD8(6, 0, 3, 2, 5, 4, 1, 7) }

  /// A point counts as inside an outline if its distance from each side exceeds this, in px.
  ///
  /// Corners are rounded to multiples of 1/65536 px, less than a third of the margin, so no point is inside
  /// two quads that touch. The margin is not a multiple of 1/65536 px, so the comparison with a horizontal or
  /// vertical side is never a tie.
  @inline(__always)
  static var margin: Double { 3.5 / 65536 }

  /// A pixel with at least this coverage, in 1/65536, is treated as fully covered. The resulting error is
  /// less than 1/15 of a color level.
  @inline(__always)
  static var wholeCoverage: UInt32 { 65536 - 16 }
}
