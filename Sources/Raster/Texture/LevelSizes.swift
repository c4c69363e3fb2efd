/// The widths, or the heights, that a texture can have: each 1/√2 of the one before, down to 1.
///
/// Every second one is an exact half of the one two before, rounded. Steps of one half would do with fewer sizes but
/// leave a picture either soft or rough just before it changes.
package struct LevelSizes {
  /// The texture's own width or height: size number 0.
  package let base: Int

  /// The number of the smallest size.
  package var deepest: Int {
    var index = 0
    while self[index] > 1 { index += 1 }
    return index
  }

  package subscript(index: Int) -> Int {
    let halved = Double(base) / Double(1 << (index / 2))
    return max(1, Int((index & 1 == 0 ? halved : halved * 0.5.squareRoot()).rounded()))
  }

  /// Returns the number of the largest size that leaves no more than `limit` texels on a pixel.
  ///
  /// - Parameters:
  ///   - density: Texels of the base on a pixel.
  ///   - limit: In texels per pixel.
  func index(for density: Double, limit: Double) -> Int {
    var index = 0
    while self[index] > 1, density * Double(self[index]) > limit * Double(base) { index += 1 }
    return index
  }
}
