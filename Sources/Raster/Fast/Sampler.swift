internal import Geometry

/// Reads a run of pixels from one level of a texture.
///
/// Positions are computed in `Double` and rounded to 1/4096 texel; the four weights have 16 bits.
struct Sampler: BitwiseCopyable {
  /// What the map to texels is, from the cheapest to the general.
  private enum Kind { case copy, projective }

  private let kind: Kind
  private let pixels: UnsafePointer<UInt32>
  private let rowLength: Int
  /// The largest position of a sample, counted from the first texel's centre.
  private let mostU, mostV: Double
  /// Numerators and denominator of the position.
  private let u, v, w: LinearFunction
  private let leastW: Double
  /// For `copy`: where texel (0, 0) lies on the canvas.
  private let originX, originY: Int

  /// A number so large that a `Double` near it has just 12 fraction bits: adding it rounds to 1/4096 and leaves the
  /// result in the low bits of the pattern.
  private static let fixedPoint = 1.5 * 1_099_511_627_776.0

  init(_ layer: Layer, _ placement: Placement) {
    let level = layer.texture.level(x: placement.levelX, y: placement.levelY)
    pixels = UnsafePointer(level.pixels)
    rowLength = level.rowLength
    mostU = Double(level.width - 1)
    mostV = Double(level.height - 1)
    let m = placement.toTexels
    u = LinearFunction(perColumn: m.m0, perRow: m.m1, offset: m.m2)
    v = LinearFunction(perColumn: m.m3, perRow: m.m4, offset: m.m5)
    w = LinearFunction(perColumn: m.m6, perRow: m.m7, offset: m.m8)
    leastW = placement.leastW
    let isBase = placement.levelX == 0 && placement.levelY == 0
    let origin = isBase ? layer.wholePixelOrigin : nil
    kind = origin == nil ? .projective : .copy
    originX = origin?.x ?? 0
    originY = origin?.y ?? 0
  }

  /// Writes wide pixels for `count` pixels of row `y` from column `x` on.
  func sample(x: Int, y: Int, count: Int, into result: UnsafeMutablePointer<UInt64>) {
    switch kind {
    case .copy: copy(x: x, y: y, count: count, into: result)
    case .projective:
      let yc = Double(y) + 0.5
      if w.perColumn == 0 && w.atLeft(y: yc) > leastW {
        sampleLinearly(x: x, yc: yc, count: count, into: result)
      } else {
        sampleProjectively(x: x, yc: yc, count: count, into: result)
      }
    }
  }

  private func copy(x: Int, y: Int, count: Int, into result: UnsafeMutablePointer<UInt64>) {
    let lastColumn = rowLength - 2
    let row = pixels + min(max(y - originY, 0), Int(mostV)) * rowLength
    for i in 0..<count {
      result[i] = widened(row[min(max(x + i - originX, 0), lastColumn)])
    }
  }

  /// Where `w` is the same all along a row: no division.
  private func sampleLinearly(x: Int, yc: Double, count: Int, into result: UnsafeMutablePointer<UInt64>) {
    let w = w.atLeft(y: yc)
    let (u0, v0) = (u.atLeft(y: yc) / w - 0.5, v.atLeft(y: yc) / w - 0.5)
    let (du, dv) = (u.perColumn / w, v.perColumn / w)
    var xc = Double(x) + 0.5
    for i in 0..<count {
      result[i] = texel(u0 + du * xc, v0 + dv * xc)
      xc += 1
    }
  }

  private func sampleProjectively(x: Int, yc: Double, count: Int, into result: UnsafeMutablePointer<UInt64>) {
    let (u0, v0, w0) = (u.atLeft(y: yc), v.atLeft(y: yc), w.atLeft(y: yc))
    let (du, dv, dw) = (u.perColumn, v.perColumn, w.perColumn)
    var xc = Double(x) + 0.5
    for i in 0..<count {
      let w = w0 + dw * xc
      let r = 1 / (w < leastW ? leastW : w)
      result[i] = texel((u0 + du * xc) * r - 0.5, (v0 + dv * xc) * r - 0.5)
      xc += 1
    }
  }

  /// Returns the colour at (`u`, `v`), counted from the first texel's centre, as a wide pixel.
  @inline(__always)
  private func texel(_ u: Double, _ v: Double) -> UInt64 {
    // One comparison a line: these become single instructions, not branches.
    let notTooFar = (u: u < mostU ? u : mostU, v: v < mostV ? v : mostV)
    let (u, v) = (notTooFar.u > 0 ? notTooFar.u : 0, notTooFar.v > 0 ? notTooFar.v : 0)
    let fixedU = (u + Sampler.fixedPoint).bitPattern & 0xffff_ffff
    let fixedV = (v + Sampler.fixedPoint).bitPattern & 0xffff_ffff
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

/// A number that changes evenly over the canvas.
private struct LinearFunction: BitwiseCopyable {
  let perColumn, perRow, offset: Double

  /// The value at the canvas's left side.
  @inline(__always)
  func atLeft(y: Double) -> Double { perRow * y + offset }
}

extension Layer {
  /// Where texel (0, 0) lands when the layer is moved by whole pixels and nothing else, to within what sampling can tell.
  fileprivate var wholePixelOrigin: (x: Int, y: Int)? {
    let (w, h) = (Double(texture.width), Double(texture.height))
    guard let origin = homography.project(.zero) else { return nil }
    let (x, y) = (origin.x.rounded(), origin.y.rounded())
    guard abs(x) < 1e6, abs(y) < 1e6 else { return nil }
    for corner in [Point.zero, Point(x: w, y: 0), Point(x: 0, y: h), Point(x: w, y: h)] {
      guard let image = homography.project(corner) else { return nil }
      guard abs(image.x - corner.x - x) < 1e-4, abs(image.y - corner.y - y) < 1e-4 else { return nil }
    }
    return (Int(x), Int(y))
  }
}
