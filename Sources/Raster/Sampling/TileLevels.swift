internal import CRasterKernels

/// The level choices of a layer's tiles, computed before the layer is drawn.
struct TileLevels: BitwiseCopyable {
  /// The choices of all tiles, row by row. If all choices are equal, only one is stored.
  private let choices: UnsafeMutablePointer<LevelChoice>
  private let firstColumn, firstRow: Int
  private let columnCount, rowCount: Int

  /// Computes the choices of the tiles that a layer touches inside `part`. Rows and columns of tiles at the
  /// four sides of the layer are left out if `front` occludes them.
  ///
  /// A tile outside all clips gets the choice of a tile inside a clip, so that no mip level is made for this
  /// tile alone.
  init(
    _ placement: Placement, in part: DrawnPart, behind front: borrowing Occluders,
    memory: inout FrameArena
  ) {
    let sizes = placement.levels
    guard !sizes.isUniform else {
      (firstColumn, firstRow, columnCount, rowCount) = (0, 0, 0, 1)
      choices = memory.allocate(LevelChoice.self, count: 1)
      choices.pointee = sizes.largest
      return
    }
    let tiles = TileLevels.visibleTiles(of: placement.outline, in: part.area, behind: front)
    (firstColumn, firstRow) = (tiles.columns.lowerBound, tiles.rows.lowerBound)
    // Four tiles are computed at a time.
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
    // Padding tiles repeat the last choice of their row, so that no mip level is made for them.
    for first in stride(from: 0, to: rows * columnCount, by: columnCount) {
      for column in columns..<columnCount { choices[first + column] = choices[first + columns - 1] }
    }
  }

