internal import CRasterKernels
internal import Geometry

/// Reads runs of pixels from one size of a texture.
///
/// Places are right to about a thousandth of a texel, however large the texture is. A pixel's colour depends
/// on its place in the layer's row alone, to the last bit, and not on which part of the row is asked for: a
/// frame may be drawn in any number of parts.
struct LevelSampler: BitwiseCopyable {
  /// What the map to texels is, from the cheapest to the general.
  private enum Kind { case copy, shift, projective }

  private let kind: Kind
  private let level: SampledLevel
  /// Numerators and denominator of the position.
  private let u, v, w: LinearFunction
  private let leastW: Double
  /// For `copy`: where texel (0, 0) lies on the canvas.
  private let originX, originY: Int
  let usesVectors: Bool

  /// Whether it does more than move texels.
  var isSampled: Bool { kind == .projective }

  /// The pixels that are sampled between two looks at the exact place: the vectors' places are single floats.
  private static let longestRun = 512

  init(_ shown: Level, of layer: Layer, _ placement: Placement, usesVectors: Bool) {
    level = SampledLevel(shown)
    let m = placement.toTexels(of: shown)
    u = LinearFunction(perColumn: m.m0, perRow: m.m1, offset: m.m2)
    v = LinearFunction(perColumn: m.m3, perRow: m.m4, offset: m.m5)
    w = LinearFunction(perColumn: m.m6, perRow: m.m7, offset: m.m8)
    leastW = placement.leastW
    self.usesVectors = usesVectors
    let isBase = shown === layer.texture.level(x: 0, y: 0)
    let origin = isBase ? layer.wholePixelOrigin : nil
    originX = origin?.x ?? 0
    originY = origin?.y ?? 0
    kind = origin != nil ? .copy : usesVectors && isBase && layer.isShift ? .shift : .projective
  }

  /// Writes `count` pixels of row `y` from column `x` on; they are among the `columns` that the layer touches
  /// in it.
  func sample(x: Int, y: Int, count: Int, of columns: Range<Int>, into result: UnsafeMutablePointer<UInt32>) {
    let first = x - columns.lowerBound
    switch kind {
    case .copy: copy(x: x, y: y, count: count, into: result)
    case .shift:
      forEachShift(places(x: columns.lowerBound, y: y), from: first, count: count) {
        craster_shift($0, $0 + level.rowLength, $2, $3, $4, result + $1)
      }
    case .projective:
      forEachRun(x: x, y: y, count: count, of: columns) { places, length, first, count, written in
        guard var run = craster_run(places, level, count: length) else {
          return level.sample(at: places, from: first, count: count) { result[written + $0] = narrowed($1) }
        }
        run.next_row = nextRow(x: x + written + count / 2, y: y)
        if usesVectors {
          craster_sample(&run, Int32(first), Int32(count), result + written)
        } else {
          craster_sample_portable(&run, Int32(first), Int32(count), result + written)
        }
      }
    }
  }

  /// Writes wide pixels as `sample(x:y:count:of:into:)` does pixels; `scratch` has room for as many pixels.
  func sample(
    x: Int, y: Int, count: Int, of columns: Range<Int>, into result: UnsafeMutablePointer<UInt64>,
    scratch: UnsafeMutablePointer<UInt32>
  ) {
    switch kind {
    case .copy:
      copy(x: x, y: y, count: count, into: scratch)
      if usesVectors { return craster_widen(scratch, Int32(count), result) }
      for i in 0..<count { result[i] = widened(scratch[i]) }
    case .shift:
      forEachShift(places(x: columns.lowerBound, y: y), from: x - columns.lowerBound, count: count) {
        craster_shift_wide($0, $0 + level.rowLength, $2, $3, $4, result + $1)
      }
    case .projective:
      forEachRun(x: x, y: y, count: count, of: columns) { places, length, first, count, written in
        if var run = craster_run(places, level, count: length) {
          run.next_row = nextRow(x: x + written + count / 2, y: y)
          if usesVectors {
            craster_sample_wide(&run, Int32(first), Int32(count), result + written)
          } else {
            craster_sample_wide_portable(&run, Int32(first), Int32(count), result + written)
          }
        } else if usesVectors {
          // Lanes in the order of the vectors.
          level.sample(at: places, from: first, count: count) { scratch[$0] = narrowed($1) }
          craster_widen(scratch, Int32(count), result + written)
        } else {
          level.sample(at: places, from: first, count: count) { result[written + $0] = $1 }
        }
      }
    }
  }

