internal import CRasterKernels
internal import Geometry

/// Samples runs of pixels from one mip level.
///
/// Coordinates are accurate to about a thousandth of a texel for any texture size. A frame may be drawn in
/// any number of parts: the color of a pixel does not depend on which other pixels of the row are requested,
/// to the last bit.
struct LevelSampler: BitwiseCopyable {
  private let level: PreciseSampler
  /// The numerators and the denominator of the texel coordinates.
  private let u, v, w: LinearFunction
  private let minW: Double
  let usesVectors: Bool

  /// The largest number of pixels in a run. At the start of each run the coordinates are computed as `Double`;
  /// within a run, the vector kernels increment them as `Float`.
  private static let maxRunLength = 512

  init(_ shown: MipLevel, _ placement: Placement, usesVectors: Bool) {
    level = PreciseSampler(shown)
    let m = placement.toTexels(of: shown)
    u = LinearFunction(perColumn: m.m0, perRow: m.m1, offset: m.m2)
    v = LinearFunction(perColumn: m.m3, perRow: m.m4, offset: m.m5)
    w = LinearFunction(perColumn: m.m6, perRow: m.m7, offset: m.m8)
    minW = placement.minW
    self.usesVectors = usesVectors
  }

  /// Writes `count` pixels of row `y`, beginning with column `x`. `columns` are all columns that the layer
  /// touches in this row; they include these pixels.
  func sample(x: Int, y: Int, count: Int, of columns: Range<Int>, into result: UnsafeMutablePointer<UInt32>) {
    forEachRun(x: x, y: y, count: count, of: columns) { coordinates, length, first, count, written in
      guard var run = craster_run(coordinates, level, count: length) else {
        return level.sample(at: coordinates, from: first, count: count) {
          result[written + $0] = narrowed($1)
        }
      }
      run.next_row = nextRow(x: x + written + count / 2, y: y)
      if usesVectors {
        craster_sample(&run, Int32(first), Int32(count), result + written)
      } else {
        craster_sample_portable(&run, Int32(first), Int32(count), result + written)
      }
    }
  }

  /// Like `sample(x:y:count:of:into:)`, but writes wide pixels. `scratch` has room for `count` pixels.
  func sample(
    x: Int, y: Int, count: Int, of columns: Range<Int>, into result: UnsafeMutablePointer<UInt64>,
    scratch: UnsafeMutablePointer<UInt32>
  ) {
    forEachRun(x: x, y: y, count: count, of: columns) { coordinates, length, first, count, written in
      if var run = craster_run(coordinates, level, count: length) {
        run.next_row = nextRow(x: x + written + count / 2, y: y)
        if usesVectors {
          craster_sample_wide(&run, Int32(first), Int32(count), result + written)
        } else {
          craster_sample_wide_portable(&run, Int32(first), Int32(count), result + written)
        }
      } else if usesVectors {
        // The vector kernels use a different order of lanes.
        level.sample(at: coordinates, from: first, count: count) { scratch[$0] = narrowed($1) }
        craster_widen(scratch, Int32(count), result + written)
      } else {
        level.sample(at: coordinates, from: first, count: count) { result[written + $0] = $1 }
      }
    }
  }

  /// Calls `body` for each of the runs into which `count` pixels of row `y` are divided, beginning with
  /// column `x`.
  ///
  /// The arguments of `body`:
  ///
  /// - the run, or `nil` if `Float` is too imprecise for it;
  /// - the distance to the next row's coordinates, in texels;
  /// - `first`: the index in the run of the first requested pixel;
  /// - `count`: the number of requested pixels of the run;
  /// - `written`: the number of requested pixels in earlier runs.
  @inline(__always)
  func forEachRun(
    x: Int, y: Int, count: Int, of columns: Range<Int>,
    _ body: (craster_run?, (u: Double, v: Double), _ first: Int, _ count: Int, _ written: Int) -> Void
  ) {
    forEachRun(x: x, y: y, count: count, of: columns) { coordinates, length, first, count, written in
      let run = craster_run(coordinates, level, count: length)
      body(run, rowStep(x: x + written + count / 2, y: y), first, count, written)
    }
  }

  /// Returns the sample coordinates of row `y`, beginning with column `x`.
  private func coordinates(x: Int, y: Int) -> PreciseSampler.Coordinates {
    let (x, y) = (Double(x) + 0.5, Double(y) + 0.5)
    var coordinates = PreciseSampler.Coordinates(
      u: u.at(x: x, y: y), v: v.at(x: x, y: y), w: w.at(x: x, y: y), du: u.perColumn, dv: v.perColumn,
      dw: w.perColumn, minW: minW)
    if coordinates.dw == 0, coordinates.w > minW { coordinates.divide() }
    return coordinates
  }

