/// The sizes that the tiles of a layer show, worked out before it is drawn.
struct TileSizes: BitwiseCopyable {
  /// A row of tiles after the other.
  private let choices: UnsafeMutablePointer<SizeChoice>
  private let firstColumn, firstRow: Int
  private let columnCount, rowCount: Int

  /// Works them out for the tiles that a layer touches inside `part`, but for those at its sides that `front`
  /// hides; for all at once if they are the same.
  ///
  /// Tiles that no clip asks for are given what another one shows: no size is to be made for them alone.
  init(
    _ placement: Placement, in part: DrawnPart, behind front: borrowing OpaqueOutlines,
    memory: inout FrameMemory
  ) {
    let sizes = placement.sizes
    guard !sizes.isOne else {
      (firstColumn, firstRow, columnCount, rowCount) = (0, 0, 0, 1)
      choices = memory.allocate(SizeChoice.self, count: 1)
      choices.pointee = sizes.largest
      return
    }
    let tiles = TileSizes.shownTiles(of: placement.outline, in: part.area, behind: front)
    (firstColumn, firstRow) = (tiles.columns.lowerBound, tiles.rows.lowerBound)
    // Four at a time.
    let (columns, rows) = (tiles.columns.count, tiles.rows.count)
    let columnCount = (columns + 3) / 4 * 4
    (self.columnCount, rowCount) = (columnCount, rows)
    let choices = memory.allocate(SizeChoice.self, count: rows * columnCount)
    self.choices = choices
    for row in 0..<rows {
      let first = choices + row * columnCount
      for column in stride(from: 0, to: columnCount, by: 4) {
        UnsafeMutableRawPointer(first).storeBytes(
          of: sizes.choices(column: firstColumn + column, row: firstRow + row), toByteOffset: column * 4,
          as: SIMD4<UInt32>.self)
      }
    }
    forgetUnasked(part, columns: columns)
    // No size is to be made for those beyond the last column.
    for first in stride(from: 0, to: rows * columnCount, by: columnCount) {
      for column in columns..<columnCount { choices[first + column] = choices[first + columns - 1] }
    }
  }

  /// Replaces what tiles of the first `columns` show that no clip of `part` asks for, if there are clips.
  private func forgetUnasked(_ part: DrawnPart, columns: Int) {
    let clips = part.clips
    guard !clips.isEmpty else { return }
    let tile = PlacedSizes.tile
    let left = firstColumn * tile
    let (start, end) = (max(left, part.area.x), min(left + columns * tile, part.area.maxX))
    var shown: SizeChoice?
    var unasked = 0
    for row in 0..<rowCount {
      let (top, first) = ((firstRow + row) * tile, choices + row * columnCount)
      /// Whether a clip begins at column `start` or before, and ends at column `end` or after.
      func isAsked(_ start: Int, _ end: Int) -> Bool {
        clips.contains { $0.x <= start && $0.maxX >= end && $0.y < top + tile && $0.maxY > top }
      }
      if isAsked(start, end) {
        shown = first.pointee
        continue
      }
      for column in 0..<columns {
        // One pixel of it is enough.
        let x = left + column * tile
        if isAsked(x + tile - 1, x + 1) {
          shown = first[column]
        } else if let shown {
          first[column] = shown
        } else {
          unasked = row * columnCount + column + 1
        }
      }
    }
    // Those before the first that is asked for; all, if none is.
    choices.update(repeating: shown ?? choices[0], count: unasked)
  }