  /// Returns where the texels are that `count` pixels of each of `rows` show from column `x` on; `nil` when
  /// they do not show texels as they are.
  func texels(
    x: Int, count: Int, _ rows: Range<Int>
  ) -> (first: UnsafePointer<UInt32>, rowLength: Int)? {
    let (column, row) = (x - originX, rows.lowerBound - originY)
    guard kind == .copy, column >= 0, column + count <= Int(level.mostU) + 1, row >= 0,
      row + rows.count <= Int(level.mostV) + 1
    else { return nil }
    return (level.pixels + row * level.rowLength + column, level.rowLength)
  }

  private func copy(x: Int, y: Int, count: Int, into result: UnsafeMutablePointer<UInt32>) {
    let row = level.pixels + min(max(y - originY, 0), Int(level.mostV)) * level.rowLength
    let lastColumn = Int(level.mostU)
    let (start, end) = (x - originX, x - originX + count)
    // A soft edge may look a pixel beyond.
    let inside = (start: min(max(start, 0), lastColumn + 1), end: min(max(end, 0), lastColumn + 1))
    for column in start..<max(start, min(inside.start, end)) { result[column - start] = row[0] }
    if inside.start < inside.end {
      (result + (inside.start - start)).update(from: row + inside.start, count: inside.end - inside.start)
    }
    for column in max(inside.end, start)..<max(inside.end, start, end) {
      result[column - start] = row[lastColumn]
    }
  }

  /// Calls `body` with pieces of a run whose pixels all lie between texels in the same way: the upper left
  /// texel of the first, how many pixels were written before, how many it has, and how far to the right and
  /// downwards they are, in 1/32768.
  ///
  /// `first` counts from the layer's first column, whose place is given.
  @inline(__always)
  private func forEachShift(
    _ places: SampledLevel.Places, from first: Int, count: Int,
    _ body: (UnsafePointer<UInt32>, _ written: Int, _ count: Int32, _ right: Int32, _ down: Int32) -> Void
  ) {
    func share(_ fraction: Double) -> Int32 { Int32(min(32767, fraction * 32768 + 0.5)) }
    let v = min(max(places.v - 0.5, 0), level.mostV)
    let row = level.pixels + Int(v) * level.rowLength
    let down = share(v - Double(Int(v)))
    let u = places.u - 0.5
    // Beyond the outermost centres the outermost texels go on: an edge's pixel may have its centre there.
    let inside = max(0, Int((-u).rounded(.up)))
    let outside = max(inside, Int((level.mostU - u).rounded(.down)) + 1)
    let start = min(max(inside - first, 0), count)
    let end = min(max(outside - first, start), count)
    for number in 0..<start { body(row, number, 1, 0, down) }
    if start < end {
      let u = u + Double(inside)
      let column = min(Int(u), Int(level.mostU))
      let right = share(u - Double(column))
      body(row + column + (first + start - inside), start, Int32(end - start), right, down)
    }
    for number in end..<count { body(row + Int(level.mostU), number, 1, 0, down) }
  }

  /// Returns where the pixels of row `y` fall, from column `x` on.
  private func places(x: Int, y: Int) -> SampledLevel.Places {
    let (x, y) = (Double(x) + 0.5, Double(y) + 0.5)
    var places = SampledLevel.Places(
      u: u.at(x: x, y: y), v: v.at(x: x, y: y), w: w.at(x: x, y: y), du: u.perColumn, dv: v.perColumn,
      dw: w.perColumn, leastW: leastW)
    if places.dw == 0, places.w > leastW { places.divide() }
    return places
  }

  /// Returns how many texels after that of pixel (`x`, `y`) that of the pixel below it is stored, counted to
  /// the next row beyond it: a hint.
  private func nextRow(x: Int, y: Int) -> Int32 {
    let (x, y) = (Double(x) + 0.5, Double(y) + 0.5)
    let r = 1 / max(w.at(x: x, y: y), leastW)
    let (placeU, placeV) = (u.at(x: x, y: y) * r, v.at(x: x, y: y) * r)
    let columns = (u.perRow - placeU * w.perRow) * r
    let rows = (v.perRow - placeV * w.perRow) * r
    guard abs(columns) < 1000, abs(rows) < 1000 else { return 0 }
    let whole = Int(rows) + (rows > 0 ? 1 : -1)
    return Int32(whole * level.rowLength + Int(columns))
  }

