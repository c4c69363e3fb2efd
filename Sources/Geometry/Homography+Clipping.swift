extension Homography {
  /// Returns the outline of the projected rectangle `(0, 0)` … `size`, cut off where it comes nearer to the eye
  /// than `nearestW`.
  ///
  /// - Parameters:
  ///   - size: The rectangle in the source plane.
  ///   - nearestW: The smallest `w` that is kept. The plane `w = 0` runs through the eye, where the image is
  ///     infinitely large, so a small positive number is needed.
  /// - Returns: The corners of a convex polygon, in the order of the source corners (top left, top right, bottom
  ///   right, bottom left); 4 when nothing is cut, 3 to 5 when something is, none when all of it is behind or a corner is not finite.
  public func projectedOutline(of size: Size, nearestW: Double = 1.0 / 64) -> [Point] {
    let corners = [
      Point.zero, Point(x: size.width, y: 0), Point(x: size.width, y: size.height),
      Point(x: 0, y: size.height),
    ]
    var outline: [Point] = []
    for (corner, next) in zip(corners, corners[1...] + corners[..<1]) {
      let (w0, w1) = (w(at: corner), w(at: next))
      if w0 >= nearestW, let image = project(corner) { outline.append(image) }
      if (w0 >= nearestW) != (w1 >= nearestW) {
        let t = (nearestW - w0) / (w1 - w0)
        let cut = corner + (next - corner) * t
        // Divided by the bound itself: at the cut, rounding may leave w a hair below it.
        outline.append(
          Point(
            x: (m0 * cut.x + m1 * cut.y + m2) / nearestW, y: (m3 * cut.x + m4 * cut.y + m5) / nearestW))
      }
    }
    // With extreme numbers a corner may overflow; then nothing can be drawn.
    guard outline.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return [] }
    return outline.count >= 3 ? outline : []
  }

  /// Returns the point of the source plane that is seen at `point`, or `nil` when none in front of the viewer is.
  public func sourcePoint(seenAt point: Point) -> Point? {
    guard let source = inverse?.project(point), w(at: source) > 0 else { return nil }
    return source
  }
}
