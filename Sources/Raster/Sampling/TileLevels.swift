internal import CRasterKernels

/// The sizes that the tiles of a layer show, worked out before it is drawn.
struct TileLevels: BitwiseCopyable {
  /// A row of tiles after the other.
  private let choices: UnsafeMutablePointer<LevelChoice>
  private let firstColumn, firstRow: Int
  private let columnCount, rowCount: Int

  /// Works them out for the tiles that a layer touches inside `part`, but for those at its sides that `front`
  /// hides; for all at once if they are the same.
  ///
  /// Tiles that no clip requests for are given what another one shows: no size is to be made for them alone.
  init(
    _ placement: Placement, in part: DrawnPart, behind front: borrowing Occluders,
    memory: inout FrameArena
  ) {
    let sizes = placement.sizes
    guard !sizes.isUniform else {
      (firstColumn, firstRow, columnCount, rowCount) = (0, 0, 0, 1)
      choices = memory.allocate(LevelChoice.self, count: 1)
      choices.pointee = sizes.largest
      return
    }
    let tiles = TileLevels.visibleTiles(of: placement.outline, in: part.area, behind: front)
    (firstColumn, firstRow) = (tiles.columns.lowerBound, tiles.rows.lowerBound)
    // Four at a time.
    let (columns, rows) = (tiles.columns.count, tiles.rows.count)
    let columnCount = (columns + 3) / 4 * 4
    (self.columnCount, rowCount) = (columnCount, rows)
    let choices = memory.allocate(LevelChoice.self, count: rows * columnCount)
    self.choices = choices
    for row in 0..<rows {
      let first = choices + row * columnCount
      for column in stride(from: 0, to: columnCount, by: 4) {
        UnsafeMutableRawPointer(first).storeBytes(
          of: sizes.choices(column: firstColumn + column, row: firstRow + row), toByteOffset: column * 4,
          as: SIMD4<UInt32>.self)
      }
    }
    replaceUnrequested(part, columns: columns)
    // No size is to be made for those beyond the last column.
    for first in stride(from: 0, to: rows * columnCount, by: columnCount) {
      for column in columns..<columnCount { choices[first + column] = choices[first + columns - 1] }
    }
  }

  /// Replaces what tiles of the first `columns` show that no clip of `part` requests for, if there are clips.
  private func replaceUnrequested(_ part: DrawnPart, columns: Int) {
    let clips = part.clips
    guard !clips.isEmpty else { return }
    let tile = LevelSelector.tile
    let left = firstColumn * tile
    let (start, end) = (max(left, part.area.x), min(left + columns * tile, part.area.maxX))
    var shown: LevelChoice?
    var unrequested = 0
    for row in 0..<rowCount {
      let (top, first) = ((firstRow + row) * tile, choices + row * columnCount)
      /// Whether a clip begins at column `start` or before, and ends at column `end` or after.
      func isRequested(_ start: Int, _ end: Int) -> Bool {
        clips.contains { $0.x <= start && $0.maxX >= end && $0.y < top + tile && $0.maxY > top }
      }
      if isRequested(start, end) {
        shown = first.pointee
        continue
      }
      for column in 0..<columns {
        // One pixel of it is enough.
        let x = left + column * tile
        if isRequested(x + tile - 1, x + 1) {
          shown = first[column]
        } else if let shown {
          first[column] = shown
        } else {
          unrequested = row * columnCount + column + 1
        }
      }
    }
    // Those before the first that is asked for; all, if none is.
    choices.update(repeating: shown ?? choices[0], count: unrequested)
  }

