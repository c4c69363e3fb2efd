internal import CRasterKernels

/// Draws rows, one at a time, with memory of its own: several can work on bands of one frame.
///
/// In each row the layers are asked from front to back what of them can be seen, and then only that is drawn, from
/// back to front, so that the soft edge of a card mixes with what really lies behind it. Where nothing is translucent
/// but edges it is drawn straight into the picture; elsewhere it is mixed in wide pixels first, so that many layers do
/// not add up their rounding.
///
/// A pixel depends, to the last bit, on nothing but the layers that cover it: what has not changed need not be drawn
/// again.
struct RowPainter: ~Copyable {
  /// A visible piece of a layer in the row at hand.
  struct Span {
    let layer: Int
    /// Where the layer itself begins and ends in this row.
    let firstColumn, endColumn: Int
    var start, end: Int
    /// What of it is covered wholly; empty at `end` when nothing is.
    var solidStart, solidEnd: Int
    /// Where column 0's coverage would be in `coverages`.
    let coverage: Int

    var columns: Range<Int> { firstColumn..<endColumn }

    /// Returns the part in `start..<end`, or `nil` when there is none.
    func clipped(from start: Int, to end: Int) -> Span? {
      var part = self
      part.start = max(self.start, start)
      part.end = min(self.end, end)
      guard part.start < part.end else { return nil }
      part.solidStart = min(max(solidStart, part.start), part.end)
      part.solidEnd = min(max(solidEnd, part.solidStart), part.end)
      return part
    }
  }

  /// The rows of a band: few enough to share evenly and to be much alike, enough that taking one costs nothing.
  static let rowsOfBand = 16

  private var row = Scratch<UInt64>()
  private var samples = Scratch<UInt64>()
  private var otherSamples = Scratch<UInt64>()
  private var pixels = Scratch<UInt32>()
  private var behind = Scratch<UInt32>()
  private var finished = Scratch<UInt32>()
  private var coverages = Scratch<UInt32>()
  private var spans = Scratch<Span>()
  /// The layers of which something may be seen in the band at hand, the foremost first.
  private var visible = Scratch<Int>()
  /// How many rows of layers have been looked at.
  private(set) var measuredRowCount = 0
  private var rowCoverage = RowCoverage()
  private var shared = SharedPixels()
  /// In the row at hand, what is to be drawn, where there are several clips; …
  private var wanted = Columns()
  /// … what something opaque in front has taken, or no clip asks for; …
  private var hidden = Columns()
  /// … and where something but edges is translucent.
  private var translucent = Columns()

  /// What is the same for all rows of a frame.
  struct Frame {
    /// The foremost first.
    let layers: UnsafePointer<PreparedLayer>
    let extents: UnsafePointer<LayerExtent>
    let layerCount: Int
    let sides: UnsafePointer<Side>
    let width: Int
    /// The columns to draw.
    let start, end: Int
    /// If not empty, only what lies in one of these is drawn. They may overlap.
    let clips: UnsafeBufferPointer<PixelRect>
    let background: UInt32
    let usesVectors: Bool

    /// Whether a clip asks for any of `extent` in `rows`.
    func asks(for extent: LayerExtent, in rows: Range<Int>) -> Bool {
      clips.isEmpty
        || clips.contains { clip in
          clip.y < rows.upperBound && clip.maxY > rows.lowerBound && clip.x < extent.endColumn
            && clip.maxX > extent.startColumn
        }
    }
  }

  /// Makes room for rows of `width` pixels.
  mutating func prepare(width: Int) {
    row.reserve(width)
    samples.reserve(width)
    otherSamples.reserve(width)
    pixels.reserve(width)
    behind.reserve(width)
    finished.reserve(width)
    rowCoverage.prepare(width: width)
    shared.prepare(width: width)
  }

