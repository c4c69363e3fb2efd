/// The sizes of a texture that a layer shows: one, or while one gives way to the next, up to three mixed.
///
/// A size that took the other's place at once would be seen: half of all edges in a photo change by what the
/// smaller one lacks. So the next is mixed in before, more and more.
package struct LevelMix {
  /// How many sizes there are.
  package private(set) var count = 0
  private var levels: InlineArray<3, Level>
  private var weights: InlineArray<3, Double> = [0, 0, 0]

  /// The largest shrinking that bilinear sampling does on its own, in texels per pixel: at 2 it still sees
  /// them all, and the less there is to do, the sharper the picture.
  static let largestShrinking = 1.87
  /// From which part of that on the next size is mixed in.
  static let transitionStart = 0.96
  /// Shares are multiples of 1/64: a size with less would not be seen, but cost as much as the others.
  private static let shareSteps = 64.0

  /// Chooses sizes: width and height shrink, each for itself, until no more than `largestShrinking` texels
  /// are left on a pixel.
  ///
  /// - Parameters:
  ///   - texture: What is shown.
  ///   - columns: How many of the texture's columns fall on a pixel.
  ///   - rows: How many of its rows do.
  init(of texture: Texture, columns: Double, rows: Double) {
    let (x, shareX) = LevelMix.size(for: columns, smallest: texture.widths.smallest)
    let (y, shareY) = LevelMix.size(for: rows, smallest: texture.heights.smallest)
    levels = InlineArray(repeating: texture.level(x: x, y: y))
    // Between four sizes, along the diagonal and one side.
    add(texture, x, y, weight: 1 - max(shareX, shareY))
    add(texture, x + 1, y, weight: shareX - shareY)
    add(texture, x, y + 1, weight: shareY - shareX)
    add(texture, x + 1, y + 1, weight: min(shareX, shareY))
  }

  private mutating func add(_ texture: Texture, _ x: Int, _ y: Int, weight: Double) {
    guard weight > 0 else { return }
    levels[count] = texture.level(x: x, y: y)
    weights[count] = weight
    count += 1
  }

  /// One of the sizes, and how much of it is in the mixture.
  package subscript(index: Int) -> (level: Level, weight: Double) { (levels[index], weights[index]) }

  /// How much of size `index` is in the mixture of all up to it.
  func shareAmongFirst(_ index: Int) -> Double {
    var sum = 0.0
    for i in 0...index { sum += weights[i] }
    return weights[index] / sum
  }

  /// Returns the number of the size for `density` texels on a pixel, and the next one's share.
  private static func size(for density: Double, smallest: Int) -> (index: Int, nextShare: Double) {
    var (index, left) = (0, density)
    while index < smallest, left > largestShrinking {
      left *= 0.5.squareRoot()
      index += 1
    }
    guard index < smallest else { return (index, 0) }
    let progress = (left / largestShrinking - transitionStart) / (1 - transitionStart)
    return (index, (max(0, progress) * shareSteps).rounded(.down) / shareSteps)
  }
}
