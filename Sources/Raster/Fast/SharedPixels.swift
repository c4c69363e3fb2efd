internal import Geometry

/// The pixels of a row in which the soft edges of several layers meet: what is whose there.
///
/// ``ReferenceRenderer`` has the rule. A soft edge that is alone in its pixel costs a look into a table; points are looked
/// at when a second one comes.
struct SharedPixels: ~Copyable {
  /// What is known of a column.
  private struct Column: BitwiseCopyable {
    /// The row in which it was last touched.
    var row: UInt32
    /// The span whose edge it is; when there are several, -1 - the pixel's number.
    var owner: Int32
  }

  /// A pixel that several edges run through.
  private struct Pixel: BitwiseCopyable {
    /// How much of it is left for what is behind the layers so far.
    var remaining = 1.0
    /// The points that nothing comes through any more.
    var taken: UInt64 = 0
    /// The layers so far; the last claim, -1 for none.
    var lastClaim = -1
    /// Whether something comes through one of them.
    var isTranslucent = false
  }

  /// A layer in such a pixel.
  private struct Claim: BitwiseCopyable {
    let layer: Int
    let points: UInt64
    /// How much comes through it.
    let transmission: Double
    let previous: Int
  }

  /// What a row has been found to show so far.
  struct Row {
    let y: Int
    let frame: RowPainter.Frame
    let spans: UnsafePointer<RowPainter.Span>
    let coverages: UnsafeMutablePointer<UInt32>
  }

  private var columns = Scratch<Column>()
  private var pixels = Scratch<Pixel>()
  private var claims = Scratch<Claim>()
  private var row: UInt32 = 0

  /// Prepares for rows of `width` pixels.
  mutating func prepare(width: Int) {
    let before = columns.capacity
    columns.reserve(width)
    if row == 0 || columns.capacity != before { forgetColumns() }
  }

  /// Begins with a row in which no layer has been met.
  mutating func beginRow() {
    row &+= 1
    if row == 0 { forgetColumns() }
    pixels.count = 0
    claims.count = 0
  }

  private mutating func forgetColumns() {
    columns.elements.update(repeating: Column(row: 0, owner: 0), count: columns.capacity)
    row = 1
  }

  /// Adds the edge of a span behind those so far, and turns its coverage into its share where others are in front.
  ///
  /// Columns in which more edges meet than 8 bits can bear are added to `crowded`.
  @inline(__always)
  mutating func add(spanNumber: Int, columns range: Range<Int>, _ row: Row, _ crowded: inout Columns) {
    let coverages = row.coverages + row.spans[spanNumber].coverage
    for x in range where coverages[x] &- 1 < PixelPoints.wholeCoverage - 1 {
      if columns.elements[x].row != self.row {
        columns.elements[x] = Column(row: self.row, owner: Int32(truncatingIfNeeded: spanNumber))
      } else {
        share(x, spanNumber: spanNumber, row, &crowded)
      }
    }
  }

  @inline(never)
  private mutating func share(_ x: Int, spanNumber: Int, _ row: Row, _ crowded: inout Columns) {
    let owner = Int(columns.elements[x].owner)
    var number = -1 - owner
    if owner >= 0 {
      number = pixels.count
      columns.elements[x].owner = Int32(truncatingIfNeeded: -1 - number)
      pixels.append(Pixel())
      claim(x, spanNumber: owner, pixel: number, row)
    } else {
      crowded.insert(from: x, to: x + 1)
    }
    claim(x, spanNumber: spanNumber, pixel: number, row)
  }

  /// Gives a layer what is left for it of a pixel.
  private mutating func claim(_ x: Int, spanNumber: Int, pixel number: Int, _ row: Row) {
    let span = row.spans[spanNumber]
    let layer = row.frame.layers + span.layer
    let points = layer.pointee.points(inPixelX: x, y: row.y, sides: row.frame.sides)
    var pixel = pixels.elements[number]
    let transmission = layer.pointee.transmission(x: x, y: row.y, of: span.columns)
    if pixel.lastClaim >= 0 {
      let seen = points == 0 ? seenAtCenter(x, layer.pointee, pixel, row) : seenAt(points, pixel)
      let coverage = row.coverages + span.coverage + x
      let share = Double(coverage.pointee) / 65536 * seen / pixel.remaining
      coverage.pointee = share < 1 ? UInt32(share * 65536 + 0.5) : 65536
    }
    let share = Double(row.coverages[span.coverage + x]) / 65536
    pixel.remaining = max(pixel.remaining * (1 - share * (1 - transmission)), .leastNormalMagnitude)
    if transmission == 0 { pixel.taken |= points } else { pixel.isTranslucent = true }
    claims.append(
      Claim(layer: span.layer, points: points, transmission: transmission, previous: pixel.lastClaim))
    pixel.lastClaim = claims.count - 1
    pixels.elements[number] = pixel
  }

  /// Returns how much of what is behind `pixel`'s layers comes through them at `points`.
  private func seenAt(_ points: UInt64, _ pixel: Pixel) -> Double {
    let free = points & ~pixel.taken
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

  /// Returns how much of what is behind `pixel`'s layers comes through them where `layer` is, which passes between the
  /// points.
  private func seenAtCenter(_ x: Int, _ layer: PreparedLayer, _ pixel: Pixel, _ row: Row) -> Double {
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

extension PreparedLayer {
  /// How much of what is behind comes through in pixel (`x`, `y`) where the layer is.
  fileprivate func transmission(x: Int, y: Int, of columns: Range<Int>) -> Double {
    if hidesWhatIsBehind { return 0 }
    let alpha = Double(alpha) / 65536
    if hasOpaqueTexels { return 1 - alpha }
    return 1 - alpha * Double(sampler.sample(x: x, y: y, of: columns) &>> 48) / 32640
  }
}
