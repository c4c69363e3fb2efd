internal import CRasterKernels

/// Draws rows, one at a time, with memory of its own: several can work on bands of one frame.
///
/// In each row the layers are asked from front to back what of them can be seen, and then only that is drawn,
/// from back to front, so that the soft edge of a card mixes with what really lies behind it. Where nothing
/// is translucent but edges it is drawn straight into the picture; elsewhere it is mixed in wide pixels
/// first, so that many layers do not add up their rounding.
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
  /// nothing.
  static let rowsOfBand = 16

  var row = Scratch<UInt64>()
  var samples = Scratch<UInt64>()
  var otherSamples = Scratch<UInt64>()
  var pixels = Scratch<UInt32>()
  var behind = Scratch<UInt32>()
  var finished = Scratch<UInt32>()
  var coverages = Scratch<UInt32>()
  var spans = Scratch<Span>()
  /// The layers of which something may be seen in the band at hand, the foremost first.
  var visible = Scratch<Int>()
  /// How many rows of layers have been looked at.
  var measuredRowCount = 0
  var rowCoverage = RowCoverage()
  var shared = SharedPixels()
  /// In the row at hand, what is to be drawn, where there are several clips; …
  var wanted = Columns()
  /// … what something opaque in front has taken, or no clip asks for; …
  var hidden = Columns()
  /// … and where something but edges is translucent.
  var translucent = Columns()

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
}
