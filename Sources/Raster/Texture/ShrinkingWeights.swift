internal import Glibc

/// What the texels of a row, or of a column, contribute to each texel of a shorter one.
///
/// Lanczos' window of two lobes, a tenth wider than the shorter row's texels. It leaves more of what is fine
/// than averages do, by about as much as sampling between texels takes away afterwards.
package struct ShrinkingWeights {
  /// How many texels contribute; even, and for rows a multiple of 4; the weights of those too many are 0.
  package let count: Int
  /// The first that contributes, for each texel of the result.
  package let firsts: [Int32]
  /// `count` whole numbers for each texel of the result; their sum is `one`. Those of a window's middle are
  /// positive, those of its two lobes negative.
  package let weights: [Int16]

  package static let one = 16384
  private static let lobes = 2.0
  private static let width = 1.1

  /// Leaves a row of `count` texels as it is.
  static func unchanged(_ count: Int) -> ShrinkingWeights {
    ShrinkingWeights(
      count: 2, firsts: Array(0..<Int32(count)),
      weights: (0..<count).flatMap { _ in [Int16(one), 0] })
  }

  private init(count: Int, firsts: [Int32], weights: [Int16]) {
    self.count = count
    self.firsts = firsts
    self.weights = weights
  }

  /// - Precondition: `0 < target <= source`.
  package init(from source: Int, to target: Int) {
    let ratio = Double(source) / Double(target)
    let scale = ratio * ShrinkingWeights.width
    let reach = ShrinkingWeights.lobes * scale
    let used = min(source, Int((2 * reach).rounded(.up)) + 1)
    count = (used + 3) / 4 * 4
    var firsts: [Int32] = []
    var weights: [Int16] = []
    firsts.reserveCapacity(target)
    weights.reserveCapacity(target * count)
    for index in 0..<target {
      let center = (Double(index) + 0.5) * ratio
      let first = min(max(0, Int((center - reach).rounded(.down))), source - used)
      firsts.append(Int32(first))
      // Where the window reaches over the border, what is inside counts for more.
      let shares = (0..<used).map { ShrinkingWeights.share(at: (Double(first + $0) + 0.5 - center) / scale) }
      weights += ShrinkingWeights.whole(shares)
      weights += repeatElement(0, count: count - used)
    }
    self.firsts = firsts
    self.weights = weights
  }

  /// Lanczos' window.
  private static func share(at x: Double) -> Double {
    if x == 0 { return 1 }
    if abs(x) >= lobes { return 0 }
    return lobes * sin(.pi * x) * sin(.pi * x / lobes) / (.pi * .pi * x * x)
  }

  /// Scales `shares` to whole numbers whose sum is `one`.
  private static func whole(_ shares: [Double]) -> [Int16] {
    let scale = Double(one) / shares.reduce(0, +)
    // Differences of the rounded running sum: the rounding does not add up.
    var (exact, rounded) = (0.0, 0)
    return shares.map { share in
      exact += share * scale
      let next = Int(exact.rounded())
      defer { rounded = next }
      return Int16(next - rounded)
    }
  }
}
