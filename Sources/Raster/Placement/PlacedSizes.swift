internal import Geometry

/// Which sizes of its texture a layer shows, and where.
///
/// They are chosen for tiles of the canvas, at each one's centre, and not for pixels: neighbours then have
/// the same for long runs. Tiles whose centre lies outside the layer keep to what is chosen inside.
package struct PlacedSizes: BitwiseCopyable {
  /// The width and height of a tile, in px.
  package static let tile = 8

  private let density: TexelDensity
  private let columns, rows: SideRule
  /// The largest and the smallest size; what they mix with counts, too.
  let largest, smallest: SizeChoice

  init(of texture: Texture, in outline: ConvexPolygon, _ toTexture: Homography) {
    density = TexelDensity(toTexture)
    var (columns, rows) = (SideRule(), SideRule())
    for index in 0..<outline.count {
      let (inColumns, inRows) = density.at(x: SIMD4(repeating: outline[index].x), y: outline[index].y)
      columns.insert(inColumns[0])
      rows.insert(inRows[0])
    }
    columns.end(at: texture.widths.smallest)
    rows.end(at: texture.heights.smallest)
    (self.columns, self.rows) = (columns, rows)
    largest = SizeChoice(packed: UInt32(columns.ends.least | rows.ends.least &<< 8))
    smallest = SizeChoice(packed: UInt32(columns.ends.most | rows.ends.most &<< 8))
  }

  /// Whether all tiles show the same.
  var isOne: Bool { largest == smallest }

  /// Returns what four tiles of row `row` show, `column` and those after it.
  @inline(__always)
  func choices(column: Int, row: Int) -> SIMD4<UInt32> {
    let tile = Double(PlacedSizes.tile)
    let x = (SIMD4(0.5, 1.5, 2.5, 3.5) + Double(column)) * tile
    let squared = density.at(x: x, y: (Double(row) + 0.5) * tile)
    return SIMD4(
      truncatingIfNeeded: columns.choose(squared.columns) | (rows.choose(squared.rows) &<< 8))
  }

  /// Returns what pixel (`x`, `y`) shows.
  package func choice(x: Int, y: Int) -> SizeChoice {
    SizeChoice(packed: choices(column: x / PlacedSizes.tile, row: y / PlacedSizes.tile)[0])
  }
}
