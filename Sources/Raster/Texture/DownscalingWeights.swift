internal import CRasterKernels
internal import Glibc

/// The weights for downscaling a row or a column: how much each of its texels contributes to each texel of a
/// shorter row or column.
///
/// The filter is a Lanczos window of two lobes, each 1.4 texels of the result wide. A narrower window is
/// sharper, but fine detail flickers in motion. Compared with an average, the filter keeps more fine detail.
/// Bilinear sampling later removes about as much.
package struct DownscalingWeights {
  /// The number of weights per texel of the result, padded with weights of 0: a multiple of 4, or 2 if the
  /// length is unchanged.
  package let count: Int
  /// For each texel of the result, the index of the first source texel that contributes to it.
  package private(set) var firsts: [Int32] = []
  /// For each texel of the result, `count` integers with the sum `one`. Apart from rounding, the weights in
  /// the main lobe are positive, and the weights in the two side lobes are negative.
  package private(set) var weights: [Int16] = []
  /// For each texel of the result, the source texels inside the main lobe of the filter; at least 2 when
  /// downscaling.
  private(set) var mainLobes: [craster_main_lobe] = []

  /// The sum of the weights for a texel of the result.
  package static let one = 16384
  private static let lobes = 2.0
  private static let width = 1.4

  /// Returns weights that keep a row of `count` texels unchanged.
  static func unchanged(_ count: Int) -> DownscalingWeights {
    var result = DownscalingWeights(count: 2)
    result.firsts = Array(0..<Int32(count))
    result.weights = (0..<count).flatMap { _ in [Int16(one), 0] }
    result.mainLobes = Array(repeating: craster_main_lobe(first: 0, count: 1), count: count)
    return result
  }

  /// Returns half the width of the filter's window, in texels of the source. `ratio` is the number of source texels per
  /// texel of the result.
  static func reach(ratio: Double) -> Double { lobes * width * ratio }

  /// Returns the weights for downscaling `source` texels to `target`, or for leaving the length unchanged if
  /// `target` is not less.
  static func forSide(from source: Int, to target: Int) -> DownscalingWeights {
    target < source ? DownscalingWeights(from: source, to: target) : .unchanged(source)
  }

  /// Returns the texels of the result to which the given texels of the source may contribute.
  ///
  /// - Parameter changed: Not empty, within the source.
  func targets(of changed: Range<Int>) -> Range<Int> {
    // The index of the first contributing texel never decreases from one texel of the result to the next.
    let start = firsts.firstIndex { Int($0) + count > changed.lowerBound } ?? firsts.endIndex - 1
    let end = firsts.lastIndex { Int($0) < changed.upperBound } ?? start
    return start..<max(start, end) + 1
  }

  private init(count: Int) { self.count = count }

  /// Computes the weights for downscaling `source` texels to `target`.
  ///
  /// - Precondition: `0 < target <= source`.
  package init(from source: Int, to target: Int) {
    let ratio = Double(source) / Double(target)
    let scale = ratio * DownscalingWeights.width
    let reach = DownscalingWeights.reach(ratio: ratio)
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
      // At the border of the source the window is cut off. Normalization then increases the weights of the
      // texels inside.
      mainLobes.append(
        DownscalingWeights.sampleWindow(into: &shares, from: Double(first) + 0.5 - center, scale: scale))
      appendQuantized(shares)
      for _ in used..<count { weights.append(0) }
    }
  }

  /// Evaluates the Lanczos window at distances that are 1 apart, beginning at `start`.
  ///
  /// With h = π / 2 · distance / scale the window is cos h · (sin h / h)².
  ///
  /// - Returns: The indices in `shares` that lie inside the main lobe, where the window is positive.
  private static func sampleWindow(into shares: inout [Double], from start: Double, scale: Double)
    -> craster_main_lobe
  {
    let step = .pi / 2 / scale
    var (sine, cosine) = (sin(start * step), cos(start * step))
    let (stepSine, stepCosine) = (sin(step), cos(step))
    var mainLobe = craster_main_lobe(first: 0, count: 0)
    for index in shares.indices {
      let distance = start + Double(index)
      let h = distance * step
      // Near 0 the sine, which is rotated step by step, is inexact. sin h / h is then 1.
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

  /// Appends `shares` as integers with the sum `one`.
  private mutating func appendQuantized(_ shares: [Double]) {
    let scale = Double(DownscalingWeights.one) / shares.reduce(0, +)
    // Each integer is the difference of two rounded running sums, so that rounding errors do not accumulate.
    var (exact, rounded) = (0.0, 0)
    for share in shares {
      exact += share * scale
      let next = Int(exact.rounded())
      weights.append(Int16(next - rounded))
      rounded = next
    }
  }

  /// Calls `body` with the weights in the format of the C kernels. The pointers are valid during the call.
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