  /// Draws some of the rows of `job`.
  mutating func paint(rows: Range<Int>, of job: BandJob) {
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: RowPainter.rowsOfBand) {
      let band = first..<min(first + RowPainter.rowsOfBand, rows.upperBound)
      findLayers(rows: band, of: job.frame)
      for y in band {
        let row = job.rows + y * job.stride + job.area.x * 4
        craster_fetch(row + job.stride, Int32(job.area.width * 4))
        paint(row: y, of: job.frame, into: row)
      }
    }
  }

  /// Draws row `y` of `frame` to `result`, where its column `frame.start` belongs.
  private mutating func paint(row y: Int, of frame: Frame, into result: UnsafeMutableRawPointer) {
    findSpans(row: y, of: frame)
    if UInt(bitPattern: result) & 3 == 0 {
      let result = result.assumingMemoryBound(to: UInt32.self)
      paint(row: y, of: frame, into: result - frame.start)
    } else {
      let finished = finished.elements
      paint(row: y, of: frame, into: finished - frame.start)
      forEachWanted(of: frame) { start, end in
        let first = start - frame.start
        (result + first * 4).copyMemory(from: finished + first, byteCount: (end - start) * 4)
      }
    }
  }

  /// Draws row `y` to `result`, where column 0 belongs.
  private mutating func paint(row y: Int, of frame: Frame, into result: UnsafeMutablePointer<UInt32>) {
    var x = frame.start
    while x < frame.end {
      let plain = translucent.firstMissing(from: x, to: frame.end)
      let mixedEnd = plain?.start ?? frame.end
      if x < mixedEnd { mix(from: x, to: mixedEnd, y, frame, into: result) }
      guard let plain else { return }
      fill(result, with: frame.background, from: plain.start, to: plain.end)
      for index in stride(from: spans.count - 1, through: 0, by: -1) {
        guard let span = spans.elements[index].clipped(from: plain.start, to: plain.end) else { continue }
        paint(span, of: frame.layers + span.layer, y, into: result)
      }
      x = plain.end
    }
  }

  /// Draws a part of row `y` in which all pixels are mixed of several.
  private func mix(
    from start: Int, to end: Int, _ y: Int, _ frame: Frame, into result: UnsafeMutablePointer<UInt32>
  ) {
    let background = frame.usesVectors ? wideBackground(frame.background) : widened(frame.background)
    fill(row.elements, with: background, from: start, to: end)
    for index in stride(from: spans.count - 1, through: 0, by: -1) {
      guard let span = spans.elements[index].clipped(from: start, to: end) else { continue }
      mix(span, of: frame.layers + span.layer, y)
    }
    narrow(from: start, to: end, frame, into: result)
  }

  /// Fills the columns that nothing hides.
  private func fill<Pixel>(
    _ row: UnsafeMutablePointer<Pixel>, with background: Pixel, from start: Int, to end: Int
  ) {
    var x = start
    while let piece = hidden.firstMissing(from: x, to: end) {
      (row + piece.start).update(repeating: background, count: piece.end - piece.start)
      x = piece.end
    }
  }

  private func wideBackground(_ background: UInt32) -> UInt64 {
    var (pixel, wide) = (background, UInt64(0))
    craster_widen(&pixel, 1, &wide)
    return wide
  }

  private func narrow(
    from start: Int, to end: Int, _ frame: Frame, into result: UnsafeMutablePointer<UInt32>
  ) {
    if frame.usesVectors { return craster_narrow(row.elements + start, Int32(end - start), result + start) }
    for x in start..<end { result[x] = narrowed(row.elements[x]) }
  }
}

extension RowPainter {
  // MARK: What can be seen

  /// Lists the layers that the rows of a band have to look at.
  private mutating func findLayers(rows: Range<Int>, of frame: Frame) {
    visible.count = 0
    hidden.removeAll()
    for index in 0..<frame.layerCount {
      let extent = frame.extents[index]
      if extent.startRow >= rows.upperBound || extent.endRow <= rows.lowerBound { continue }
      if !frame.asks(for: extent, in: rows) { continue }
      let (start, end) = (max(extent.startColumn, frame.start), min(extent.endColumn, frame.end))
      if hidden.contains(from: start, to: end) { continue }
      visible.append(index)
      guard frame.layers[index].hidesWhatIsBehind else { continue }
      let solid = frame.layers[index].solidColumns(throughout: rows, sides: frame.sides)
      hidden.insert(from: solid.start, to: solid.end)
      if hidden.contains(from: frame.start, to: frame.end) { break }
    }
  }

  /// Lists the visible pieces, the foremost first.
  private mutating func findSpans(row y: Int, of frame: Frame) {
    spans.count = 0
    coverages.count = 0
    translucent.removeAll()
    hideUnwanted(row: y, of: frame)
    shared.beginRow()
    let (top, bottom) = (Double(y), Double(y + 1))
    for number in 0..<visible.count {
      let index = visible.elements[number]
      let layer = frame.layers + index
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
      if layer.pointee.hidesWhatIsBehind {
        hidden.insert(from: extent.solidStart, to: extent.solidEnd)
        if hidden.contains(from: frame.start, to: frame.end) { break }
      }
    }
  }

