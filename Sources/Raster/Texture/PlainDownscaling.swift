internal import CRasterKernels

/// Downscaling in plain Swift, one texel at a time, bit-exact with the vector kernels.
enum PlainDownscaling {
  /// Downscales a row horizontally. Writes `width` texels, beginning with column `start` of the result, as 64
  /// times their channels.
  static func downscaleRow(
    _ row: UnsafePointer<UInt32>, _ columns: craster_downscaling, start: Int, width: Int,
    into result: UnsafeMutablePointer<Int16>
  ) {
    let count = Int(columns.count)
    for x in start..<(start + width) {
      let (texels, weights) = (row + Int(columns.firsts[x]), columns.weights + x * count)
      let mainLobe = columns.main_lobes[x]
      var mean = WeightedMean(rounding: 128)
      for i in 0..<count where weights[i] != 0 { mean.add(channels(texels[i]), weight: weights[i]) }
      for i in Int(mainLobe.first)..<Int(mainLobe.first + mainLobe.count) {
        mean.widenRange(to: channels(texels[i]))
      }
      store(mean.limited(mean.sum &>> 8, unit: 6), result + (x - start) * 4)
    }
  }

  /// Converts `width` texels to 64 times their channels, without downscaling.
  static func scaleRow(_ texels: UnsafePointer<UInt32>, width: Int, into result: UnsafeMutablePointer<Int16>)
  {
    for x in 0..<width { store(channels(texels[x]) &<< 6, result + x * 4) }
  }

  /// Writes the weighted means of `count` rows as pixels. The rows contain 64 times the channels.
  static func combineRows(
    _ rows: UnsafePointer<UnsafePointer<Int16>?>, _ weights: UnsafePointer<Int16>, count: Int,
    _ mainLobe: craster_main_lobe, into result: UnsafeMutablePointer<UInt32>, width: Int
  ) {
    func texel(_ x: Int, _ row: UnsafePointer<Int16>) -> SIMD4<Int32> {
      SIMD4(truncatingIfNeeded: UnsafeRawPointer(row + x * 4).loadUnaligned(as: SIMD4<Int16>.self))
    }
    for x in 0..<width {
      var mean = WeightedMean(rounding: 8192)
      for i in 0..<count where weights[i] != 0 {
        if let row = rows[i] { mean.add(texel(x, row), weight: weights[i]) }
      }
      for i in Int(mainLobe.first)..<Int(mainLobe.first + mainLobe.count) {
        if let row = rows[i] { mean.widenRange(to: texel(x, row)) }
      }
      let rounded = (mean.limited(mean.sum &>> 14, unit: 0) &+ 32) &>> 6
      result[x] = limitedToAlpha(unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: rounded), to: UInt32.self))
    }
  }

  @inline(__always)
  private static func channels(_ pixel: UInt32) -> SIMD4<Int32> {
    SIMD4(truncatingIfNeeded: unsafeBitCast(pixel, to: SIMD4<UInt8>.self))
  }

  @inline(__always)
  private static func store(_ lanes: SIMD4<Int32>, _ target: UnsafeMutablePointer<Int16>) {
    UnsafeMutableRawPointer(target).storeBytes(
      of: SIMD4(truncatingIfNeeded: lanes), as: SIMD4<Int16>.self)
  }
}

/// A weighted sum of pixels, and the range to which the mean is clamped.
private struct WeightedMean {
  private(set) var sum: SIMD4<Int32>
  private var lowest = SIMD4<Int32>(repeating: .max)
  private var highest = SIMD4<Int32>.zero

  init(rounding: Int32) { sum = SIMD4(repeating: rounding) }

  @inline(__always)
  mutating func add(_ channels: SIMD4<Int32>, weight: Int16) { sum &+= channels &* Int32(weight) }

  @inline(__always)
  mutating func widenRange(to channels: SIMD4<Int32>) {
    lowest = pointwiseMin(lowest, channels)
    highest = pointwiseMax(highest, channels)
  }

  /// Clamps `mean` to the range. `mean` is 2^`unit` times as large as the channels passed to
  /// `widenRange(to:)`.
  @inline(__always)
  func limited(_ mean: SIMD4<Int32>, unit: Int32) -> SIMD4<Int32> {
    pointwiseMin(pointwiseMax(mean, lowest &<< unit), highest &<< unit)
  }
}
