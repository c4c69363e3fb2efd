internal import CRasterKernels

/// Draws rows, with memory of its own: several can work on bands of one frame.
///
/// In each row the layers are asked from front to back what of them can be seen, and then only that is drawn,
/// from back to front, so that the soft edge of a card mixes with what really lies behind it. Where nothing
/// is translucent but edges it is drawn straight into the picture; elsewhere it is mixed in wide pixels
/// first, so that many layers do not add up their rounding. Rows that are covered alike, as by cards with
/// upright sides, are asked for once and drawn together.
///
/// A pixel depends, to the last bit, on nothing but the layers that cover it: what has not changed need not
/// be drawn again.
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

  /// The rows of a band: few enough to share evenly and to be much alike, enough that taking one costs
  /// nothing, and that much of what upright edges cover is found out once.
  static let rowsOfBand = 32

  var row = ScratchBuffer<UInt64>()
  var samples = ScratchBuffer<UInt64>()
  var otherSamples = ScratchBuffer<UInt64>()
  var pixels = ScratchBuffer<UInt32>()
  var behind = ScratchBuffer<UInt32>()
  var finished = ScratchBuffer<UInt32>()
  var coverages = ScratchBuffer<UInt32>()
  var spans = ScratchBuffer<Span>()
  /// The layers of which something may be seen in the band at hand, the foremost first.
  var visible = ScratchBuffer<Int>()
  /// How many of those the row at hand has been looked through for, until it was full.
  var comparedCount = 0
  /// How many rows of layers have been looked at.
  var measuredRowCount = 0
  var rowCoverage = RowCoverage()
  var shared = SharedPixels()
  /// In the row at hand, what is to be drawn, where there are several clips; …
  var wanted = ColumnSet()
  /// … what something opaque in front has taken, or no clip requests for; …
  var hidden = ColumnSet()
  /// … and where something but edges is translucent.
  var translucent = ColumnSet()

  /// What is the same for all rows of a frame.
  struct Frame {
    /// The foremost first.
    let layers: UnsafePointer<PreparedLayer>
    let extents: UnsafePointer<PixelExtent>
    let layerCount: Int
    let sides: UnsafePointer<Side>
    let width: Int
    /// The columns to draw.
    let start, end: Int
    /// If not empty, only what lies in one of these is drawn. They may overlap.
    let clips: UnsafeBufferPointer<PixelRect>
    let background: UInt32
    let usesVectors: Bool

    /// Whether a clip requests for any of `extent` in `rows`.
    func requests(for extent: PixelExtent, in rows: Range<Int>) -> Bool {
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
    // A row, or a column of a band.
    behind.reserve(max(width, RowPainter.rowsOfBand))
    finished.reserve(width)
    rowCoverage.prepare(width: width)
    shared.prepare(width: width)
  }

  /// Draws some of the rows of `job`.
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

  /// Draws rows that all show the spans which have been found last.
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

  /// Rows of pixels to draw into.
  struct Target {
    /// Where column 0 of row `start` belongs.
    let firstRow: UnsafeMutablePointer<UInt32>
    /// In pixels.
    let stride: Int
    let start: Int

    /// Where column 0 of row `y` belongs.
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
  /// What encloses all of it.
  let area: PixelRect
  /// If not empty, only what lies in one of these is drawn. They may overlap.
  let clips: UnsafeBufferPointer<PixelRect>
}
