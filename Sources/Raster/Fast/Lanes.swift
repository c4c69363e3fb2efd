// Four channels side by side in machine words, so that plain integer arithmetic does several at once.
//
// A wide pixel is a `UInt64` of four 16-bit lanes: blue, red, green, alpha from the lowest. Each holds 256 times the
// channel, so 255 is 0xff00; the fraction keeps the error of many translucent layers far below one level.
// To be multiplied it is split in two words of two 32-bit lanes: (blue, green) and (red, alpha). The largest product,
// 65280 × 65536 and half a unit for rounding, still fits a lane.

/// The lower half of both 32-bit lanes.
let laneMask: UInt64 = 0x0000_ffff_0000_ffff

/// Returns the channels of a pixel in four 16-bit lanes, not scaled: blue, red, green, alpha.
@inline(__always)
func spread(_ pixel: UInt32) -> UInt64 {
  let p = UInt64(pixel)
  return (p & 0x00ff_00ff) | ((p & 0xff00_ff00) &<< 24)
}

/// Returns the wide pixel of a pixel.
@inline(__always)
func widened(_ pixel: UInt32) -> UInt64 { spread(pixel) &<< 8 }

/// Returns the pixel nearest to a wide pixel.
@inline(__always)
func narrowed(_ wide: UInt64) -> UInt32 {
  let rounded = ((wide &+ 0x0080_0080_0080_0080) &>> 8) & 0x00ff_00ff_00ff_00ff
  return UInt32(truncatingIfNeeded: rounded | (rounded &>> 24))
}

/// The blue and green lanes of four 16-bit lanes.
@inline(__always)
func blueGreen(_ lanes: UInt64) -> UInt64 { lanes & laneMask }

/// The red and alpha lanes of four 16-bit lanes.
@inline(__always)
func redAlpha(_ lanes: UInt64) -> UInt64 { (lanes &>> 16) & laneMask }

/// Returns the wide pixel of two words whose 32-bit lanes hold 65536 times the channel.
@inline(__always)
func wide(_ blueGreen: UInt64, _ redAlpha: UInt64) -> UInt64 {
  let half: UInt64 = 0x0000_0080_0000_0080
  return (((blueGreen &+ half) &>> 8) & laneMask) | (((redAlpha &+ half) &<< 8) & ~laneMask)
}