  /// Returns the tiles inside `area` that an outline touches, without those to the left, to the right, above
  /// and below of which an opaque layer in front hides all; at least one tile.
  private static func visibleTiles(
    of outline: ConvexPolygon, in area: PixelRect, behind front: borrowing Occluders
  ) -> (columns: Range<Int>, rows: Range<Int>) {
    let (tile, extent) = (LevelSelector.tile, PixelExtent(outline))
    var (left, right) = (max(extent.startColumn, area.x), min(extent.endColumn, area.maxX))
    var (top, bottom) = (max(extent.startRow, area.y), min(extent.endRow, area.maxY))
    func isHidden(_ left: Int, _ right: Int, _ top: Int, _ bottom: Int) -> Bool {
      let part = outline.clipped(
        minX: Double(left), minY: Double(top), maxX: Double(right), maxY: Double(bottom))
      return part.count == 0 || front.occludes(LayerBounds(part))
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
  func forEachChoice(_ body: (LevelChoice) -> Void) {
    var last = choices[0]
    body(last)
    for index in 0..<(rowCount * columnCount) where choices[index] != last {
      last = choices[index]
      body(last)
    }
  }

  /// A run of pixels in a row that mix the same sizes, though not in the same shares.
  struct Run {
    let pattern: LevelPattern
    let count: Int
    /// Of the tile that the first pixel is in; the others' follow.
    let choices: UnsafePointer<LevelChoice>
    /// How many pixels are in that one.
    let countInFirst: Int

    /// Calls `body` with the parts that have a mixture of their own.
    @inline(__always)
    func forEachMixture(_ body: (_ first: Int, _ count: Int, LevelChoice) -> Void) {
      var (first, end, tile) = (0, countInFirst, choices)
      while first < count {
        let choice = tile.pointee
        while end < count, tile[1] == choice { (end, tile) = (end + LevelSelector.tile, tile + 1) }
        body(first, min(end, count) - first, choice)
        (first, end, tile) = (end, end + LevelSelector.tile, tile + 1)
      }
    }
  }

  /// Whether all tiles show the same.
  @inline(__always)
  var isUniform: Bool { columnCount == 0 }

  /// Whether `count` pixels from (`x`, `y`) on are all in tiles that have been worked out.
  @inline(__always)
  func contains(x: Int, y: Int, count: Int) -> Bool {
    let row = y / LevelSelector.tile - firstRow
    return x / LevelSelector.tile >= firstColumn && row >= 0 && row < rowCount
      && (x + count - 1) / LevelSelector.tile < firstColumn + columnCount
  }

  /// Returns what the tile of pixel (`x`, `y`) shows; what those to the right do follows.
  @inline(__always)
  func choices(x: Int, y: Int) -> UnsafePointer<LevelChoice> {
    let column = min(max(x / LevelSelector.tile - firstColumn, 0), columnCount - 1)
    let row = min(max(y / LevelSelector.tile - firstRow, 0), rowCount - 1)
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
    let countInFirst = LevelSelector.tile - x % LevelSelector.tile
    let (choice, pattern) = (tile.pointee, tile.pointee.pattern)
    var (length, next) = (countInFirst, 1)
    while length < count, column + next < columnCount,
      tile[next] == choice || tile[next].pattern == pattern
    {
      (length, next) = (length + LevelSelector.tile, next + 1)
    }
    return Run(
      pattern: pattern, count: min(length, count), choices: tile, countInFirst: min(countInFirst, count))
  }
}


/// The samplers of the sizes that a layer shows, by their numbers.
struct LevelSamplers: BitwiseCopyable {
  private let samplers: UnsafeMutablePointer<LevelSampler>
  /// For each pair of numbers, row by row, that of its sampler; -1 where there is none.
  private let indices: UnsafeMutablePointer<Int32>
  private let minX, minY, width: Int
  /// What vectors need to know of the sizes, in the order of the samplers.
  private let levels: UnsafeMutablePointer<craster_level>

  /// Finds the sizes, or makes them, and adds them to `retained`.
  init(
    _ tiles: TileLevels, of layer: Layer, _ placement: Placement, usesVectors: Bool,
    memory: inout FrameArena, retained: inout [MipLevel]
  ) {
    let (largest, smallest) = (placement.sizes.largest, placement.sizes.smallest)
    (minX, minY) = (largest.x, largest.y)
    // The next ones after the smallest, too.
    let (width, height) = (smallest.x + 2 - largest.x, smallest.y + 2 - largest.y)
    self.width = width
    let indices = memory.allocate(Int32.self, count: width * height)
    indices.update(repeating: -1, count: width * height)
    let (minX, minY) = (minX, minY)
    var count = 0
    tiles.forEachChoice { choice in
      choice.pattern.forEachSize { x, y in
        let entry = indices + ((y - minY) * width + (x - minX))
        if entry.pointee < 0 {
          entry.pointee = Int32(count)
          count += 1
        }
      }
    }
    // Together they cost less than one by one.
    var missing: [LevelSize] = []
    for index in 0..<(width * height) where indices[index] >= 0 {
      let size = LevelSize(x: minX + index % width, y: minY + index / width)
      if !layer.texture.has(size) { missing.append(size) }
    }
    if !missing.isEmpty { layer.texture.makeLevels(missing) }
    samplers = memory.allocate(LevelSampler.self, count: count)
    levels = memory.allocate(craster_level.self, count: count)
    for index in 0..<(width * height) where indices[index] >= 0 {
      let level = layer.texture.level(x: minX + index % width, y: minY + index / width)
      retained.append(level)
      samplers[Int(indices[index])] = LevelSampler(level, placement, usesVectors: usesVectors)
      levels[Int(indices[index])] = craster_level(
        texels: level.pixels, row_length: Int32(level.rowLength), max_u: Float(level.width - 1),
        max_v: Float(level.height - 1), scale_u: Float(level.width) / Float(layer.texture.width),
        scale_v: Float(level.height) / Float(layer.texture.height))
    }
    self.indices = indices
  }

  /// - Precondition: The size is one of those that a tile shows.
  @inline(__always)
  func sampler(x: Int, y: Int) -> UnsafePointer<LevelSampler> {
    UnsafePointer(samplers + Int(indices[(y - minY) * width + (x - minX)]))
  }

  /// Returns what vectors need to know of the tiles from pixel `x` on, the first of which shows `choices`.
  @inline(__always)
  func tiles(_ choices: UnsafePointer<LevelChoice>, x: Int, rowStep: (u: Double, v: Double)) -> craster_tiles {
    craster_tiles(
      choices: UnsafeRawPointer(choices).assumingMemoryBound(to: UInt32.self),
      skipped: Int32(x % LevelSelector.tile), levels: levels, indices: indices, min_x: Int32(minX),
      min_y: Int32(minY), width: Int32(width), next_u: Float(rowStep.u), next_v: Float(rowStep.v))
  }
}
