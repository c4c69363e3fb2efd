/// The 8 × 8 points of a pixel that decide visibility where several antialiased edges meet.
///
/// Point (`i`, `j`) lies in cell (`i`, `j`) of the pixel, offset so that no two points share a column or a row
/// and at most three are collinear: an edge of any direction crosses them one after another.
enum SubpixelPoints {
  /// The offsets of the points in row `j` to the right, and of those in column `i` downwards, in 1/64 px.
  @inline(__always)
  static var shiftOfRow: SIMD8<Double> { SIMD8(7, 3, 1, 2, 5, 0, 4, 6) }
  @inline(__always)
  static var shiftOfColumn: SIMD8<Double> { SIMD8(6, 0, 3, 2, 5, 4, 1, 7) }

  /// A point counts as inside an outline if its distance from each side exceeds this, in px.
  ///
  /// Corners are rounded to less than a third of it, so no point is inside two quads that touch. It is not a
  /// multiple of that grid either, so the comparison with a horizontal or vertical side is never a tie.
  @inline(__always)
  static var margin: Double { 3.5 / 65536 }

  /// A pixel with at least this coverage, in 1/65536, counts as fully covered. The error is less than a
  /// fifteenth of a level.
  @inline(__always)
  static var wholeCoverage: UInt32 { 65536 - 16 }
}
