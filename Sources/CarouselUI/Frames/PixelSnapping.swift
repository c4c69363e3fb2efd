internal import Geometry

extension Homography {
  /// Returns the map moved to whole pixels. Returns `nil` unless the map shows the texture without rotation
  /// and at its own size, to within a pixel.
  ///
  /// Use it only at rest: a movement in steps of whole pixels stutters.
  ///
  /// - Parameter size: The size of the texture, in pixels.
  func snappedToPixels(textureSize size: Size) -> Homography? {
    guard m8 != 0, let topLeft = project(.zero),
      let bottomRight = project(Point(x: size.width, y: size.height)),
      let topRight = project(Point(x: size.width, y: 0))
    else { return nil }
    let tolerance = 1.0  // pixels; the size of the view was rounded up to the texture's size
    let isUpright = abs(topRight.y - topLeft.y) < 0.01 && abs(topRight.x - bottomRight.x) < 0.01
    let isOwnSize =
      abs(bottomRight.x - topLeft.x - size.width) < tolerance
      && abs(bottomRight.y - topLeft.y - size.height) < tolerance
    guard isUpright, isOwnSize else { return nil }
    return .scale(
      1,
      offset: Point(
        x: Self.wholePixel(from: topLeft.x, to: bottomRight.x, length: size.width),
        y: Self.wholePixel(from: topLeft.y, to: bottomRight.y, length: size.height)))
  }

  /// Returns the whole pixel nearest to `start`, or the next one where the other edge would move by more than a pixel.
  private static func wholePixel(from start: Double, to end: Double, length: Double) -> Double {
    let pixel = start.rounded()
    let excess = pixel + length - end
    return excess > 1 ? pixel - 1 : excess < -1 ? pixel + 1 : pixel
  }
}
