// Wide pixels: four channels in one machine word, so that integer arithmetic processes several of them at a
// time.
//
// A wide pixel is a `UInt64` of four 16-bit lanes. Each lane holds 128 times the channel, so 255 is 0x7f80. The
// seven fraction bits keep the total error of many translucent layers below one level. Alpha is the highest
// lane. In this file, the lower lanes are blue, red and green. The vector kernels use another order, so a pixel
// must be narrowed by the code that widened it. For multiplication a wide pixel is split into two words of two
// 32-bit lanes: (lanes 0 and 2) and (lanes 1 and 3).

/// Selects the lower half of both 32-bit lanes.
let laneMask: UInt64 = 0x0000_ffff_0000_ffff

/// Returns the channels of a pixel in four unscaled 16-bit lanes: blue, red, green, alpha.
@inline(__always)
func spread(_ pixel: UInt32) -> UInt64 {
  let p = UInt64(pixel)
  return (p & 0x00ff_00ff) | ((p & 0xff00_ff00) &<< 24)
}

/// Returns the wide pixel with the color of `pixel`.
@inline(__always)
func widened(_ pixel: UInt32) -> UInt64 { spread(pixel) &<< 7 }

/// Returns the pixel nearest to a wide pixel.
@inline(__always)
func narrowed(_ wide: UInt64) -> UInt32 {
  let rounded = ((wide &+ 0x0040_0040_0040_0040) &>> 7) & 0x00ff_00ff_00ff_00ff
  return UInt32(truncatingIfNeeded: rounded | (rounded &>> 24))
}

/// Returns lanes 0 and 2, blue and green.
@inline(__always)
func blueGreen(_ lanes: UInt64) -> UInt64 { lanes & laneMask }

/// Returns lanes 1 and 3, red and alpha.
@inline(__always)
func redAlpha(_ lanes: UInt64) -> UInt64 { (lanes &>> 16) & laneMask }

/// Returns the wide pixel of two words. Each of their 32-bit lanes holds 65536 times a channel.
@inline(__always)
func wide(_ blueGreen: UInt64, _ redAlpha: UInt64) -> UInt64 {
  let half: UInt64 = 0x0000_0100_0000_0100
  return (((blueGreen &+ half) &>> 9) & laneMask) | (((redAlpha &+ half) &<< 7) & ~laneMask)
}

// Compositing runs of wide pixels.

/// Blends opaque `samples` into `row`, with a weight of `factor` in 1/65536.
func blendRun(
  _ samples: UnsafePointer<UInt64>, into row: UnsafeMutablePointer<UInt64>, count: Int, factor: UInt64
) {
  for i in 0..<count { row[i] = weighted(samples[i], factor, row[i], 65536 &- factor) }
}

/// Blends opaque `samples` into `row`, with a weight of coverage × `factor`, both in 1/65536.
func blendRun(
  _ samples: UnsafePointer<UInt64>, into row: UnsafeMutablePointer<UInt64>, count: Int, factor: UInt64,
  coverage: UnsafePointer<UInt32>
) {
  for i in 0..<count {
    let share = scaled(coverage[i], by: factor)
    row[i] = weighted(samples[i], share, row[i], 65536 &- share)
  }
}

/// Composites premultiplied `samples` over `row`, after multiplication by `factor` in 1/65536.
func compositeRun(
  _ samples: UnsafePointer<UInt64>, over row: UnsafeMutablePointer<UInt64>, count: Int, factor: UInt64
) {
  for i in 0..<count { row[i] = weighted(samples[i], factor, row[i], remainder(of: samples[i], factor)) }
}

/// Composites premultiplied `samples` over `row`, after multiplication by coverage × `factor`, both in 1/65536.
func compositeRun(
  _ samples: UnsafePointer<UInt64>, over row: UnsafeMutablePointer<UInt64>, count: Int, factor: UInt64,
  coverage: UnsafePointer<UInt32>
) {
  for i in 0..<count {
    let share = scaled(coverage[i], by: factor)
    row[i] = weighted(samples[i], share, row[i], remainder(of: samples[i], share))
  }
}

/// Returns `coverage` × `factor`, rounded to the nearest; all in 1/65536.
@inline(__always)
private func scaled(_ coverage: UInt32, by factor: UInt64) -> UInt64 {
  (UInt64(coverage) &* factor &+ 32768) &>> 16
}

/// Returns the weight of the pixel below a sample, 1 − the sample's alpha × `factor`, in 1/65536.
///
/// The weight is rounded down, so that the sum of both pixels never exceeds white.
@inline(__always)
private func remainder(of sample: UInt64, _ factor: UInt64) -> UInt64 {
  65536 &- ((sample &>> 48) &* factor &+ 32639) / 32640
}

/// Returns `a` × `shareOfA` + `b` × `shareOfB`; the shares are in 1/65536 and the sum fits a wide pixel.
@inline(__always)
func weighted(_ a: UInt64, _ shareOfA: UInt64, _ b: UInt64, _ shareOfB: UInt64) -> UInt64 {
  let half: UInt64 = 0x0000_8000_0000_8000
  let bg = blueGreen(a) &* shareOfA &+ blueGreen(b) &* shareOfB &+ half
  let ra = redAlpha(a) &* shareOfA &+ redAlpha(b) &* shareOfB &+ half
  return ((bg &>> 16) & laneMask) | (ra & ~laneMask)
}
