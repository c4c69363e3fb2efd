// Finds the visible spans.

extension RowPainter {
  /// Lists the layers that may be visible in the rows of a band.
  mutating func findLayers(rows: Range<Int>, of frame: Frame) {
    visible.count = 0
    hidden.removeAll()
    for index in 0..<frame.layerCount {
      let extent = frame.extents[index]
      if extent.startRow >= rows.upperBound || extent.endRow <= rows.lowerBound { continue }
      if !frame.needs(extent, in: rows) { continue }
      let (start, end) = (max(extent.startColumn, frame.start), min(extent.endColumn, frame.end))
      if hidden.contains(from: start, to: end) { continue }
      visible.append(index)
      guard frame.layers[index].isOpaque else { continue }
      let solid = frame.layers[index].solidColumns(throughout: rows, sides: frame.sides)
      hidden.insert(from: solid.start, to: solid.end)
      if hidden.contains(from: frame.start, to: frame.end) { break }
    }
  }

  /// Lists the visible spans of a row, front to back.
  mutating func findSpans(row y: Int, of frame: Frame) {
    spans.count = 0
    comparedCount = 0
    coverages.count = 0
    translucent.removeAll()
    hideUnrequested(row: y, of: frame)
    shared.beginRow()
    let (top, bottom) = (Double(y), Double(y + 1))
    for number in 0..<visible.count {
      let index = visible.elements[number]
      let layer = frame.layers + index
      comparedCount = number + 1
      if layer.pointee.top >= bottom || layer.pointee.bottom <= top { continue }
      measuredRowCount &+= 1
      coverages.reserve(coverages.count + frame.width)
      let first = coverages.count
      guard
        let extent = rowCoverage.measure(
          row: y, of: layer, sides: frame.sides, width: frame.width,
          into: coverages.elements + first)
      else { continue }
      coverages.count += extent.end - extent.start
      addVisible(extent, of: index, coverage: first - extent.start, frame, y)
      if layer.pointee.isOpaque {
        hidden.insert(from: extent.solidStart, to: extent.solidEnd)
        if hidden.contains(from: frame.start, to: frame.end) { break }
      }
    }
  }

  /// Returns the end of the range of rows, beginning with `y`, that have the same spans; at most `end`. In
  /// these rows no side is slanted, begins or ends, and the clips contain the same columns.
  func endOfEqualRows(from y: Int, to end: Int, of frame: Frame) -> Int {
    guard !shared.dependsOnRow else { return y + 1 }
    var end = end
    for clip in frame.clips {
      if clip.y > y { end = min(end, clip.y) } else if clip.maxY > y { end = min(end, clip.maxY) }
    }
    for number in 0..<comparedCount where end > y + 1 {
      let layer = frame.layers + visible.elements[number]
      end = layer.pointee.endOfEqualRows(from: y, to: end, sides: frame.sides)
    }
    return end
  }

  /// Marks the columns of row `y` that lie outside all clips as hidden, and all others as not hidden.
  private mutating func hideUnrequested(row y: Int, of frame: Frame) {
    hidden.removeAll()
    guard !frame.clips.isEmpty else { return }
    wanted.removeAll()
    for clip in frame.clips where clip.y <= y && y < clip.maxY { wanted.insert(from: clip.x, to: clip.maxX) }
    var x = frame.start
    while let gap = wanted.firstMissing(from: x, to: frame.end) {
      hidden.insert(from: gap.start, to: gap.end)
      x = gap.end
    }
  }

  /// Calls `body` with each interval of columns of the current row that lies inside a clip, or with all
  /// columns if there are no clips.
  func forEachRequested(of frame: Frame, _ body: (_ start: Int, _ end: Int) -> Void) {
    guard !frame.clips.isEmpty else { return body(frame.start, frame.end) }
    var x = frame.start
    while x < frame.end {
      let gap = wanted.firstMissing(from: x, to: frame.end)
      let end = gap?.start ?? frame.end
      if x < end { body(x, end) }
      x = gap?.end ?? frame.end
    }
  }

  /// Adds the visible spans of a layer. `coverage` is the index in `coverages` that would belong to column 0.
  @inline(__always)
  private mutating func addVisible(
    _ extent: RowCoverage.Extent, of layer: Int, coverage: Int, _ frame: Frame, _ y: Int
  ) {
    let end = min(extent.end, frame.end)
    var x = max(extent.start, frame.start)
    while x < end, let piece = hidden.firstMissing(from: x, to: end) {
      let solidStart = min(max(extent.solidStart, piece.start), piece.end)
      let solidEnd = min(max(extent.solidEnd, solidStart), piece.end)
      spans.append(
        Span(
          layer: layer, firstColumn: extent.start, endColumn: extent.end, start: piece.start, end: piece.end,
          solidStart: solidStart, solidEnd: solidEnd, coverage: coverage))
      if !frame.layers[layer].isOpaque { translucent.insert(from: piece.start, to: piece.end) }
      addEdge(from: piece.start, to: solidStart, coverage, frame, y)
      addEdge(from: solidEnd, to: piece.end, coverage, frame, y)
      x = piece.end
    }
  }

  /// Adds an antialiased edge of the last span. In pixels that also contain the edge of a layer in front, the
  /// coverage of the added edge is replaced by its visible share.
  @inline(__always)
  private mutating func addEdge(from start: Int, to end: Int, _ coverage: Int, _ frame: Frame, _ y: Int) {
    let coverages = coverages.elements + coverage
    let number = spans.count - 1
    var x = start
    while x < end {
      if SharedPixels.isPartial(coverages[x]), !shared.claimColumn(x, for: number) { share(x, frame, y) }
      x &+= 1
    }
  }

  @inline(never)
  private mutating func share(_ x: Int, _ frame: Frame, _ y: Int) {
    let row = SharedPixels.Row(
      y: y, frame: frame, spans: UnsafePointer(spans.elements), coverages: coverages.elements)
    shared.shareColumn(x, spanNumber: spans.count - 1, row, &translucent)
  }
}
