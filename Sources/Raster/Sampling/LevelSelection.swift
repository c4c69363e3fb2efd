package import Geometry

/// Which sizes of its texture a layer shows, and where.
///
/// They are chosen for tiles of the canvas, at each one's centre, and not for pixels: neighbours then have
/// the same for long runs. Tiles whose centre lies outside the layer keep to what is chosen inside.
package struct LevelSelector: BitwiseCopyable {
  /// The width and height of a tile, in px.
  package static let tile = 8

  private let density: TexelDensity
  private let columns, rows: AxisRule
  /// The largest and the smallest size; what they mix with counts, too.
  let largest, smallest: LevelChoice

  init(of texture: Texture, in outline: ConvexPolygon, _ toTexture: Homography) {
    density = TexelDensity(toTexture)
    var (columns, rows) = (AxisRule(), AxisRule())
    for index in 0..<outline.count {
      let (inColumns, inRows) = density.at(x: SIMD4(repeating: outline[index].x), y: outline[index].y)
      columns.insert(inColumns[0])
      rows.insert(inRows[0])
    }
    columns.end(at: texture.widths.smallest)
    rows.end(at: texture.heights.smallest)
    (self.columns, self.rows) = (columns, rows)
    largest = LevelChoice(packed: UInt32(columns.ends.lower | rows.ends.lower &<< 8))
    smallest = LevelChoice(packed: UInt32(columns.ends.upper | rows.ends.upper &<< 8))
  }

  /// Whether all tiles show the same.
  var isUniform: Bool { largest == smallest }

  /// Returns what four tiles of row `row` show, `column` and those after it.
  @inline(__always)
  func choices(column: Int, row: Int) -> SIMD4<UInt32> {
    let tile = Double(LevelSelector.tile)
    let x = (SIMD4(0.5, 1.5, 2.5, 3.5) + Double(column)) * tile
    let squared = density.at(x: x, y: (Double(row) + 0.5) * tile)
    return SIMD4(
      truncatingIfNeeded: columns.choose(squared.columns) | (rows.choose(squared.rows) &<< 8))
  }

  /// Returns what pixel (`x`, `y`) shows.
  package func choice(x: Int, y: Int) -> LevelChoice {
    LevelChoice(packed: choices(column: x / LevelSelector.tile, row: y / LevelSelector.tile)[0])
  }
}

/// Chooses one side of a texture, its width or its height, within the limits that a layer sets.
struct AxisRule: BitwiseCopyable {
  /// The largest shrinking that is left to bilinear sampling, in texels per pixel.
  ///
  /// At 2 it still sees all texels, and the less there is to do, the sharper the picture.
  private static let largestShrinking = 1.98
  /// From which part of that on the next size is mixed in, squared; at least 1/2.
  private static let start = 0.96 * 0.96
  /// How many steps of a share there are from there to 1.
  private static let stepScale = Double(LevelChoice.shareSteps) / (1 - start)
  /// What turns a squared density into squares of the largest shrinking.
  private static let scale = 1 / (largestShrinking * largestShrinking)

  /// The least and the most that counts: squared densities until the limits end, then numbers that are scaled.
  private var lower = Double.infinity
  private var upper = 0.0

  /// Widens the limits to `squared` density.
  mutating func insert(_ squared: Double) {
    if squared < lower { lower = squared }
    if squared > upper { upper = squared }
  }

  /// Ends the limits, at the latest where `smallest` is the last size.
  mutating func end(at smallest: Int) {
    let last = Double(sign: .plus, exponent: smallest - 1, significand: 1)
    upper = max(0.5, min(upper * AxisRule.scale, last))
    lower = min(max(lower * AxisRule.scale, 0.5), upper)
  }

  /// What is chosen at the lower and at the upper limit, each as in `choose(_:)`.
  var ends: (lower: UInt64, upper: UInt64) {
    let both = chosen(SIMD4(lower, upper, lower, upper))
    return (both[0], both[1])
  }

  /// Returns, for each squared density, the number of the size, and the share of the next one 16 bits above.
  @inline(__always)
  func choose(_ squared: SIMD4<Double>) -> SIMD4<UInt64> {
    var number = squared * AxisRule.scale
    number.replace(with: upper, where: number .> upper)
    // Also where it is no number.
    number.replace(with: lower, where: .!(number .>= lower))
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
    var share = (left - AxisRule.start) * AxisRule.stepScale - 0.5
    share.replace(with: 0, where: share .< 0)
    share.replace(with: 63, where: share .> 63)
    let whole = unsafeBitCast(share + 4_503_599_627_370_496, to: SIMD4<UInt64>.self) & 0xff
    return index | (whole &<< 16)
  }
}


