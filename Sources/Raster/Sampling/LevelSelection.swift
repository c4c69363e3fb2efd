package import Geometry

/// Selects the mip levels that a layer samples, for each tile of the canvas.
///
/// Levels are selected at the centers of tiles, not for each pixel, so that long runs of pixels sample the
/// same levels. They are limited to the range of levels at the corners of the layer's outline, because the
/// center of a tile may lie outside the layer.
package struct LevelSelector: BitwiseCopyable {
  /// The width and height of a tile, in px.
  package static let tileSide = 8

  private let density: TexelDensity
  private let columns, rows: AxisRule
  /// The choice with the largest mip level and the choice with the smallest one. Each includes the level that
  /// is blended in.
  let largest, smallest: LevelChoice

  init(of texture: Texture, in outline: ConvexPolygon, _ toTexture: Homography) {
    density = TexelDensity(toTexture)
    var (columns, rows) = (AxisRule(), AxisRule())
    for index in 0..<outline.count {
      let (inColumns, inRows) = density.at(x: SIMD4(repeating: outline[index].x), y: outline[index].y)
      columns.insert(inColumns[0])
      rows.insert(inRows[0])
    }
    columns.closeLimits(smallest: texture.widths.smallest)
    rows.closeLimits(smallest: texture.heights.smallest)
    (self.columns, self.rows) = (columns, rows)
    largest = LevelChoice(packed: UInt32(columns.ends.lower | rows.ends.lower &<< 8))
    smallest = LevelChoice(packed: UInt32(columns.ends.upper | rows.ends.upper &<< 8))
  }

  /// Whether all tiles have the same choice.
  var isUniform: Bool { largest == smallest }

  /// Calls `body` with the sizes of the mip levels that tiles may choose or blend in.
  func forEachSize(_ body: (LevelSize) -> Void) {
    for y in largest.y...(smallest.y + (smallest.nextY > 0 ? 1 : 0)) {
      for x in largest.x...(smallest.x + (smallest.nextX > 0 ? 1 : 0)) { body(LevelSize(x: x, y: y)) }
    }
  }

  /// Returns the choices of four tiles of tile row `row`, beginning with tile column `column`.
  @inline(__always)
  func choices(column: Int, row: Int) -> SIMD4<UInt32> {
    let tile = Double(LevelSelector.tileSide)
    let x = (SIMD4(0.5, 1.5, 2.5, 3.5) + Double(column)) * tile
    let squared = density.at(x: x, y: (Double(row) + 0.5) * tile)
    return SIMD4(
      truncatingIfNeeded: columns.choose(squared.columns) | (rows.choose(squared.rows) &<< 8))
  }

  /// Returns the choice for pixel (`x`, `y`).
  package func choice(x: Int, y: Int) -> LevelChoice {
    LevelChoice(packed: choices(column: x / LevelSelector.tileSide, row: y / LevelSelector.tileSide)[0])
  }
}

/// Selects the level along one axis, width or height, within the limits of a layer.
struct AxisRule: BitwiseCopyable {
  /// The largest number of texels per pixel, along one axis, at which a level is sampled.
  ///
  /// Up to 2 texels per pixel, bilinear sampling still reads every texel. A limit close to 2 keeps the image
  /// sharp, because less is filtered in advance.
  private static let maxTexelsPerPixel = 1.98
  /// The square of the fraction of that limit at which the next level begins to be blended in. Must be at
  /// least 1/2.
  private static let blendStart = 0.96 * 0.96
  /// The number of blend steps between `blendStart` and 1, divided by their difference.
  private static let stepScale = Double(LevelChoice.shareSteps) / (1 - blendStart)
  /// Multiplied by a squared density, gives its ratio to the squared limit.
  private static let scale = 1 / (maxTexelsPerPixel * maxTexelsPerPixel)

  /// The limits of the squared density. `closeLimits(smallest:)` converts them to ratios to the squared limit
  /// `maxTexelsPerPixel`.
  private var lower = Double.infinity
  private var upper = 0.0

  /// Widens the limits to include the squared density `squared`.
  mutating func insert(_ squared: Double) {
    if squared < lower { lower = squared }
    if squared > upper { upper = squared }
  }