  /// Calls `body` with runs that are short enough for single floats: where the run begins, its length, the
  /// first of its pixels that are wanted, how many, and how many were written before.
  ///
  /// Runs are counted from the first of the layer's columns, whichever are wanted.
  @inline(__always)
  private func forEachRun(
    x: Int, y: Int, count: Int, of columns: Range<Int>,
    _ body: (SampledLevel.Places, _ length: Int, _ first: Int, _ count: Int, _ written: Int) -> Void
  ) {
    var first = (x - columns.lowerBound) % LevelSampler.longestRun
    var written = 0
    while written < count {
      let start = x + written - first
      let length = min(LevelSampler.longestRun, columns.upperBound - start)
      let wanted = min(length - first, count - written)
      body(places(x: start, y: y), length, first, wanted, written)
      written += wanted
      first = 0
    }
  }
}

extension craster_run {
  /// How far single floats count: from here on they are no longer right to a thousandth of a texel.
  private static let farthestPlace = 4096.0

  /// Says in single floats what `places` says; `nil` where they are too coarse: if the denominator changes a
  /// lot along the run, as it does at the eye.
  @inline(__always)
  fileprivate init?(_ places: SampledLevel.Places, _ level: SampledLevel, count: Int) {
    let last = places.w + places.dw * Double(count - 1)
    let (least, most) = places.w < last ? (places.w, last) : (last, places.w)
    guard least >= places.leastW, most < least * 16 else { return nil }
    // Divided by the first denominator, all numbers are of the size of places.
    let r = 1 / places.w
    var (u, v, du, dv, dw) = (
      places.u * r, places.v * r, places.du * r, places.dv * r, places.dw * r
    )
    guard abs(u) + abs(v) < 1e6 else { return nil }
    var (texels, mostU, mostV) = (level.pixels, level.mostU, level.mostV)
    if max(mostU, mostV) > craster_run.farthestPlace {
      // Counted from a texel before the first and the last place, between which all others lie, they are
      // small.
      let end = Double(count - 1)
      let s = 1 / (1 + dw * end)
      let (lastU, lastV) = ((u + du * end) * s, (v + dv * end) * s)
      guard abs(lastU - u) + abs(lastV - v) < craster_run.farthestPlace else { return nil }
      let column = min(max(0, min(u, lastU).rounded(.down) - 1), mostU)
      let row = min(max(0, min(v, lastV).rounded(.down) - 1), mostV)
      texels += Int(row) * level.rowLength + Int(column)
      (mostU, mostV) = (mostU - column, mostV - row)
      (u, du) = (u - column, du - column * dw)
      (v, dv) = (v - row, dv - row * dw)
    }
    self.init(
      texels: texels, row_length: Int32(level.rowLength), most_u: Float(mostU), most_v: Float(mostV),
      u: Float(u), v: Float(v), w: 1, du: Float(du), dv: Float(dv), dw: Float(dw), next_row: 0)
  }
}

/// A number that changes evenly over the canvas.
private struct LinearFunction: BitwiseCopyable {
  let perColumn, perRow, offset: Double

  @inline(__always)
  func at(x: Double, y: Double) -> Double { perColumn * x + (perRow * y + offset) }
}

extension Layer {
  /// Where texel (0, 0) lands when the layer is moved by whole pixels and nothing else, to within what
  /// sampling can tell.
  fileprivate var wholePixelOrigin: (x: Int, y: Int)? {
    let (w, h) = (Double(texture.width), Double(texture.height))
    guard let origin = homography.project(.zero) else { return nil }
    let (x, y) = (origin.x.rounded(), origin.y.rounded())
    guard abs(x) < 1e6, abs(y) < 1e6 else { return nil }
    guard isMoved(to: Point(x: x, y: y), size: Size(width: w, height: h)) else { return nil }
    return (Int(x), Int(y))
  }

  /// Whether the layer is moved and nothing else, to within what sampling can tell.
  fileprivate var isShift: Bool {
    guard let origin = homography.project(.zero) else { return false }
    return isMoved(to: origin, size: Size(width: Double(texture.width), height: Double(texture.height)))
  }

  private func isMoved(to origin: Point, size: Size) -> Bool {
    func isThere(_ corner: Point) -> Bool {
      guard let image = homography.project(corner) else { return false }
      return abs(image.x - corner.x - origin.x) < 1e-4 && abs(image.y - corner.y - origin.y) < 1e-4
    }
    return isThere(.zero) && isThere(Point(x: size.width, y: 0)) && isThere(Point(x: 0, y: size.height))
      && isThere(Point(x: size.width, y: size.height))
  }
}
