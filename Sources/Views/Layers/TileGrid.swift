package import Geometry

/// The division of a large layer into tiles, in whole pixels of the layer.
///
/// A tile is painted with a margin of pixels that its neighbors show. The renderer then filters the pixels at the side of
/// a tile as it filters them within one large texture.
package struct TileGrid: Hashable, Sendable {
  /// The size of the layer in points.
  package let size: Size
  /// The size of the layer in pixels, at the resolution of the grid.
  package let width, height: Int
  /// The number of pixels at full resolution for one pixel of the grid, along each side. Usually 1.
  let reduction: Double
  private let tileWidth: Int

  /// Layers with longer sides are divided, in pixels. A texture has sides of at most 32,767 pixels.
  private static let longestSide = 8192.0
  /// Larger layers are not shown, in pixels: their positions would be inexact.
  private static let mostPixels = 1_073_741_824.0
  private static let tileHeight = 256  // px
  /// A layer up to this width is divided only along its height, in pixels.
  private static let widestTile = 2048
  private static let tileWidthInColumns = 1024  // px
  /// The filter of a mip level of a quarter of the size reads this many pixels on each side.
  private static let margin = 8  // px

  /// Creates the grid of a layer; `nil` if the layer has no area, or fits one texture well.
  package init?(size: Size, scale: Double) {
    let (across, down) = (size.width * scale, size.height * scale)
    guard across > 0, down > 0, max(across, down) > Self.longestSide, max(across, down) <= Self.mostPixels
    else { return nil }
    self.init(size: size, across, down, reduction: 1)
  }

  private init(size: Size, _ across: Double, _ down: Double, reduction: Double) {
    func pixels(_ length: Double) -> Int { max(Int((length / reduction - 1e-6).rounded(.up)), 1) }
    self.size = size
    self.reduction = reduction
    (width, height) = (pixels(across), pixels(down))
    tileWidth = width > Self.widestTile ? Self.tileWidthInColumns : width
  }

  /// Returns the grid with half of the resolution, until at most `limit` of its tiles intersect `area`. The grid must have the
  /// full resolution.
  ///
  /// - Parameter area: In points from the layer's top left corner.
  func reduced(for area: Rect, toTiles limit: Int) -> TileGrid {
    var grid = self
    // The last grid has one tile.
    while case let seen = grid.tiles(in: area, extra: 0), seen.columns.count * seen.rows.count > limit {
      grid = TileGrid(size: size, Double(width), Double(height), reduction: grid.reduction * 2)
    }
    return grid
  }

  /// The number of a tile in each direction.
  struct Index: Hashable, Sendable {
    let column, row: Int
  }

  /// Sides of a rectangle in pixels of the layer, from its top left corner.
  package struct Sides: Hashable, Sendable {
    package let left, top, right, bottom: Int
  }

  /// Returns the tiles that intersect `area`, in points from the layer's top left corner, and `extra` more on each side.
  func tiles(in area: Rect, extra: Int) -> (columns: Range<Int>, rows: Range<Int>) {
    func range(_ start: Double, _ end: Double, _ length: Double, _ pixels: Int, _ side: Int) -> Range<Int> {
      let count = (pixels + side - 1) / side
      let step = Double(side) * length / Double(pixels)
      guard end > start, end > 0, start < length else { return 0..<0 }
      let first = Int(min(max(start / step, 0), Double(count - 1)).rounded(.down))
      let last = Int(min(max(end / step, 0), Double(count)).rounded(.up))
      return max(first - extra, 0)..<min(max(last, first + 1) + extra, count)
    }
    return (
      range(area.minX, area.maxX, size.width, width, tileWidth),
      range(area.minY, area.maxY, size.height, height, Self.tileHeight)
    )
  }

  /// Returns the pixels that a tile shows. At a side of the layer, the rectangle extends beyond the layer by
  /// the margin.
  func shown(_ tile: Index) -> Sides {
    let (left, top) = (tile.column * tileWidth, tile.row * Self.tileHeight)
    let (right, bottom) = (left + tileWidth, top + Self.tileHeight)
    let margin = Self.margin
    return Sides(
      left: left == 0 ? -margin : left, top: top == 0 ? -margin : top,
      right: right < width ? right : width + margin, bottom: bottom < height ? bottom : height + margin)
  }

  /// Returns the pixels that a tile is painted with.
  func painted(_ tile: Index) -> Sides {
    let (shown, margin) = (shown(tile), Self.margin)
    return Sides(
      left: max(shown.left - margin, 0), top: max(shown.top - margin, 0),
      right: min(shown.right + margin, width), bottom: min(shown.bottom + margin, height))
  }

  /// Returns the area of pixels in points, from the layer's top left corner.
  func area(of sides: Sides) -> Rect {
    let (x, y) = (size.width / Double(width), size.height / Double(height))
    return Rect(
      x: Double(sides.left) * x, y: Double(sides.top) * y, width: Double(sides.right - sides.left) * x,
      height: Double(sides.bottom - sides.top) * y)
  }
}
