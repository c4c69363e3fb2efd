internal import Geometry

/// Resolves visibility in the pixels of a row where the antialiased edges of several layers meet.
///
/// ``ReferenceRenderer`` defines the rule. An edge that is alone in its pixel costs one table lookup. For two
/// steep edges, for example of two cards that touch, only the points near the edges are tested. For slanted
/// edges, or three or more edges, all 64 points of the pixel are tested.
/// or three or more edges, all 64 points of the pixel are tested.
struct SharedPixels: ~Copyable {
  // Not private: Swift 6.3 debug builds fail for private types nested in a noncopyable type that other files
  // use.

  /// The state of a column.
  struct Column: BitwiseCopyable {
    /// The row in which the column was last claimed.
    var row: UInt32
    /// The number of the span that has an edge in this column. If several spans have an edge in it, -1 minus
    /// the index of their pixel in `pixels`.
    var owner: Int32
  }

  /// A pixel that several edges cross.
  struct Pixel: BitwiseCopyable {
    /// The two foremost spans.
    let front, behind: Int
    /// Whether the share of the second span was computed without testing all points.
    var isResolved = false
    /// The fraction of the pixel that the layers added so far leave to the layers behind them.
    var remaining = 1.0
    /// The points that an opaque layer added so far contains: nothing behind them is visible.
    var opaquePoints: UInt64 = 0
    /// The index in `claims` of the layer added last, the head of a linked list; -1 if the list is empty.
    var lastClaim = -1
    /// Whether one of the layers has a transmission above 0.
    var isTranslucent = false

    init(front: Int, behind: Int) { (self.front, self.behind) = (front, behind) }
  }

  /// A layer with an edge in a pixel that several edges cross.
  struct Claim: BitwiseCopyable {
    let layer: Int
    let points: UInt64
    /// The fraction of the background that shows through the layer.
    let transmission: Double
    let previous: Int
  }

  /// Whether `coverage`, in 1/65536, is neither 0 nor practically full.
  @inline(__always)
  static func isPartial(_ coverage: UInt32) -> Bool { coverage &- 1 < SubpixelPoints.wholeCoverage - 1 }

  /// The spans of a row found so far.
  struct Row {
    let y: Int
    let frame: RowPainter.Frame
    let spans: UnsafePointer<RowPainter.Span>
    let coverages: UnsafeMutablePointer<UInt32>
  }

  private var columns = ScratchBuffer<Column>()
  private var pixels = ScratchBuffer<Pixel>()
  private var claims = ScratchBuffer<Claim>()
  private var row: UInt32 = 0
  /// Whether a visible share in the current row depends on more than the coverages. Another row with equal coverages
  /// then computes its own shares.
  private(set) var dependsOnRow = false

  /// Allocates memory for rows of `width` pixels.
  mutating func prepare(width: Int) {
    let before = columns.capacity
    columns.reserve(width)
    if row == 0 || columns.capacity != before { forgetColumns() }
  }

  /// Begins a new row. No edges have been added to it yet.
  mutating func beginRow() {
    row &+= 1
    if row == 0 { forgetColumns() }
    pixels.count = 0
    claims.count = 0
    dependsOnRow = false
  }

  private mutating func forgetColumns() {
    columns.elements.update(repeating: Column(row: 0, owner: 0), count: columns.capacity)
    row = 1
  }

  /// Marks column `x` as containing an edge of a span. Returns `false` if the column already contains an edge
  /// of another span.
  @inline(__always)
  func claimColumn(_ x: Int, for spanNumber: Int) -> Bool {
    let column = columns.elements + x
    guard column.pointee.row != row else { return false }
    column.pointee.row = row
    column.pointee.owner = Int32(truncatingIfNeeded: spanNumber)
    return true
  }

  /// Adds an edge of span `spanNumber` to column `x`, behind the edges that are already there.
  ///
  /// The coverage of the span in the column is replaced by its visible share: the part of the pixel that the
  /// layers in front leave to it. Three or more edges in one pixel cannot be composited with 8 bits per
  /// channel. Their column is added to `crowded`, and is composited with 16 bits per channel
  /// (`WidePixel.swift`).
  mutating func shareColumn(_ x: Int, spanNumber: Int, _ row: Row, _ crowded: inout ColumnSet) {
    let owner = Int(columns.elements[x].owner)
    if owner >= 0 {
      let number = pixels.count
      columns.elements[x].owner = Int32(truncatingIfNeeded: -1 - number)
      var pixel = Pixel(front: owner, behind: spanNumber)
      pixel.isResolved = shareWithNeighbor(x, front: owner, behind: spanNumber, row)
      pixels.append(pixel)
      let front = row.frame.layers + row.spans[owner].layer
      if !pixel.isResolved || !front.pointee.hasOpaqueTexels { dependsOnRow = true }
      if !pixel.isResolved {
        addClaim(x, spanNumber: owner, pixel: number, row)
        addClaim(x, spanNumber: spanNumber, pixel: number, row)
      }
    } else {
      let number = -1 - owner
      dependsOnRow = true
      crowded.insert(from: x, to: x + 1)
      if pixels.elements[number].isResolved {
        pixels.elements[number].isResolved = false
        addClaim(x, spanNumber: pixels.elements[number].front, pixel: number, row)
        addClaim(x, spanNumber: pixels.elements[number].behind, pixel: number, row, isShared: true)
      }
      addClaim(x, spanNumber: spanNumber, pixel: number, row)
    }
  }

