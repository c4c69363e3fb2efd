/// The widths, or the heights, of a texture's mip levels. Each is 1/√2 of the previous one, down to 1 texel.
/// Width and height are numbered separately, so each pair of numbers is the size of a mip level.
///
/// Two steps halve the length; the result is rounded. Steps of 1/2 would need fewer levels, but the image
/// would be blurred or aliased just before the next level is used.
package struct LevelLengths {
  /// The texture's own width or height: number 0.
  package let base: Int

  /// The number of the smallest length, 1 texel.
  package var smallest: Int {
    var index = 0
    while self[index] > 1 { index += 1 }
    return index
  }

  /// Returns the length with number `index`, in texels.
  package subscript(index: Int) -> Int {
    let halved = Double(base) / Double(1 << (index / 2))
    return max(1, Int((index & 1 == 0 ? halved : halved * 0.5.squareRoot()).rounded()))
  }
}

/// The size of a mip level, as the number of its width and the number of its height.
package struct LevelSize: Hashable, Sendable {
  /// The numbers of the width and the height.
  package let x, y: Int

  /// The size of the texture itself.
  package static let base = LevelSize(x: 0, y: 0)

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// Returns the memory of this mip level of a texture of `width` × `height` texels, in bytes.
  package func byteCount(width: Int, height: Int) -> Int {
    MipLevel.byteCount(width: LevelLengths(base: width)[x], height: LevelLengths(base: height)[y])
  }
}