/// How many texels fall on a pixel, by its place: of the texture's columns and of its rows, each squared.
///
/// Where (u, v) is (U, V) / w, all three linear, the gradient of u is (m0 · w - m6 · U, m1 · w - m7 · U) / w²:
/// of that the first does not change along a row and the second not along a column.
package struct TexelDensity: BitwiseCopyable {
  /// What does not change along a row, by y; what does not along a column, by x.
  private let ux, uy, vx, vy: (slope: Double, offset: Double)
  private let wx, wy, w: Double

  package init(_ toTexture: Homography) {
    let m = toTexture
    ux = (m.m0 * m.m7 - m.m6 * m.m1, m.m0 * m.m8 - m.m6 * m.m2)
    uy = (m.m1 * m.m6 - m.m7 * m.m0, m.m1 * m.m8 - m.m7 * m.m2)
    vx = (m.m3 * m.m7 - m.m6 * m.m4, m.m3 * m.m8 - m.m6 * m.m5)
    vy = (m.m4 * m.m6 - m.m7 * m.m3, m.m4 * m.m8 - m.m7 * m.m5)
    (wx, wy, w) = (m.m6, m.m7, m.m8)
  }

  /// Returns both at four places of a row.
  @inline(__always)
  package func at(x: SIMD4<Double>, y: Double) -> (columns: SIMD4<Double>, rows: SIMD4<Double>) {
    let (ux, vx) = (ux.slope * y + ux.offset, vx.slope * y + vx.offset)
    let (uy, vy) = (x * uy.slope + uy.offset, x * vy.slope + vy.offset)
    let w = x * wx + (wy * y + w)
    let square = w * w
    let r = 1 / (square * square)
    return ((uy * uy + ux * ux) * r, (vy * vy + vx * vx) * r)
  }
}

/// Which widths and heights of a texture are mixed, by their numbers, and how much of each; but not of which
/// texture.
package struct LevelChoice: BitwiseCopyable, Equatable {
  /// The numbers of width and height, and the shares of the next ones: a byte each, from the lowest.
  private let packed: UInt32

  /// Shares are multiples of 1/64: a size with less would not be seen, but cost as much as the others.
  package static let shareSteps = 64

  @inline(__always)
  init(packed: UInt32) { self.packed = packed }

  /// The numbers of the width and the height of the largest size.
  @inline(__always)
  package var x: Int { Int(packed & 0xff) }
  @inline(__always)
  package var y: Int { Int((packed &>> 8) & 0xff) }
  /// How much of the mixture is as wide, or as high, as the next number says; in 1/64, never all.
  @inline(__always)
  package var nextX: Int { Int((packed &>> 16) & 0xff) }
  @inline(__always)
  package var nextY: Int { Int(packed &>> 24) }

  /// The sizes that are mixed.
  @inline(__always)
  package var pattern: LevelPattern {
    LevelPattern(
      x: x, y: y, second: nextX == nextY ? .none : nextX > nextY ? .narrower : .lower,
      hasThird: nextX > 0 && nextY > 0)
  }

  /// How much of the mixture each size of the pattern is, in 1/64.
  @inline(__always)
  package var weights: (first: Int, second: Int, third: Int) {
    let (less, more) = (min(nextX, nextY), max(nextX, nextY))
    return (LevelChoice.shareSteps - more, more - less, less)
  }
}

/// Up to three sizes of a texture: between four of them, along one side and the diagonal.
package struct LevelPattern: BitwiseCopyable, Equatable {
  /// What the second size is beside the first.
  package enum Second: BitwiseCopyable { case none, narrower, lower }

  /// The numbers of the width and the height of the first size, the largest.
  package let x, y: Int
  package let second: Second
  /// Whether there is one that is both narrower and lower.
  package let hasThird: Bool

  /// Whether the first size is all there is.
  @inline(__always)
  package var isSingleLevel: Bool { second == .none && !hasThird }

  /// Calls `body` with the numbers of each size.
  @inline(__always)
  package func forEachSize(_ body: (_ x: Int, _ y: Int) -> Void) {
    body(x, y)
    switch second {
    case .none: break
    case .narrower: body(x + 1, y)
    case .lower: body(x, y + 1)
    }
    if hasThird { body(x + 1, y + 1) }
  }
}

/// The sizes of a texture that a pixel shows: one, or while one gives way to the next, up to three mixed.
///
/// A size that took the other's place at once would be seen: half of all edges in a photo change by what the
/// smaller one lacks. So the next is mixed in before, more and more.
package struct LevelMix {
  /// How many sizes there are.
  package private(set) var count = 0
  private var levels: InlineArray<3, MipLevel>
  private var weights: InlineArray<3, Double> = [0, 0, 0]

  package init(_ choice: LevelChoice, of texture: Texture) {
    let (pattern, weights) = (choice.pattern, choice.weights)
    levels = InlineArray(repeating: texture.level(x: pattern.x, y: pattern.y))
    add(levels[0], weight: weights.first)
    switch pattern.second {
    case .none: break
    case .narrower: add(texture.level(x: pattern.x + 1, y: pattern.y), weight: weights.second)
    case .lower: add(texture.level(x: pattern.x, y: pattern.y + 1), weight: weights.second)
    }
    if pattern.hasThird { add(texture.level(x: pattern.x + 1, y: pattern.y + 1), weight: weights.third) }
  }

  private mutating func add(_ level: MipLevel, weight: Int) {
    levels[count] = level
    weights[count] = Double(weight) / Double(LevelChoice.shareSteps)
    count += 1
  }

  /// One of the sizes, and how much of it is in the mixture.
  package subscript(index: Int) -> (level: MipLevel, weight: Double) { (levels[index], weights[index]) }

  /// How much of size `index` is in the mixture of all up to it.
  func shareAmongFirst(_ index: Int) -> Double {
    var sum = 0.0
    for i in 0...index { sum += weights[i] }
    return weights[index] / sum
  }
}
