internal import CRasterKernels

extension MipLevel {
  /// Returns a downscaled copy.
  ///
  /// Each channel of the result is clamped to the range of the source texels in the filter's main lobe.
  /// Without this limit, the negative lobes of the filter would draw halos along edges.
  package func downscaled(toWidth newWidth: Int, height newHeight: Int, usesVectors: Bool) -> MipLevel {
    downscaled(toWidth: newWidth, heights: [newHeight], usesVectors: usesVectors)[0]
  }

  /// Returns downscaled copies of one width and several heights. The rows are downscaled horizontally only
  /// once.
  package func downscaled(toWidth newWidth: Int, heights: [Int], usesVectors: Bool) -> [MipLevel] {
    let results = heights.map { MipLevel(width: newWidth, height: $0) }
    if newWidth == width {
      downscale(into: results, with: nil, usesVectors: usesVectors)
    } else {
      DownscalingWeights(from: width, to: newWidth).withTable { columns in
        if usesVectors, heights == [height] {
          downscaleWidth(into: results[0], with: columns)
        } else {
          downscale(into: results, with: columns, usesVectors: usesVectors)
        }
      }
    }
    for result in results { result.fillBorder() }
    return results
  }

  /// Returns a copy of this downscaled level in which a part is updated, after the texels of `base` in `rectangle` have
  /// changed.
  ///
  /// The result is the same as if all of `base` were downscaled, to the last bit.
  func updated(from base: MipLevel, in rectangle: PixelRect, usesVectors: Bool) -> MipLevel {
    let result = MipLevel(copying: self)
    let columns = DownscalingWeights.forSide(from: base.width, to: width)
    let rows = DownscalingWeights.forSide(from: base.height, to: height)
    let changedColumns = columns.targets(of: rectangle.x..<rectangle.maxX)
    let changedRows = rows.targets(of: rectangle.y..<rectangle.maxY)
    func update(_ table: craster_downscaling?) {
      var source = DownscaledRows(
        of: base, width: changedColumns.count, with: table, usesVectors: usesVectors, count: rows.count)
      var level = UnfinishedLevel(result, rows: rows, from: base.height, changed: changedRows)
      for start in stride(
        from: changedColumns.lowerBound, to: changedColumns.upperBound, by: source.maxColumns)
      {
        source.begin(
          columns: start..<min(start + source.maxColumns, changedColumns.upperBound),
          fromRow: Int(rows.firsts[changedRows.lowerBound]))
        level.begin()
        while !level.isFinished, source.addBlock() { level.addRows(from: source) }
      }
    }
    if width == base.width { update(nil) } else { columns.withTable { update($0) } }
    result.fillBorder()
    return result
  }

  /// Fills `result`, a level of the same height, with vector instructions.
  private func downscaleWidth(into result: MipLevel, with columns: craster_downscaling) {
    withUnsafePointer(to: columns) { columns in
      for y in stride(from: 0, to: height, by: DownscaledRows.blockHeight) {
        craster_downscale_rows_to_pixels(
          pixels + y * rowLength, Int64(rowLength), Int32(min(DownscaledRows.blockHeight, height - y)),
          columns,
          Int32(result.width), result.pixels + y * result.rowLength, Int64(result.rowLength))
      }
    }
  }

  /// Fills `results`, levels of equal width. If `columns` is `nil`, they have the same width as this level.
  private func downscale(into results: [MipLevel], with columns: craster_downscaling?, usesVectors: Bool) {
    var unfinished = results.map { UnfinishedLevel($0, from: height) }
    let newWidth = results[0].width
    var rows = DownscaledRows(
      of: self, width: newWidth, with: columns, usesVectors: usesVectors,
      count: unfinished.reduce(0) { max($0, $1.rows.count) })
    for start in stride(from: 0, to: newWidth, by: rows.maxColumns) {
      rows.begin(columns: start..<min(start + rows.maxColumns, newWidth))
      for index in unfinished.indices { unfinished[index].begin() }
      while rows.addBlock() {
        for index in unfinished.indices { unfinished[index].addRows(from: rows) }
      }
    }
  }
}

/// A level that is being filled from horizontally downscaled rows.
private struct UnfinishedLevel {
  let level: MipLevel
  let rows: DownscalingWeights
  private let sourceHeight: Int
  /// The rows of the level to write.
  private let wanted: Range<Int>
  /// The number of the next row to write.
  private var next = 0

  init(_ level: MipLevel, from height: Int) {
    self.init(
      level, rows: .forSide(from: height, to: level.height), from: height, changed: 0..<level.height)
  }

  /// - Parameters:
  ///   - level: The level to fill.
  ///   - rows: The weights of the source rows.
  ///   - height: The height of the source.
  ///   - changed: The rows of the level to write; the others stay.
  init(_ level: MipLevel, rows: DownscalingWeights, from height: Int, changed: Range<Int>) {
    self.level = level
    self.rows = rows
    sourceHeight = height
    wanted = changed
  }

  /// Whether all rows are written.
  var isFinished: Bool { next >= wanted.upperBound }

  mutating func begin() { next = wanted.lowerBound }

  /// Writes all rows for which the source rows are available.
  mutating func addRows(from source: borrowing DownscaledRows) {
    rows.withTable { table in
      while !isFinished, min(Int(table.firsts[next]) + rows.count, sourceHeight) <= source.end {
        source.combine(
          from: Int(table.firsts[next]), table.weights + next * rows.count, count: rows.count,
          table.main_lobes[next],
          into: level.pixels + next * level.rowLength)
        next += 1
      }
    }
  }
}
