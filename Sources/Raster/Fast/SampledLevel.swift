/// A level of a texture as bilinear sampling in plain Swift reads it.
///
/// Positions are computed in `Double` and rounded to 1/4096 texel; the four weights have 16 bits.
struct SampledLevel: BitwiseCopyable {
  let pixels: UnsafePointer<UInt32>
  let rowLength: Int
  /// The largest position of a sample, counted from the first texel's centre.
  let mostU, mostV: Double

  init(_ level: Level) {
    pixels = UnsafePointer(level.pixels)
    rowLength = level.rowLength
    mostU = Double(level.width - 1)
    mostV = Double(level.height - 1)
  }

  /// Where the pixels of a run fall on the level: numerators and denominator at the first, and what changes.
  struct Places: BitwiseCopyable {
    var u, v, w, du, dv, dw: Double
    let leastW: Double

    /// Divides once for all, where the denominator is the same all along.
    mutating func divide() {
      (u, v, du, dv, w) = (u / w, v / w, du / w, dv / w, 1)
    }
  }

  /// A number so large that a `Double` near it has just 12 fraction bits: adding it rounds to 1/4096 and
  /// leaves the result in the low bits of the pattern.
  private static let fixedPoint = 1.5 * 1_099_511_627_776.0

  /// Calls `write` for `count` pixels of a run, the first of which is its pixel `first`, with a number from 0
  /// on and the colour as a wide pixel.
  @inline(__always)
  func sample(at places: Places, from first: Int, count: Int, write: (Int, UInt64) -> Void) {
    if places.dw == 0, places.w == 1 {
      for i in 0..<max(0, count) {
        let step = Double(first + i)
        write(i, texel(places.u + places.du * step - 0.5, places.v + places.dv * step - 0.5))
      }
    } else {
      for i in 0..<max(0, count) {
        let step = Double(first + i)
        let w = places.w + places.dw * step
        let r = 1 / (w < places.leastW ? places.leastW : w)
        write(i, texel((places.u + places.du * step) * r - 0.5, (places.v + places.dv * step) * r - 0.5))
      }
    }
  }

  /// Returns the colour at (`u`, `v`), counted from the first texel's centre, as a wide pixel.
  @inline(__always)
  private func texel(_ u: Double, _ v: Double) -> UInt64 {
    // One comparison a line: these become single instructions, not branches.
    let notTooFar = (u: u < mostU ? u : mostU, v: v < mostV ? v : mostV)
    let (u, v) = (notTooFar.u > 0 ? notTooFar.u : 0, notTooFar.v > 0 ? notTooFar.v : 0)
    let fixedU = (u + SampledLevel.fixedPoint).bitPattern & 0xffff_ffff
    let fixedV = (v + SampledLevel.fixedPoint).bitPattern & 0xffff_ffff
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
