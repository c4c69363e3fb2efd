internal import CRasterKernels
internal import Glibc

/// What the texels of a row, or of a column, contribute to each texel of a shorter one.
///
/// Lanczos' window of two lobes, each 1.4 texels of the shorter row wide: narrower is sharper, but what is fine
/// flickers when it moves. It leaves more of that than averages do, by about as much as sampling between texels
/// takes away afterwards.
package struct DownscalingWeights {
  /// How many texels contribute; even, and for rows a multiple of 4; the weights of those too many are 0.
  package let count: Int
  /// The first that contributes, for each texel of the result.
  package private(set) var firsts: [Int32] = []
  /// `count` whole numbers for each texel of the result; their sum is `one`. But for rounding, those of a
  /// window's middle are positive, those of its two lobes negative.
  package private(set) var weights: [Int16] = []
  /// Of those that contribute the ones in the window's middle, for each texel of the result; at least 2 where the
  /// result is shorter.
  private(set) var mainLobes: [craster_main_lobe] = []

  package static let one = 16384
  private static let lobes = 2.0
  private static let width = 1.4

  /// Leaves a row of `count` texels as it is.
  static func unchanged(_ count: Int) -> DownscalingWeights {
    var result = DownscalingWeights(count: 2)
    result.firsts = Array(0..<Int32(count))
    result.weights = (0..<count).flatMap { _ in [Int16(one), 0] }
    result.mainLobes = Array(repeating: craster_main_lobe(first: 0, count: 1), count: count)
    return result
  }

  private init(count: Int) { self.count = count }

  /// - Precondition: `0 < target <= source`.
  package init(from source: Int, to target: Int) {
    let ratio = Double(source) / Double(target)
    let scale = ratio * DownscalingWeights.width
    let reach = DownscalingWeights.lobes * scale
    let used = min(source, Int((2 * reach).rounded(.up)) + 1)
    count = (used + 3) / 4 * 4
    firsts.reserveCapacity(target)
    weights.reserveCapacity(target * count)
    mainLobes.reserveCapacity(target)
    var shares = [Double](repeating: 0, count: used)
    for index in 0..<target {
      let center = (Double(index) + 0.5) * ratio
      let first = min(max(0, Int((center - reach).rounded(.down))), source - used)
      firsts.append(Int32(first))
      // Where the window reaches over the border, what is inside counts for more.
      mainLobes.append(DownscalingWeights.share(out: &shares, from: Double(first) + 0.5 - center, scale: scale))
      addWhole(shares)
      for _ in used..<count { weights.append(0) }
    }
  }

  /// Writes the numbers of Lanczos' window for places that are 1 apart, the first at `start`; returns which of
  /// them lie in its middle, where it is positive.
  ///
  /// With h = π / 2 · place / scale the window is cos h · (sin h / h)².
  private static func share(out shares: inout [Double], from start: Double, scale: Double) -> craster_main_lobe {
    let step = .pi / 2 / scale
    var (sine, cosine) = (sin(start * step), cos(start * step))
    let (stepSine, stepCosine) = (sin(step), cos(step))
    var mainLobe = craster_main_lobe(first: 0, count: 0)
    for index in shares.indices {
      let distance = start + Double(index)
      let h = distance * step
      // So near to 0 only the turned sine, not the window itself, would be inexact.
      let part = abs(h) < 1e-5 ? 1 : sine / h
      shares[index] = abs(distance) < lobes * scale ? cosine * part * part : 0
      if abs(distance) < scale {
        if mainLobe.count == 0 { mainLobe.first = Int32(index) }
        mainLobe.count += 1
      }
      (sine, cosine) = (
        sine * stepCosine + cosine * stepSine, cosine * stepCosine - sine * stepSine
      )
    }
    return mainLobe
  }

  /// Adds `shares`, scaled to whole numbers whose sum is `one`.
  private mutating func addWhole(_ shares: [Double]) {
    let scale = Double(DownscalingWeights.one) / shares.reduce(0, +)
    // Differences of the rounded running sum: the rounding does not add up.
    var (exact, rounded) = (0.0, 0)
    for share in shares {
      exact += share * scale
      let next = Int(exact.rounded())
      weights.append(Int16(next - rounded))
      rounded = next
    }
  }

  /// Calls `body` with all this in memory.
  func withTable<Result>(_ body: (craster_downscaling) -> Result) -> Result {
    firsts.withUnsafeBufferPointer { firsts in
      weights.withUnsafeBufferPointer { weights in
        mainLobes.withUnsafeBufferPointer { mainLobes in
          body(
            craster_downscaling(
              count: Int32(count), firsts: firsts.baseAddress, weights: weights.baseAddress,
              main_lobes: mainLobes.baseAddress))
        }
      }
    }
  }
}