  /// Converts the limits to ratios, and clamps them so that no level beyond number `smallest` is selected.
  mutating func closeLimits(smallest: Int) {
    let last = Double(sign: .plus, exponent: smallest - 1, significand: 1)
    upper = max(0.5, min(upper * AxisRule.scale, last))
    lower = min(max(lower * AxisRule.scale, 0.5), upper)
  }

  /// The choices at the lower and the upper limit, each as in `choose(_:)`.
  var ends: (lower: UInt64, upper: UInt64) {
    let both = chosen(SIMD4(lower, upper, lower, upper))
    return (both[0], both[1])
  }

  /// Returns, for each squared density, the number of the level in the low bits, and the weight of the next
  /// level shifted left by 16 bits.
  @inline(__always)
  func choose(_ squared: SIMD4<Double>) -> SIMD4<UInt64> {
    var number = squared * AxisRule.scale
    number.replace(with: upper, where: number .> upper)
    // This replaces NaN, too.
    number.replace(with: lower, where: .!(number .>= lower))
    return chosen(number)
  }

  /// Returns the choices for values within the limits.
  @inline(__always)
  private func chosen(_ number: SIMD4<Double>) -> SIMD4<UInt64> {
    // Each level is 1/√2 of the previous one, so the squared densities at which levels change differ by
    // factors of 2. The level number is therefore the exponent of `number`.
    let bits = unsafeBitCast(number, to: SIMD4<UInt64>.self)
    let index = (bits &>> 52) &- 1022
    let left = unsafeBitCast((bits & 0x000f_ffff_ffff_ffff) | 0x3fe0_0000_0000_0000, to: SIMD4<Double>.self)
    // Rounded down by subtracting 0.5 and adding 2^52: from there on, a Double has no fraction bits.
    var share = (left - AxisRule.blendStart) * AxisRule.stepScale - 0.5
    share.replace(with: 0, where: share .< 0)
    share.replace(with: 63, where: share .> 63)
    let whole = unsafeBitCast(share + 4_503_599_627_370_496, to: SIMD4<UInt64>.self) & 0xff
    return index | (whole &<< 16)
  }
}

