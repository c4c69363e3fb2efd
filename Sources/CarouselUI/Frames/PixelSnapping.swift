internal import Geometry

extension Homography {
  /// Returns the map with its result moved to whole pixels, if it shows a texture upright at nearly its own size;
  /// otherwise `nil`.
  ///
  /// Only for a picture at rest: while it moves, whole pixels would make it stutter.
  ///
  /// - Parameter size: Of the texture, in pixels.
  func snappedToPixels(textureSize size: Size) -> Homography? {
    guard m8 != 0, let topLeft = project(.zero),
      let bottomRight = project(Point(x: size.width, y: size.height)),
      let topRight = project(Point(x: size.width, y: 0))
    else { return nil }
    // In pixels: the texture's size is the view's, rounded up to whole ones.
    let tolerance = 1.0
    let isUpright = abs(topRight.y - topLeft.y) < 0.01 && abs(topRight.x - bottomRight.x) < 0.01
    let isOwnSize =
      abs(bottomRight.x - topLeft.x - size.width) < tolerance
      && abs(bottomRight.y - topLeft.y - size.height) < tolerance
    guard isUpright, isOwnSize else { return nil }
    return .scale(1, offset: Point(x: topLeft.x.rounded(), y: topLeft.y.rounded()))
  }
}
