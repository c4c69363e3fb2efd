/// Chooses one side of a texture, its width or its height, within the limits that a layer sets.
struct SideRule: BitwiseCopyable {
  /// The largest shrinking that is left to bilinear sampling, in texels per pixel.
  ///
  /// At 2 it still sees all texels, and the less there is to do, the sharper the picture.
  private static let largestShrinking = 1.98
  /// From which part of that on the next size is mixed in, squared; at least 1/2.
  private static let start = 0.96 * 0.96
  /// How many steps of a share there are from there to 1.
  private static let stepScale = Double(SizeChoice.shareSteps) / (1 - start)
  /// What turns a squared density into squares of the largest shrinking.
  private static let scale = 1 / (largestShrinking * largestShrinking)

  /// The least and the most that counts: squared densities until the limits end, then numbers that are scaled.
  private var least = Double.infinity
  private var most = 0.0

  /// Widens the limits to `squared` density.
  mutating func insert(_ squared: Double) {
    if squared < least { least = squared }
    if squared > most { most = squared }
  }

  /// Ends the limits, at the latest where `smallest` is the last size.
  mutating func end(at smallest: Int) {
    let last = Double(sign: .plus, exponent: smallest - 1, significand: 1)
    most = max(0.5, min(most * SideRule.scale, last))
    least = min(max(least * SideRule.scale, 0.5), most)
  }

  /// What is chosen at the lower and at the upper limit, each as in `choose(_:)`.
  var ends: (least: UInt64, most: UInt64) {
    let both = chosen(SIMD4(least, most, least, most))
    return (both[0], both[1])
  }

  /// Returns, for each squared density, the number of the size, and the share of the next one 16 bits above.
  @inline(__always)
  func choose(_ squared: SIMD4<Double>) -> SIMD4<UInt64> {
    var number = squared * SideRule.scale
    number.replace(with: most, where: number .> most)
    // Also where it is no number.
    number.replace(with: least, where: .!(number .>= least))
    return chosen(number)
  }

  /// Returns what is chosen for numbers within the limits.
  @inline(__always)
  private func chosen(_ number: SIMD4<Double>) -> SIMD4<UInt64> {
    // Sizes are 1/√2 of each other, so their squares are halves: the exponent tells which one it is.
    let bits = unsafeBitCast(number, to: SIMD4<UInt64>.self)
    let index = (bits &>> 52) &- 1022
    let left = unsafeBitCast((bits & 0x000f_ffff_ffff_ffff) | 0x3fe0_0000_0000_0000, to: SIMD4<Double>.self)
    // Rounded down: near 2^52 a Double has no fraction bits.
    var share = (left - SideRule.start) * SideRule.stepScale - 0.5
    share.replace(with: 0, where: share .< 0)
    share.replace(with: 63, where: share .> 63)
    let whole = unsafeBitCast(share + 4_503_599_627_370_496, to: SIMD4<UInt64>.self) & 0xff
    return index | (whole &<< 16)
  }
}
