internal import CRasterKernels

/// Draws rows of a frame. Each painter has its own memory, so that several painters can draw one frame.
///
/// In each row, the visible spans of the layers are found front to back and drawn back to front, so that an
/// antialiased edge blends with the layers behind it. Spans are drawn directly into the buffer where only edges
/// are translucent. In other columns they are composited as wide pixels first (`WidePixel.swift`), so that the
/// rounding errors of many layers do not accumulate. Consecutive rows with equal coverage, for example between
/// vertical sides, are measured once and drawn together.
///
/// A pixel depends, to the last bit, only on the layers that cover it. Therefore unchanged parts need not be
/// redrawn.
struct RowPainter: ~Copyable {
  /// A visible part of a layer in the current row.
  struct Span {
    let layer: Int
    /// The columns that the layer touches in this row.
    let firstColumn, endColumn: Int
    var start, end: Int
    /// The fully covered columns. If there are none, both values equal `end`.
    var solidStart, solidEnd: Int
    /// The index in `coverages` that would belong to column 0.
    let coverage: Int

    var columns: Range<Int> { firstColumn..<endColumn }

    /// Returns the part of the span inside `start..<end`, or `nil` if there is none.
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

  /// The number of rows in a band. The visible layers are listed once per band. Fewer rows distribute the
  /// work more evenly among threads; more rows need fewer lists.
  static let rowsOfBand = 32

  var row = ScratchBuffer<UInt64>()
  var samples = ScratchBuffer<UInt64>()
  var otherSamples = ScratchBuffer<UInt64>()
  var pixels = ScratchBuffer<UInt32>()
  var behind = ScratchBuffer<UInt32>()
  var finished = ScratchBuffer<UInt32>()
  var coverages = ScratchBuffer<UInt32>()
  var spans = ScratchBuffer<Span>()
  /// The layers that may be visible in the current band, front to back.
  var visible = ScratchBuffer<Int>()
  /// The number of `visible` layers that were examined for the current row before the row was fully covered.
  var comparedCount = 0
  /// The number of rows for which coverage was computed, summed over all layers.
  var measuredRowCount = 0
  var rowCoverage = RowCoverage()
  var shared = SharedPixels()
  /// The columns of the current row that lie inside a clip. Used only if there are clips.
  var wanted = ColumnSet()
  /// The columns of the current row that are covered by an opaque layer or lie outside all clips.
  var hidden = ColumnSet()
  /// The columns of the current row that a translucent layer covers, or in which three or more edges meet.
  var translucent = ColumnSet()

  /// The properties of a frame that are the same for all rows.
  struct Frame {
    /// The prepared layers, front to back.
    let layers: UnsafePointer<PreparedLayer>
    let extents: UnsafePointer<PixelExtent>
    let layerCount: Int
    let sides: UnsafePointer<Side>
    let width: Int
    /// The columns to draw.
    let start, end: Int
    /// If not empty, only pixels inside one of these rectangles are drawn. They may overlap.
    let clips: UnsafeBufferPointer<PixelRect>
    let background: UInt32
    let usesVectors: Bool

    /// Whether a clip intersects `extent` in `rows`.
    func needs(_ extent: PixelExtent, in rows: Range<Int>) -> Bool {
      clips.isEmpty
        || clips.contains { clip in
          clip.y < rows.upperBound && clip.maxY > rows.lowerBound && clip.x < extent.endColumn
            && clip.maxX > extent.startColumn
        }
    }
  }

  /// Allocates memory for rows of `width` pixels.
  mutating func prepare(width: Int) {
    row.reserve(width)
    samples.reserve(width)
    otherSamples.reserve(width)
    pixels.reserve(width)
    // It holds one row, or one column of a band.
    behind.reserve(max(width, RowPainter.rowsOfBand))
    finished.reserve(width)
    rowCoverage.prepare(width: width)
    shared.prepare(width: width)
  }

  /// Draws the given rows of `job`, band by band.
  mutating func paint(rows: Range<Int>, of job: RenderJob) {
    for first in stride(from: rows.lowerBound, to: rows.upperBound, by: RowPainter.rowsOfBand) {
      let band = first..<min(first + RowPainter.rowsOfBand, rows.upperBound)
      findLayers(rows: band, of: job.frame)
      var y = first
      while y < band.upperBound {
        findSpans(row: y, of: job.frame)
        let end = endOfEqualRows(from: y, to: band.upperBound, of: job.frame)
        paint(equalRows: y..<end, of: job)
        y = end
      }
    }
  }

  /// Draws rows that all have the spans that were found last.
  private func paint(equalRows rows: Range<Int>, of job: RenderJob) {
    let (frame, row) = (job.frame, job.rows + rows.lowerBound * job.stride)
    if (UInt(bitPattern: row) | UInt(bitPattern: job.stride)) & 3 == 0 {
      let target = Target(
        firstRow: row.assumingMemoryBound(to: UInt32.self), stride: job.stride / 4, start: rows.lowerBound)
      return paint(rows: rows, of: frame, into: target)
    }
    let finished = finished.elements
    for y in rows {
      paint(rows: y..<y + 1, of: frame, into: Target(firstRow: finished, stride: 0, start: y))
      let row = job.rows + y * job.stride
      forEachRequested(of: frame) { start, end in
        (row + start * 4).copyMemory(from: finished + start, byteCount: (end - start) * 4)
      }
    }
  }

  /// The memory into which rows are drawn.
  struct Target {
    /// The address of column 0 in row `start`.
    let firstRow: UnsafeMutablePointer<UInt32>
    /// The distance from row to row, in pixels.
    let stride: Int
    let start: Int

    /// The address of column 0 in row `y`.
    subscript(y: Int) -> UnsafeMutablePointer<UInt32> { firstRow + (y - start) * stride }
  }

  private func paint(rows: Range<Int>, of frame: Frame, into target: Target) {
    var x = frame.start
    while x < frame.end {
      let plain = translucent.firstMissing(from: x, to: frame.end)
      let mixedEnd = plain?.start ?? frame.end
      if x < mixedEnd { mix(from: x, to: mixedEnd, rows, frame, into: target) }
      guard let plain else { return }
      fill(from: plain.start, to: plain.end, rows, frame, in: target)
      for index in stride(from: spans.count - 1, through: 0, by: -1) {
        guard let span = spans.elements[index].clipped(from: plain.start, to: plain.end) else { continue }
        paint(span, of: frame.layers + span.layer, rows, into: target)
      }
      x = plain.end
    }
  }
}

/// The part of a frame that is drawn.
struct DrawnPart {
  /// The bounds of all clips.
  let area: PixelRect
  /// If not empty, only pixels inside one of these rectangles are drawn. They may overlap.
  let clips: UnsafeBufferPointer<PixelRect>

  /// Whether a pixel of `rectangle` is drawn.
  func intersects(_ rectangle: PixelRect) -> Bool {
    !area.intersection(rectangle).isEmpty
      && (clips.isEmpty || clips.contains { !$0.intersection(rectangle).isEmpty })
  }

  /// Whether all pixels of `extent` are drawn. Several clips that only cover it together do not count.
  func contains(_ extent: PixelExtent) -> Bool {
    func isInside(_ rectangle: PixelRect) -> Bool {
      extent.startColumn >= rectangle.x && extent.endColumn <= rectangle.maxX
        && extent.startRow >= rectangle.y
        && extent.endRow <= rectangle.maxY
    }
    return clips.isEmpty ? isInside(area) : clips.contains(where: isInside)
  }
}