  /// Begins a row: hides what no clip asks for.
  private mutating func hideUnwanted(row y: Int, of frame: Frame) {
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

  /// Calls `body` with the pieces of the row at hand that are to be drawn.
  private func forEachWanted(of frame: Frame, _ body: (_ start: Int, _ end: Int) -> Void) {
    guard !frame.clips.isEmpty else { return body(frame.start, frame.end) }
    var x = frame.start
    while x < frame.end {
      let gap = wanted.firstMissing(from: x, to: frame.end)
      let end = gap?.start ?? frame.end
      if x < end { body(x, end) }
      x = gap?.end ?? frame.end
    }
  }

  /// Adds what can be seen of a layer; `coverage` is where column 0's would be.
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
      if !frame.layers[layer].hidesWhatIsBehind { translucent.insert(from: piece.start, to: piece.end) }
      addEdge(from: piece.start, to: solidStart, coverage, frame, y)
      addEdge(from: solidEnd, to: piece.end, coverage, frame, y)
      x = piece.end
    }
  }

  /// Adds a soft edge of the last span; where others are in front, its coverage becomes a share.
  @inline(__always)
  private mutating func addEdge(from start: Int, to end: Int, _ coverage: Int, _ frame: Frame, _ y: Int) {
    let coverages = coverages.elements + coverage
    let number = spans.count - 1
    var x = start
    while x < end {
      if SharedPixels.isPartial(coverages[x]), !shared.take(x, for: number) { share(x, frame, y) }
      x &+= 1
    }
  }

  @inline(never)
  private mutating func share(_ x: Int, _ frame: Frame, _ y: Int) {
    let row = SharedPixels.Row(
      y: y, frame: frame, spans: UnsafePointer(spans.elements), coverages: coverages.elements)
    shared.share(x, spanNumber: spans.count - 1, row, &translucent)
  }

  // MARK: Drawing it

  private var scratches: Sampler.Scratches {
    // In a row that is not mixed itself its wide pixels are free.
    Sampler.Scratches(pixels: pixels.elements, mixture: row.elements, samples: otherSamples.elements)
  }

  /// Draws an opaque span into finished pixels.
  private func paint(
    _ span: Span, of layer: UnsafePointer<PreparedLayer>, _ y: Int, into result: UnsafeMutablePointer<UInt32>
  ) {
    // All of it in one run; what lies behind soft edges is kept and mixed in again.
    let behind = behind.elements
    let left = span.start..<span.solidStart
    let right = span.solidEnd..<span.end
    for x in left { behind[x] = result[x] }
    for x in right { behind[x] = result[x] }
    layer.pointee.sampler.sample(
      x: span.start, y: y, count: span.end - span.start, of: span.columns, into: result + span.start,
      scratches)
    let coverages = coverages.elements + span.coverage
    for x in left { result[x] = mixed(result[x], over: behind[x], share: coverages[x]) }
    for x in right { result[x] = mixed(result[x], over: behind[x], share: coverages[x]) }
  }

  /// Mixes a span into the row of wide pixels.
  private func mix(_ span: Span, of layer: UnsafePointer<PreparedLayer>, _ y: Int) {
    let count = span.end - span.start
    if layer.pointee.hidesWhatIsBehind, span.solidStart == span.start, span.solidEnd == span.end {
      layer.pointee.sampler.sample(
        x: span.start, y: y, count: count, of: span.columns, into: row.elements + span.start, scratches)
      return
    }
    let samples = samples.elements - span.start
    layer.pointee.sampler.sample(
      x: span.start, y: y, count: count, of: span.columns, into: samples + span.start, scratches)
    mixSoftly(samples, from: span.start, to: span.solidStart, span, layer)
    mixSolidly(samples, from: span.solidStart, to: span.solidEnd, layer)
    mixSoftly(samples, from: span.solidEnd, to: span.end, span, layer)
  }

  private func mixSolidly(
    _ samples: UnsafeMutablePointer<UInt64>, from start: Int, to end: Int,
    _ layer: UnsafePointer<PreparedLayer>
  ) {
    guard start < end else { return }
    let (row, samples, count) = (row.elements + start, samples + start, end - start)
    if layer.pointee.hidesWhatIsBehind { return row.update(from: samples, count: count) }
    switch (layer.pointee.sampler.usesVectors, layer.pointee.hasOpaqueTexels) {
    case (true, true): craster_mix(row, samples, Int32(count), Int32(layer.pointee.alpha / 2))
    case (true, false): craster_cover(row, samples, Int32(count), Int32(layer.pointee.alpha / 2))
    case (false, true): mixRun(samples, into: row, count: count, factor: layer.pointee.alpha)
    case (false, false): cover(row, with: samples, count: count, factor: layer.pointee.alpha)
    }
  }

  private func mixSoftly(
    _ samples: UnsafeMutablePointer<UInt64>, from start: Int, to end: Int, _ span: Span,
    _ layer: UnsafePointer<PreparedLayer>
  ) {
    guard start < end else { return }
    let (row, samples, count) = (row.elements + start, samples + start, end - start)
    let coverage = UnsafePointer(coverages.elements + span.coverage + start)
    if layer.pointee.hasOpaqueTexels {
      mixRun(samples, into: row, count: count, factor: layer.pointee.alpha, coverage: coverage)
    } else {
      cover(row, with: samples, count: count, factor: layer.pointee.alpha, coverage: coverage)
    }
  }
}

/// Returns `share` of 65536 parts of `pixel`, the rest of `below`; both opaque where anything is.
@inline(__always)
private func mixed(_ pixel: UInt32, over below: UInt32, share: UInt32) -> UInt32 {
  let share = UInt64(share)
  return narrowed(weighted(widened(pixel), share, widened(below), 65536 &- share))
}
