internal import CRasterKernels

extension Level {
  /// Returns a smaller copy.
  ///
  /// No channel of any texel gets above or below all those it stands for: a filter that sharpens would else
  /// draw light and dark rims along edges.
  package func shrunk(toWidth newWidth: Int, height newHeight: Int, usesVectors: Bool) -> Level {
    shrunk(toWidth: newWidth, heights: [newHeight], usesVectors: usesVectors)[0]
  }

  /// Returns smaller copies that are equally wide: each row is narrowed once for all of them.
  package func shrunk(toWidth newWidth: Int, heights: [Int], usesVectors: Bool) -> [Level] {
    let results = heights.map { Level(width: newWidth, height: $0) }
    if newWidth == width {
      shrink(into: results, with: nil, usesVectors: usesVectors)
    } else {
      ShrinkingWeights(from: width, to: newWidth).withTable { columns in
        if usesVectors, heights == [height] {
          narrow(into: results[0], with: columns)
        } else {
          shrink(into: results, with: columns, usesVectors: usesVectors)
        }
      }
    }
    for result in results { result.fillBorder() }
    return results
  }

  /// Fills a copy of the same height with vectors.
  private func narrow(into result: Level, with columns: craster_shrinking) {
    withUnsafePointer(to: columns) { columns in
      for y in stride(from: 0, to: height, by: HeldRows.blockHeight) {
        craster_narrow_rows_to_pixels(
          pixels + y * rowLength, Int64(rowLength), Int32(min(HeldRows.blockHeight, height - y)), columns,
          Int32(result.width), result.pixels + y * result.rowLength, Int64(result.rowLength))
      }
    }
  }

  /// Fills copies that are equally wide; without `columns` as wide as this.
  private func shrink(into results: [Level], with columns: craster_shrinking?, usesVectors: Bool) {
    var flattened = results.map { FlattenedLevel($0, from: height) }
    let newWidth = results[0].width
    var rows = HeldRows(
      of: self, width: newWidth, with: columns, usesVectors: usesVectors,
      count: flattened.reduce(0) { max($0, $1.rows.count) })
    for start in stride(from: 0, to: newWidth, by: rows.mostColumns) {
      rows.begin(columns: start..<min(start + rows.mostColumns, newWidth))
      for index in flattened.indices { flattened[index].begin() }
      while rows.addBlock() {
        for index in flattened.indices { flattened[index].addRows(of: rows) }
      }
    }
  }
}

/// A copy that is being made of narrowed rows.
private struct FlattenedLevel {
  let level: Level
  let rows: ShrinkingWeights
  private let sourceHeight: Int
  /// The number of its next row.
  private var next = 0

  init(_ level: Level, from height: Int) {
    self.level = level
    sourceHeight = height
    rows = level.height < height ? ShrinkingWeights(from: height, to: level.height) : .unchanged(height)
  }

  mutating func begin() { next = 0 }

  /// Writes the rows that what is held suffices for.
  mutating func addRows(of held: borrowing HeldRows) {
    rows.withTable { table in
      while next < level.height, min(Int(table.firsts[next]) + rows.count, sourceHeight) <= held.end {
        held.flatten(
          from: Int(table.firsts[next]), table.weights + next * rows.count, count: rows.count,
          table.middles[next],
          into: level.pixels + next * level.rowLength)
        next += 1
      }
    }
  }
}
