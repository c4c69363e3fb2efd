/// Draws rows, one at a time, with memory of its own: several could work on bands of one frame.
///
/// In each row the layers are asked from front to back what of them can be seen, and then only that is drawn, from
/// back to front, so that the soft edge of a card mixes with what really lies behind it.
final class RowPainter {
  /// A visible piece of a layer in the row at hand.
  private struct Span {
    let layer: Int
    let start, end: Int
    /// Where its coverage begins in `coverages`; -1 when every pixel is wholly covered.
    let coverage: Int
  }

  private var row = Scratch<UInt64>()
  private var samples = Scratch<UInt64>()
  private var finished = Scratch<UInt32>()
  private var coverages = Scratch<UInt32>()
  private var spans = Scratch<Span>()
  private var hidden = HiddenColumns()
  private var rowCoverage = RowCoverage()

  /// What is the same for all rows of a frame.
  struct Frame {
    let layers: UnsafePointer<PreparedLayer>
    let layerCount: Int
    let sides: UnsafePointer<Side>
    let width: Int
    /// The columns to draw.
    let start, end: Int
    let background: UInt32
  }

  /// Makes room for rows of `width` pixels.
  func prepare(width: Int) {
    row.reserve(width)
    samples.reserve(width)
    finished.reserve(width)
    rowCoverage.prepare(width: width)
  }

  /// Draws row `y` of `frame` to `result`, where its column `frame.start` belongs.
  func paint(row y: Int, of frame: Frame, into result: UnsafeMutableRawPointer) {
    findSpans(row: y, of: frame)
    let (finished, count) = (finished.elements, frame.end - frame.start)
    if spans.count == 0 {
      finished.update(repeating: frame.background, count: count)
    } else {
      fillBackground(of: frame)
      for index in stride(from: spans.count - 1, through: 0, by: -1) {
        paint(spans.elements[index], of: frame.layers[spans.elements[index].layer], y)
      }
      let row = row.elements + frame.start
      for i in 0..<count { finished[i] = narrowed(row[i]) }
    }
    result.copyMemory(from: finished, byteCount: count * 4)
  }

  /// Fills the columns that nothing hides.
  private func fillBackground(of frame: Frame) {
    let background = widened(frame.background)
    var x = frame.start
    while let piece = hidden.firstVisible(from: x, to: frame.end) {
      (row.elements + piece.start).update(repeating: background, count: piece.end - piece.start)
      x = piece.end
    }
  }

  /// Lists the visible pieces, the foremost first.
  private func findSpans(row y: Int, of frame: Frame) {
    spans.count = 0
    coverages.count = 0
    hidden.removeAll()
    let (top, bottom) = (Double(y), Double(y + 1))
    for index in stride(from: frame.layerCount - 1, through: 0, by: -1) {
      let layer = frame.layers + index
      if layer.pointee.top >= bottom || layer.pointee.bottom <= top { continue }
      coverages.reserve(coverages.count + frame.width)
      let first = coverages.count
      guard
        let extent = rowCoverage.measure(
          row: y, of: layer.pointee, sides: frame.sides, width: frame.width,
          into: coverages.elements + first)
      else { continue }
      coverages.count += extent.end - extent.start
      let coverage = first - extent.start
      add(index, from: extent.start, to: extent.solidStart, coverage: coverage, frame)
      add(index, from: extent.solidStart, to: extent.solidEnd, coverage: nil, frame)
      add(index, from: extent.solidEnd, to: extent.end, coverage: coverage, frame)
      if layer.pointee.hidesWhatIsBehind {
        hidden.hide(from: extent.solidStart, to: extent.solidEnd)
        if hidden.hidesAll(from: frame.start, to: frame.end) { break }
      }
    }
  }

  /// Adds what can be seen of columns `start..<end`; `coverage` is where column 0's would be.
  private func add(_ layer: Int, from start: Int, to end: Int, coverage: Int?, _ frame: Frame) {
    let end = min(end, frame.end)
    var x = max(start, frame.start)
    while x < end, let piece = hidden.firstVisible(from: x, to: end) {
      let first = coverage.map { $0 + piece.start } ?? -1
      spans.append(Span(layer: layer, start: piece.start, end: piece.end, coverage: first))
      x = piece.end
    }
  }

  private func paint(_ span: Span, of layer: PreparedLayer, _ y: Int) {
    let target = row.elements + span.start
    let count = span.end - span.start
    if span.coverage < 0 && layer.hidesWhatIsBehind {
      layer.sampler.sample(x: span.start, y: y, count: count, into: target)
      return
    }
    let samples = samples.elements
    layer.sampler.sample(x: span.start, y: y, count: count, into: samples)
    let coverage = span.coverage < 0 ? nil : UnsafePointer(coverages.elements + span.coverage)
    switch (layer.hasOpaqueTexels, coverage) {
    case (true, nil): mix(samples, into: target, count: count, factor: layer.alpha)
    case (true, let coverage?):
      mix(samples, into: target, count: count, factor: layer.alpha, coverage: coverage)
    case (false, nil): cover(target, with: samples, count: count, factor: layer.alpha)
    case (false, let coverage?):
      cover(target, with: samples, count: count, factor: layer.alpha, coverage: coverage)
    }
  }
}