  /// Returns the tiles inside `area` that an outline touches, without those to the left, to the right, above
  /// and below of which an opaque layer in front hides all; at least one tile.
  private static func shownTiles(
    of outline: ConvexPolygon, in area: PixelRect, behind front: borrowing OpaqueOutlines
  ) -> (columns: Range<Int>, rows: Range<Int>) {
    let (tile, extent) = (PlacedSizes.tile, LayerExtent(outline))
    var (left, right) = (max(extent.startColumn, area.x), min(extent.endColumn, area.maxX))
    var (top, bottom) = (max(extent.startRow, area.y), min(extent.endRow, area.maxY))
    func isHidden(_ left: Int, _ right: Int, _ top: Int, _ bottom: Int) -> Bool {
      let part = outline.clipped(
        minX: Double(left), minY: Double(top), maxX: Double(right), maxY: Double(bottom))
      return part.count == 0 || front.hide(QuickBounds(part))
    }
    for step in [8 * tile, tile] {
      while right - left > step, isHidden(left, left + step, top, bottom) { left += step }
      while right - left > step, isHidden(right - step, right, top, bottom) { right -= step }
      while bottom - top > step, isHidden(left, right, top, top + step) { top += step }
      while bottom - top > step, isHidden(left, right, bottom - step, bottom) { bottom -= step }
    }
    let (column, row) = (max(left, 0) / tile, max(top, 0) / tile)
    return (
      column..<max(column + 1, (right + tile - 1) / tile), row..<max(row + 1, (bottom + tile - 1) / tile)
    )
  }

  /// Calls `body` with all that are shown, some of them several times.
  func forEachChoice(_ body: (SizeChoice) -> Void) {
    var last = choices[0]
    body(last)
    for index in 0..<(rowCount * columnCount) where choices[index] != last {
      last = choices[index]
      body(last)
    }
  }

  /// A run of pixels in a row that mix the same sizes, though not in the same shares.
  struct Run {
    let pattern: SizePattern
    let count: Int
    /// Of the tile that the first pixel is in; the others' follow.
    let choices: UnsafePointer<SizeChoice>
    /// How many pixels are in that one.
    let countInFirst: Int

    /// Calls `body` with the parts that have a mixture of their own.
    @inline(__always)
    func forEachMixture(_ body: (_ first: Int, _ count: Int, SizeChoice) -> Void) {
      var (first, end, tile) = (0, countInFirst, choices)
      while first < count {
        let choice = tile.pointee
        while end < count, tile[1] == choice { (end, tile) = (end + PlacedSizes.tile, tile + 1) }
        body(first, min(end, count) - first, choice)
        (first, end, tile) = (end, end + PlacedSizes.tile, tile + 1)
      }
    }
  }

  /// Whether all tiles show the same.
  @inline(__always)
  var isOne: Bool { columnCount == 0 }

  /// Whether `count` pixels from (`x`, `y`) on are all in tiles that have been worked out.
  @inline(__always)
  func hold(x: Int, y: Int, count: Int) -> Bool {
    let row = y / PlacedSizes.tile - firstRow
    return x / PlacedSizes.tile >= firstColumn && row >= 0 && row < rowCount
      && (x + count - 1) / PlacedSizes.tile < firstColumn + columnCount
  }

  /// Returns what the tile of pixel (`x`, `y`) shows; what those to the right do follows.
  @inline(__always)
  func choices(x: Int, y: Int) -> UnsafePointer<SizeChoice> {
    let column = min(max(x / PlacedSizes.tile - firstColumn, 0), columnCount - 1)
    let row = min(max(y / PlacedSizes.tile - firstRow, 0), rowCount - 1)
    return UnsafePointer(choices + (row * columnCount + column))
  }

  /// Returns the longest run from pixel (`x`, `y`) on that has at most `count` pixels.
  @inline(__always)
  func run(x: Int, y: Int, count: Int) -> Run {
    guard columnCount > 0 else {
      return Run(pattern: choices.pointee.pattern, count: count, choices: choices, countInFirst: count)
    }
    let tile = self.choices(x: x, y: y)
    let column = (tile - UnsafePointer(choices)) % columnCount
    let countInFirst = PlacedSizes.tile - x % PlacedSizes.tile
    let (choice, pattern) = (tile.pointee, tile.pointee.pattern)
    var (length, next) = (countInFirst, 1)
    while length < count, column + next < columnCount,
      tile[next] == choice || tile[next].pattern == pattern
    {
      (length, next) = (length + PlacedSizes.tile, next + 1)
    }
    return Run(
      pattern: pattern, count: min(length, count), choices: tile, countInFirst: min(countInFirst, count))
  }
}