  /// Computes the visible share of the second layer in a pixel, if that is possible without testing all
  /// points. Returns whether it was possible.
  private func shareWithNeighbor(_ x: Int, front: Int, behind: Int, _ row: Row) -> Bool {
    let (frontSpan, span) = (row.spans[front], row.spans[behind])
    let (frontLayer, layer) = (row.frame.layers + frontSpan.layer, row.frame.layers + span.layer)
    guard
      let frontEdge = frontLayer.pointee.onlyEdge(inPixelX: x, y: row.y, sides: row.frame.sides),
      let edge = layer.pointee.onlyEdge(inPixelX: x, y: row.y, sides: row.frame.sides)
    else { return false }
    let transmission = frontLayer.pointee.transmission(x: x, y: row.y, of: frontSpan.columns)
    guard let seen = edge.visibleShare(behind: frontEdge, transmission: transmission) else { return false }
    let taken = Double(row.coverages[frontSpan.coverage + x]) * (1 - transmission)
    let coverage = row.coverages + span.coverage + x
    coverage.pointee = fixed(Double(coverage.pointee) * seen / (65536 - taken))
    return true
  }

  /// Adds a layer to a pixel. Computes its visible share unless `isShared`, which means that it is already
  /// computed.
  private mutating func addClaim(
    _ x: Int, spanNumber: Int, pixel number: Int, _ row: Row, isShared: Bool = false
  ) {
    let span = row.spans[spanNumber]
    let layer = row.frame.layers + span.layer
    let points = layer.pointee.points(inPixelX: x, y: row.y, sides: row.frame.sides)
    var pixel = pixels.elements[number]
    let transmission = layer.pointee.transmission(x: x, y: row.y, of: span.columns)
    if pixel.lastClaim >= 0, !isShared {
      let seen =
        points == 0 ? visibleShareAtCentroid(x, layer.pointee, pixel, row) : visibleShare(points, pixel)
      let coverage = row.coverages + span.coverage + x
      coverage.pointee = fixed(Double(coverage.pointee) / 65536 * seen / pixel.remaining)
    }
    let share = Double(row.coverages[span.coverage + x]) / 65536
    pixel.remaining = max(pixel.remaining * (1 - share * (1 - transmission)), .leastNormalMagnitude)
    if transmission == 0 { pixel.opaquePoints |= points } else { pixel.isTranslucent = true }
    claims.append(
      Claim(layer: span.layer, points: points, transmission: transmission, previous: pixel.lastClaim))
    pixel.lastClaim = claims.count - 1
    pixels.elements[number] = pixel
  }

  /// Returns the mean transmission of `pixel`'s layers at `points`.
  private func visibleShare(_ points: UInt64, _ pixel: Pixel) -> Double {
    let free = points & ~pixel.opaquePoints
    guard pixel.isTranslucent else { return Double(free.nonzeroBitCount) / Double(points.nonzeroBitCount) }
    var (sum, rest) = (0.0, free)
    while rest != 0 {
      let point = rest & (0 &- rest)
      var (through, number) = (1.0, pixel.lastClaim)
      while number >= 0 {
        let claim = claims.elements[number]
        if claim.points & point != 0 { through *= claim.transmission }
        number = claim.previous
      }
      sum += through
      rest ^= point
    }
    return sum / Double(points.nonzeroBitCount)
  }

  /// Returns the transmission of `pixel`'s layers at the centroid of the part of the pixel that `layer`
  /// covers. Used if `layer` contains none of the 64 points.
  private func visibleShareAtCentroid(_ x: Int, _ layer: PreparedLayer, _ pixel: Pixel, _ row: Row) -> Double
  {
    let sides = row.frame.sides
    guard let center = layer.centroid(inPixelX: x, y: row.y, sides: sides) else { return 1 }
    var (through, number) = (1.0, pixel.lastClaim)
    while number >= 0 {
      let claim = claims.elements[number]
      if row.frame.layers[claim.layer].contains(center, sides: sides) { through *= claim.transmission }
      number = claim.previous
    }
    return through
  }
}

/// Returns `share`, clamped to 1, in 1/65536.
@inline(__always)
private func fixed(_ share: Double) -> UInt32 { share < 1 ? UInt32(share * 65536 + 0.5) : 65536 }

extension PreparedLayer {
  /// Returns the fraction of the background that shows through the layer in pixel (`x`, `y`).
  fileprivate func transmission(x: Int, y: Int, of columns: Range<Int>) -> Double {
    if isOpaque { return 0 }
    let alpha = Double(alpha) / 65536
    if hasOpaqueTexels { return 1 - alpha }
    let sample = translatedSampler?.pixel(x: x, y: y) ?? sampler.sample(x: x, y: y, of: columns)
    return 1 - alpha * Double(sample &>> 48) / 32640
  }
}
