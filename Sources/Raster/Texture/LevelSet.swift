/// The sizes of the mip levels that a texture has, besides the base.
package struct LevelSet: Equatable, Sendable {
  package let sizes: [LevelSize]

  package init(_ sizes: [LevelSize] = []) { self.sizes = sizes }

  /// Returns `size` if it is the base or in the set, otherwise the size that is most similar: the base or one of the set.
  ///
  /// The result does not depend on the order of the sizes.
  package func nearest(to size: LevelSize) -> LevelSize {
    var nearest = LevelSize.base
    var least = (steps: size.x + size.y, sum: 0, x: 0)
    for other in sizes {
      // Of two equally similar levels, the larger one is sharper.
      let distance = (
        steps: abs(other.x - size.x) + abs(other.y - size.y), sum: other.x + other.y, x: other.x
      )
      if distance < least { (nearest, least) = (other, distance) }
    }
    return nearest
  }
}