  /// Returns the distance in memory, in texels, from the sample of pixel (`x`, `y`) to the sample of the pixel
  /// below it. The number of rows is rounded away from zero. The result is a prefetch hint.
  private func nextRow(x: Int, y: Int) -> Int32 {
    let (columns, rows) = rowStep(x: x, y: y)
    let whole = Int(rows) + (rows > 0 ? 1 : -1)
    return Int32(whole * level.rowLength + Int(columns))
  }

  /// Returns the distance, in texels, from the sample of pixel (`x`, `y`) to the sample of the pixel below it,
  /// or (0, 0) if the distance is 1000 or more.
  private func rowStep(x: Int, y: Int) -> (u: Double, v: Double) {
    let (x, y) = (Double(x) + 0.5, Double(y) + 0.5)
    let r = 1 / max(w.at(x: x, y: y), minW)
    let (placeU, placeV) = (u.at(x: x, y: y) * r, v.at(x: x, y: y) * r)
    let columns = (u.perRow - placeU * w.perRow) * r
    let rows = (v.perRow - placeV * w.perRow) * r
    return abs(columns) < 1000 && abs(rows) < 1000 ? (columns, rows) : (0, 0)
  }

  /// Calls `body` for each run of at most `maxRunLength` pixels. The arguments are the coordinates of the
  /// run's first pixel, its length, the index of its first requested pixel, the number of its requested
  /// pixels, and the number of requested pixels in earlier runs.
  ///
  /// Runs start at the layer's first column, even if the requested pixels start later.
  @inline(__always)
  private func forEachRun(
    x: Int, y: Int, count: Int, of columns: Range<Int>,
    _ body: (PreciseSampler.Coordinates, _ length: Int, _ first: Int, _ count: Int, _ written: Int) -> Void
  ) {
    var first = (x - columns.lowerBound) % LevelSampler.maxRunLength
    var written = 0
    while written < count {
      let start = x + written - first
      let length = min(LevelSampler.maxRunLength, columns.upperBound - start)
      let wanted = min(length - first, count - written)
      body(coordinates(x: start, y: y), length, first, wanted, written)
      written += wanted
      first = 0
    }
  }
}

extension craster_run {
  /// The largest coordinate at which a `Float` is accurate to a thousandth of a texel.
  private static let maxFloatCoordinate = 4096.0

  /// Converts `coordinates` to `Float`. Returns `nil` if that would be too imprecise, because the denominator
  /// varies a lot along the run (near the eye) or the coordinates are too large.
  @inline(__always)
  fileprivate init?(_ coordinates: PreciseSampler.Coordinates, _ level: PreciseSampler, count: Int) {
    let last = coordinates.w + coordinates.dw * Double(count - 1)
    let (minW, maxW) = coordinates.w < last ? (coordinates.w, last) : (last, coordinates.w)
    guard minW >= coordinates.minW, maxW < minW * 16 else { return nil }
    // After division by the run's first denominator, `u` and `v` have the magnitude of texel coordinates.
    let r = 1 / coordinates.w
    var (u, v, du, dv, dw) = (
      coordinates.u * r, coordinates.v * r, coordinates.du * r, coordinates.dv * r, coordinates.dw * r
    )
    guard abs(u) + abs(v) < 1e6 else { return nil }
    var (texels, maxU, maxV) = (level.pixels, level.maxU, level.maxV)
    if max(maxU, maxV) > craster_run.maxFloatCoordinate {
      // The coordinates are made relative to a texel just before the smallest coordinate of the run, so that
      // they are small.
      let end = Double(count - 1)
      let s = 1 / (1 + dw * end)
      let (lastU, lastV) = ((u + du * end) * s, (v + dv * end) * s)
      guard abs(lastU - u) + abs(lastV - v) < craster_run.maxFloatCoordinate else { return nil }
      let column = min(max(0, min(u, lastU).rounded(.down) - 1), maxU)
      let row = min(max(0, min(v, lastV).rounded(.down) - 1), maxV)
      texels += Int(row) * level.rowLength + Int(column)
      (maxU, maxV) = (maxU - column, maxV - row)
      (u, du) = (u - column, du - column * dw)
      (v, dv) = (v - row, dv - row * dw)
    }
    self.init(
      texels: texels, row_length: Int32(level.rowLength), max_u: Float(maxU), max_v: Float(maxV),
      u: Float(u), v: Float(v), w: 1, du: Float(du), dv: Float(dv), dw: Float(dw), next_row: 0)
  }
}

