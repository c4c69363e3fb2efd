internal import CRasterKernels

/// Reads runs of a layer's pixels from its texture.
struct Sampler: BitwiseCopyable {
  // Not an array: that would be copied for each run.
  private let first, second, third: LevelSampler
  /// Of what a sampler gives, 32768 for all; the rest is what those before it gave.
  private var shares: InlineArray<3, Int32>
  private let count: Int
  let usesVectors: Bool

  /// Room for a row each.
  struct Scratches {
    let pixels: UnsafeMutablePointer<UInt32>
    let mixture, samples: UnsafeMutablePointer<UInt64>
  }

  init(_ placement: Placement, usesVectors: Bool) {
    let mix = placement.mix
    self.usesVectors = usesVectors
    count = mix.count
    func sampler(_ index: Int) -> LevelSampler {
      LevelSampler(mix[index].level, placement, usesVectors: usesVectors)
    }
    first = sampler(0)
    second = count > 1 ? sampler(1) : first
    third = count > 2 ? sampler(2) : first
    shares = [32768, 0, 0]
    for index in 1..<max(1, count) {
      shares[index] = Int32((mix.shareAmongFirst(index) * 32768).rounded())
    }
  }

  /// Writes `count` pixels of row `y` from column `x` on; they are among the `columns` that the layer touches
  /// in it.
  func sample(
    x: Int, y: Int, count: Int, of columns: Range<Int>, into result: UnsafeMutablePointer<UInt32>,
    _ scratches: Scratches
  ) {
    guard self.count > 1 else {
      return first.sample(x: x, y: y, count: count, of: columns, into: result)
    }
    let mixture = scratches.mixture
    sample(x: x, y: y, count: count, of: columns, into: mixture, scratches)
    if usesVectors { return craster_narrow(mixture, Int32(count), result) }
    for i in 0..<count { result[i] = narrowed(mixture[i]) }
  }

  /// Writes wide pixels as `sample(x:y:count:of:into:_:)` does pixels; leaves `scratches.mixture` alone.
  func sample(
    x: Int, y: Int, count: Int, of columns: Range<Int>, into result: UnsafeMutablePointer<UInt64>,
    _ scratches: Scratches
  ) {
    first.sample(x: x, y: y, count: count, of: columns, into: result, scratch: scratches.pixels)
    for index in 1..<max(1, self.count) {
      let samples = scratches.samples
      if index == 1 {
        second.sample(x: x, y: y, count: count, of: columns, into: samples, scratch: scratches.pixels)
      } else {
        third.sample(x: x, y: y, count: count, of: columns, into: samples, scratch: scratches.pixels)
      }
      if usesVectors {
        craster_mix(result, samples, Int32(count), shares[index])
      } else {
        mixRun(samples, into: result, count: count, factor: UInt64(shares[index]) * 2)
      }
    }
  }

  /// Returns the wide pixel at (`x`, `y`).
  func sample(x: Int, y: Int, of columns: Range<Int>) -> UInt64 {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2) { wide in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 1) { pixel in
        guard let wide = wide.baseAddress, let pixel = pixel.baseAddress else { return 0 }
        let scratches = Scratches(pixels: pixel, mixture: wide, samples: wide + 1)
        sample(x: x, y: y, count: 1, of: columns, into: wide, scratches)
        return wide.pointee
      }
    }
  }
}
