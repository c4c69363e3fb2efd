/// The sizes of a texture that a pixel shows: one, or while one gives way to the next, up to three mixed.
///
/// A size that took the other's place at once would be seen: half of all edges in a photo change by what the
/// smaller one lacks. So the next is mixed in before, more and more.
package struct LevelMix {
  /// How many sizes there are.
  package private(set) var count = 0
  private var levels: InlineArray<3, Level>
  private var weights: InlineArray<3, Double> = [0, 0, 0]

  package init(_ choice: SizeChoice, of texture: Texture) {
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

  private mutating func add(_ level: Level, weight: Int) {
    levels[count] = level
    weights[count] = Double(weight) / Double(SizeChoice.shareSteps)
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
}