/// A linear function of the canvas position.
private struct LinearFunction: BitwiseCopyable {
  let perColumn, perRow, offset: Double

  @inline(__always)
  func at(x: Double, y: Double) -> Double { perColumn * x + (perRow * y + offset) }
}

/// Bilinear sampling of a mip level in plain Swift and double precision.
///
/// Coordinates are rounded to 1/4096 texel; the four weights have 16 bits.
struct PreciseSampler: BitwiseCopyable {
  let pixels: UnsafePointer<UInt32>
  let rowLength: Int
  /// The largest sample coordinates, measured from the center of the first texel.
  let maxU, maxV: Double

  init(_ level: MipLevel) {
    pixels = UnsafePointer(level.pixels)
    rowLength = level.rowLength
    maxU = Double(level.width - 1)
    maxV = Double(level.height - 1)
  }

  /// The sample coordinates of a run: numerators and denominator at the first pixel, and their increments per
  /// pixel.
  struct Coordinates: BitwiseCopyable {
    var u, v, w, du, dv, dw: Double
    let minW: Double

    /// Divides the numerators by the denominator and sets it to 1, for runs in which the denominator is
    /// constant.
    mutating func divide() {
      (u, v, du, dv, w) = (u / w, v / w, du / w, dv / w, 1)
    }
  }

  /// 1.5 · 2⁴⁰: a `Double` of this magnitude has exactly 12 fraction bits. Adding this number rounds a
  /// coordinate to 1/4096 and leaves it in the low bits of the bit pattern.
  private static let fixedPoint = 1.5 * 1_099_511_627_776.0

  /// Calls `write` for `count` pixels of a run, beginning with pixel `first`. Its arguments are the index of
  /// the pixel, starting at 0, and its color as a wide pixel.
  @inline(__always)
  func sample(at coordinates: Coordinates, from first: Int, count: Int, write: (Int, UInt64) -> Void) {
    if coordinates.dw == 0, coordinates.w == 1 {
      for i in 0..<max(0, count) {
        let step = Double(first + i)
        write(
          i, texel(coordinates.u + coordinates.du * step - 0.5, coordinates.v + coordinates.dv * step - 0.5))
      }
    } else {
      for i in 0..<max(0, count) {
        let step = Double(first + i)
        let w = coordinates.w + coordinates.dw * step
        let r = 1 / (w < coordinates.minW ? coordinates.minW : w)
        write(
          i,
          texel(
            (coordinates.u + coordinates.du * step) * r - 0.5,
            (coordinates.v + coordinates.dv * step) * r - 0.5))
      }
    }
  }

  /// Returns the color at (`u`, `v`), measured from the center of the first texel, as a wide pixel.
  @inline(__always)
  private func texel(_ u: Double, _ v: Double) -> UInt64 {
    // With a single comparison per line, the compiler emits min and max instructions instead of branches.
    let notTooFar = (u: u < maxU ? u : maxU, v: v < maxV ? v : maxV)
    let (u, v) = (notTooFar.u > 0 ? notTooFar.u : 0, notTooFar.v > 0 ? notTooFar.v : 0)
    let fixedU = (u + PreciseSampler.fixedPoint).bitPattern & 0xffff_ffff
    let fixedV = (v + PreciseSampler.fixedPoint).bitPattern & 0xffff_ffff
    let column = Int(truncatingIfNeeded: fixedU &>> 12)
    let row = Int(truncatingIfNeeded: fixedV &>> 12)
    let (fu, fv) = (fixedU & 4095, fixedV & 4095)
    let above = pixels + (row &* rowLength &+ column)
    let below = above + rowLength
    // Four weights that sum to 65536.
    let bottomRight = (fu &* fv) &>> 8
    let topRight = (fu &<< 4) &- bottomRight
    let bottomLeft = (fv &<< 4) &- bottomRight
    let topLeft = 65536 &- (fu &<< 4) &- bottomLeft
    let (a, b, c, d) = (spread(above[0]), spread(above[1]), spread(below[0]), spread(below[1]))
    let bg =
      blueGreen(a) &* topLeft &+ blueGreen(b) &* topRight &+ blueGreen(c) &* bottomLeft &+ blueGreen(d)
      &* bottomRight
    let ra =
      redAlpha(a) &* topLeft &+ redAlpha(b) &* topRight &+ redAlpha(c) &* bottomLeft &+ redAlpha(d)
      &* bottomRight
    return wide(bg, ra)
  }
}
