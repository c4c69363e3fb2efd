internal import CRasterKernels
internal import Geometry

/// Reads runs of pixels from one size of a texture.
///
/// Places are right to about a thousandth of a texel, however large the texture is. A pixel's colour depends
/// on its place in the layer's row alone, to the last bit, and not on which part of the row is asked for: a
/// frame may be drawn in any number of parts.
struct LevelSampler: BitwiseCopyable {
  private let level: SampledLevel
  /// Numerators and denominator of the position.
  private let u, v, w: LinearFunction
  private let leastW: Double
  let usesVectors: Bool

  /// The pixels that are sampled between two looks at the exact place: the vectors' places are single floats.
  private static let longestRun = 512

  init(_ shown: Level, _ placement: Placement, usesVectors: Bool) {
    level = SampledLevel(shown)
    let m = placement.toTexels(of: shown)
    u = LinearFunction(perColumn: m.m0, perRow: m.m1, offset: m.m2)
    v = LinearFunction(perColumn: m.m3, perRow: m.m4, offset: m.m5)
    w = LinearFunction(perColumn: m.m6, perRow: m.m7, offset: m.m8)
    leastW = placement.leastW
    self.usesVectors = usesVectors
  }

  /// Writes `count` pixels of row `y` from column `x` on; they are among the `columns` that the layer touches
  /// in it.
  func sample(x: Int, y: Int, count: Int, of columns: Range<Int>, into result: UnsafeMutablePointer<UInt32>) {
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

  /// Writes wide pixels as `sample(x:y:count:of:into:)` does pixels; `scratch` has room for as many pixels.
  func sample(
    x: Int, y: Int, count: Int, of columns: Range<Int>, into result: UnsafeMutablePointer<UInt64>,
    scratch: UnsafeMutablePointer<UInt32>
  ) {
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

  /// Calls `body` with the runs of `count` pixels of row `y` from column `x` on.
  ///
  /// `body` gets the run, or `nil` where single floats are too coarse; how far the next row's places are, in
  /// texels; the first of the run's pixels that are wanted, how many, and how many were written before.
  @inline(__always)
  func forEachRun(
    x: Int, y: Int, count: Int, of columns: Range<Int>,
    _ body: (craster_run?, (u: Double, v: Double), _ first: Int, _ count: Int, _ written: Int) -> Void
  ) {
    forEachRun(x: x, y: y, count: count, of: columns) { places, length, first, count, written in
      let run = craster_run(places, level, count: length)
      body(run, rowStep(x: x + written + count / 2, y: y), first, count, written)
    }
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
    let (columns, rows) = rowStep(x: x, y: y)
    let whole = Int(rows) + (rows > 0 ? 1 : -1)
    return Int32(whole * level.rowLength + Int(columns))
  }

  /// Returns how far from the place of pixel (`x`, `y`) that of the pixel below it is, in texels; 0 when far.
  private func rowStep(x: Int, y: Int) -> (u: Double, v: Double) {
    let (x, y) = (Double(x) + 0.5, Double(y) + 0.5)
    let r = 1 / max(w.at(x: x, y: y), leastW)
    let (placeU, placeV) = (u.at(x: x, y: y) * r, v.at(x: x, y: y) * r)
    let columns = (u.perRow - placeU * w.perRow) * r
    let rows = (v.perRow - placeV * w.perRow) * r
    return abs(columns) < 1000 && abs(rows) < 1000 ? (columns, rows) : (0, 0)
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