/// The number of texels per pixel at a canvas position, along the texture's columns and rows, each squared.
///
/// The texture coordinates are (u, v) = (U, V) / w, where U, V and w are linear functions of the position.
/// The gradient of u is (m0 · w - m6 · U, m1 · w - m7 · U) / w². The first component of its numerator is
/// constant along a row, and the second component along a column.
package struct TexelDensity: BitwiseCopyable {
  /// The components of both numerators as linear functions: `ux` and `vx` of y, `uy` and `vy` of x.
  private let ux, uy, vx, vy: (slope: Double, offset: Double)
  private let wx, wy, w: Double

  /// Creates the density of a map from canvas pixels to the texture.
  package init(_ toTexture: Homography) {
    let m = toTexture
    ux = (m.m0 * m.m7 - m.m6 * m.m1, m.m0 * m.m8 - m.m6 * m.m2)
    uy = (m.m1 * m.m6 - m.m7 * m.m0, m.m1 * m.m8 - m.m7 * m.m2)
    vx = (m.m3 * m.m7 - m.m6 * m.m4, m.m3 * m.m8 - m.m6 * m.m5)
    vy = (m.m4 * m.m6 - m.m7 * m.m3, m.m4 * m.m8 - m.m7 * m.m5)
    (wx, wy, w) = (m.m6, m.m7, m.m8)
  }

  /// Returns both densities at four positions of a row.
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

/// The numbers of the mip levels that a tile blends, and their weights. A choice does not refer to a texture.
package struct LevelChoice: BitwiseCopyable, Equatable {
  /// Four bytes, the lowest first: the numbers of the width and the height, and the weights of the next width
  /// and the next height.
  private let packed: UInt32

  /// The number of weight steps. A level with a weight of less than 1/64 would be invisible but cost as much
  /// as the others.
  package static let shareSteps = 64

  @inline(__always)
  init(packed: UInt32) { self.packed = packed }

  /// The numbers of the width and the height of the largest level.
  @inline(__always)
  package var x: Int { Int(packed & 0xff) }
  @inline(__always)
  package var y: Int { Int((packed &>> 8) & 0xff) }
  /// The weight of the levels with the next smaller width (`nextX`) or height (`nextY`), in 1/64; always less
  /// than 64.
  @inline(__always)
  package var nextX: Int { Int((packed &>> 16) & 0xff) }
  @inline(__always)
  package var nextY: Int { Int(packed &>> 24) }

  /// The levels that are blended.
  @inline(__always)
  package var pattern: LevelPattern {
    LevelPattern(
      x: x, y: y, second: nextX == nextY ? .none : nextX > nextY ? .narrower : .shorter,
      hasThird: nextX > 0 && nextY > 0)
  }

  /// The weight of each level of the pattern, in 1/64.
  @inline(__always)
  package var weights: (first: Int, second: Int, third: Int) {
    let (less, more) = (min(nextX, nextY), max(nextX, nextY))
    return (LevelChoice.shareSteps - more, more - less, less)
  }
}

/// The mip levels that are blended: one level, and up to two that are narrower, shorter, or both.
package struct LevelPattern: BitwiseCopyable, Equatable {
  /// The second level relative to the first.
  package enum Second: BitwiseCopyable { case none, narrower, shorter }

  /// The numbers of the width and the height of the first level, the largest.
  package let x, y: Int
  /// The position of the second level.
  package let second: Second
  /// Whether there is a third level, which is both narrower and shorter.
  package let hasThird: Bool

  /// Whether only the first level is sampled.
  @inline(__always)
  package var isSingleLevel: Bool { second == .none && !hasThird }

  /// Calls `body` with the numbers of each level.
  @inline(__always)
  package func forEachSize(_ body: (_ x: Int, _ y: Int) -> Void) {
    body(x, y)
    switch second {
    case .none: break
    case .narrower: body(x + 1, y)
    case .shorter: body(x, y + 1)
    }
    if hasThird { body(x + 1, y + 1) }
  }
}

/// The mip levels that a pixel samples: one, or up to three during a transition.
///
/// An abrupt switch to the next level would be visible, because the next level has less detail. So it is
/// blended in gradually.
package struct LevelMix {
  /// The number of levels.
  package private(set) var count = 0
  private var levels: InlineArray<3, MipLevel>
  private var weights: InlineArray<3, Double> = [0, 0, 0]

  /// Gets the levels that `choice` blends from the texture of `layer`.
  package init(_ choice: LevelChoice, of layer: SceneLayer) {
    let (pattern, weights) = (choice.pattern, choice.weights)
    func level(_ x: Int, _ y: Int) -> MipLevel { layer.level(LevelSize(x: x, y: y)) }
    levels = InlineArray(repeating: level(pattern.x, pattern.y))
    add(levels[0], weight: weights.first)
    switch pattern.second {
    case .none: break
    case .narrower: add(level(pattern.x + 1, pattern.y), weight: weights.second)
    case .shorter: add(level(pattern.x, pattern.y + 1), weight: weights.second)
    }
    if pattern.hasThird { add(level(pattern.x + 1, pattern.y + 1), weight: weights.third) }
  }

  private mutating func add(_ level: MipLevel, weight: Int) {
    levels[count] = level
    weights[count] = Double(weight) / Double(LevelChoice.shareSteps)
    count += 1
  }

  /// One of the levels, and its weight in the blend.
  package subscript(index: Int) -> (level: MipLevel, weight: Double) { (levels[index], weights[index]) }

  /// Returns the weight of level `index` relative to the sum of the weights of levels `0...index`.
  func weightAmongFirst(_ index: Int) -> Double {
    var sum = 0.0
    for i in 0...index { sum += weights[i] }
    return weights[index] / sum
  }
}

extension SceneLayer {
  /// Returns the size of the mip level that is drawn for `size`.
  func shownLevel(of size: LevelSize) -> LevelSize { existingLevels?.nearest(to: size) ?? size }

  /// Returns the mip level that is drawn for `size`.
  func level(_ size: LevelSize) -> MipLevel {
    existingLevels.map { texture.nearestLevel(to: size, among: $0) } ?? texture.level(x: size.x, y: size.y)
  }
}
