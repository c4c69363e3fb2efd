/// The 8 × 8 points of a pixel that decide what covers what where several soft edges meet.
///
/// Point (`i`, `j`) lies in cell (`i`, `j`) of the pixel, moved within it so that no two points share a
/// column or a row and no more than three lie on a line: however an edge runs, it passes them one after the
/// other.
enum SubpixelPoints {
  /// How far the points of row `j` are moved to the right, and those of column `i` down, in 1/64 px.
  @inline(__always)
  static var shiftOfRow: SIMD8<Double> { SIMD8(7, 3, 1, 2, 5, 0, 4, 6) }
  @inline(__always)
  static var shiftOfColumn: SIMD8<Double> { SIMD8(6, 0, 3, 2, 5, 4, 1, 7) }

  /// A point counts as inside an outline when it is farther from each side than this, in px.
  ///
  /// Corners are rounded to less than a third of it, so no point is in two quads that touch. It is no
  /// multiple of that either, so no point is just as far from a level or upright side.
  @inline(__always)
  static var margin: Double { 3.5 / 65536 }

  /// A pixel that is covered by as much, in 1/65536, counts as wholly covered; what is missing is less than a
  /// fifteenth of a level.
  @inline(__always)
  static var wholeCoverage: UInt32 { 65536 - 16 }
}