  /// If there are clips, replaces the choices of the tiles that lie outside all clips of `part`. `columns` is
  /// the number of columns of tiles without padding.
  private func replaceUnrequested(_ part: DrawnPart, columns: Int) {
    let clips = part.clips
    guard !clips.isEmpty else { return }
    let tile = LevelSelector.tileSide
    let left = firstColumn * tile
    let (start, end) = (max(left, part.area.x), min(left + columns * tile, part.area.maxX))
    var shown: LevelChoice?
    var unrequested = 0
    for row in 0..<rowCount {
      let (top, first) = ((firstRow + row) * tile, choices + row * columnCount)
      /// Whether a clip intersects the tile row and has `x <= start` and `maxX >= end`.
      func isRequested(_ start: Int, _ end: Int) -> Bool {
        clips.contains { $0.x <= start && $0.maxX >= end && $0.y < top + tile && $0.maxY > top }
      }
      if isRequested(start, end) {
        shown = first.pointee
        continue
      }
      for column in 0..<columns {
        // One requested pixel in the column is enough.
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
    // Replaces the choices of the tiles before the first requested tile, or of all tiles if none is
    // requested.
    choices.update(repeating: shown ?? choices[0], count: unrequested)
  }

  /// Returns the range of tiles that contains the part of an outline inside `area`, at least one tile. Rows
  /// and columns at the four sides of the range are left out if an opaque layer in front occludes them
  /// completely.
  private static func visibleTiles(
    of outline: ConvexPolygon, in area: PixelRect, behind front: borrowing Occluders
  ) -> (columns: Range<Int>, rows: Range<Int>) {
    let (tile, extent) = (LevelSelector.tileSide, PixelExtent(outline))
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

  /// Calls `body` with each choice that occurs, possibly several times.
  func forEachChoice(_ body: (LevelChoice) -> Void) {
    var last = choices[0]
    body(last)
    for index in 0..<(rowCount * columnCount) where choices[index] != last {
      last = choices[index]
      body(last)
    }
  }

  /// A run of pixels in a row that blend the same levels, with possibly different weights.
  struct Run {
    let pattern: LevelPattern
    let count: Int
    /// The choice of the first pixel's tile. The choices of the tiles to its right follow in memory.
    let choices: UnsafePointer<LevelChoice>
    /// The number of pixels in the first tile.
    let countInFirst: Int

    /// Calls `body` for each part of the run in which all tiles have the same choice.
    @inline(__always)
    func forEachMixture(_ body: (_ first: Int, _ count: Int, LevelChoice) -> Void) {
      var (first, end, tile) = (0, countInFirst, choices)
      while first < count {
        let choice = tile.pointee
        while end < count, tile[1] == choice { (end, tile) = (end + LevelSelector.tileSide, tile + 1) }
        body(first, min(end, count) - first, choice)
        (first, end, tile) = (end, end + LevelSelector.tileSide, tile + 1)
      }
    }
  }

  /// Whether all tiles have the same choice.
  @inline(__always)
  var isUniform: Bool { columnCount == 0 }

  /// Whether the `count` pixels of a row that begin with pixel (`x`, `y`) all lie in tiles with stored choices.
  @inline(__always)
  func contains(x: Int, y: Int, count: Int) -> Bool {
    let row = y / LevelSelector.tileSide - firstRow
    return x / LevelSelector.tileSide >= firstColumn && row >= 0 && row < rowCount
      && (x + count - 1) / LevelSelector.tileSide < firstColumn + columnCount
  }

  /// Returns the address of the choice for pixel (`x`, `y`). The choices of the tiles to its right follow in
  /// memory.
  @inline(__always)
  func choices(x: Int, y: Int) -> UnsafePointer<LevelChoice> {
    let column = min(max(x / LevelSelector.tileSide - firstColumn, 0), columnCount - 1)
    let row = min(max(y / LevelSelector.tileSide - firstRow, 0), rowCount - 1)
    return UnsafePointer(choices + (row * columnCount + column))
  }

  /// Returns the longest run of at most `count` pixels that begins with pixel (`x`, `y`).
  @inline(__always)
  func run(x: Int, y: Int, count: Int) -> Run {
    guard columnCount > 0 else {
      return Run(pattern: choices.pointee.pattern, count: count, choices: choices, countInFirst: count)
    }
    let tile = self.choices(x: x, y: y)
    let column = (tile - UnsafePointer(choices)) % columnCount
    let countInFirst = LevelSelector.tileSide - x % LevelSelector.tileSide
    let (choice, pattern) = (tile.pointee, tile.pointee.pattern)
    var (length, next) = (countInFirst, 1)
    while length < count, column + next < columnCount,
      tile[next] == choice || tile[next].pattern == pattern
    {
      (length, next) = (length + LevelSelector.tileSide, next + 1)
    }
    return Run(
      pattern: pattern, count: min(length, count), choices: tile, countInFirst: min(countInFirst, count))
  }
}

/// The samplers of the mip levels of one layer, by level number.
struct LevelSamplers: BitwiseCopyable {
  private let samplers: UnsafeMutablePointer<LevelSampler>
  /// For each pair of level numbers, row by row, the index of its sampler; -1 for unused levels.
  private let indices: UnsafeMutablePointer<Int32>
  private let minX, minY, width: Int
  /// The levels in the format of the vector kernels, in the order of the samplers.
  private let levels: UnsafeMutablePointer<craster_level>

  /// Gets the mip levels from the texture, and appends them to `retained`.
  init(
    _ tiles: TileLevels, of layer: SceneLayer, _ placement: Placement, usesVectors: Bool,
    memory: inout FrameArena, retained: inout [MipLevel]
  ) {
    let (largest, smallest) = (placement.levels.largest, placement.levels.smallest)
    (minX, minY) = (largest.x, largest.y)
    // Includes the levels next to the smallest, which may be blended in.
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
    if layer.existingLevels == nil {
      // Making levels together is cheaper than one by one.
      var missing: [LevelSize] = []
      for index in 0..<(width * height) where indices[index] >= 0 {
        let size = LevelSize(x: minX + index % width, y: minY + index / width)
        if !layer.texture.has(size) { missing.append(size) }
      }
      if !missing.isEmpty { layer.texture.makeLevels(missing) }
    }
    samplers = memory.allocate(LevelSampler.self, count: count)
    levels = memory.allocate(craster_level.self, count: count)
    for index in 0..<(width * height) where indices[index] >= 0 {
      let level = layer.level(LevelSize(x: minX + index % width, y: minY + index / width))
      retained.append(level)
      samplers[Int(indices[index])] = LevelSampler(level, placement, usesVectors: usesVectors)
      levels[Int(indices[index])] = craster_level(
        texels: level.pixels, row_length: Int32(level.rowLength), max_u: Float(level.width - 1),
        max_v: Float(level.height - 1), scale_u: Float(level.width) / Float(layer.texture.width),
        scale_v: Float(level.height) / Float(layer.texture.height))
    }
    self.indices = indices
  }

  @inline(__always)
  func sampler(x: Int, y: Int) -> UnsafePointer<LevelSampler> {
    UnsafePointer(samplers + Int(indices[(y - minY) * width + (x - minX)]))
  }

  /// Returns the tiles in the format of the vector kernels, beginning with the tile of column `x`. `choices`
  /// points to the choice of that tile.
  @inline(__always)
  func tiles(_ choices: UnsafePointer<LevelChoice>, x: Int, rowStep: (u: Double, v: Double)) -> craster_tiles
  {
    craster_tiles(
      choices: UnsafeRawPointer(choices).assumingMemoryBound(to: UInt32.self),
      skipped: Int32(x % LevelSelector.tileSide), levels: levels, indices: indices, min_x: Int32(minX),
      min_y: Int32(minY), width: Int32(width), next_u: Float(rowStep.u), next_v: Float(rowStep.v))
  }
}
