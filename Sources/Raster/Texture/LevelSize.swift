/// The widths, or the heights, that a texture can have: each 1/√2 of the one before, down to 1.
///
/// Every second one is an exact half of the one two before, rounded. Steps of one half would do with fewer
/// sizes but leave a picture either soft or rough just before it changes.
package struct LevelLengths {
  /// The texture's own width or height: size number 0.
  package let base: Int

  /// The number of the smallest size, which is 1.
  package var smallest: Int {
    var index = 0
    while self[index] > 1 { index += 1 }
    return index
  }

  package subscript(index: Int) -> Int {
    let halved = Double(base) / Double(1 << (index / 2))
    return max(1, Int((index & 1 == 0 ? halved : halved * 0.5.squareRoot()).rounded()))
  }
}

/// One of the sizes of a texture: the number of its width, and that of its height.
package struct LevelSize: Hashable, Sendable {
  package let x, y: Int

  /// The texture's own size.
  package static let base = LevelSize(x: 0, y: 0)

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// Returns the memory of a copy of this size of a texture of `width` × `height` texels, in bytes.
  package func byteCount(width: Int, height: Int) -> Int {
    MipLevel.byteCount(width: LevelLengths(base: width)[x], height: LevelLengths(base: height)[y])
  }
}
