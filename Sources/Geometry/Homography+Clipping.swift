extension Homography {
  /// Returns the outline of the projected rectangle from `(0, 0)` to `size`, clipped where its `w` is less than
  /// `nearestW`.
  ///
  /// - Parameters:
  ///   - size: The size of the rectangle in the source plane.
  ///   - nearestW: The smallest `w` that is kept. It must be positive: at `w = 0`, in the plane of the eye, the
  ///     projection is infinitely large.
  /// - Returns: The corners of a convex polygon in the order top left, top right, bottom right, bottom left. There are
  ///   four corners without clipping and three to five with it. The result is empty if the whole rectangle is clipped
  ///   or a corner is not finite.
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
        // Divides by `nearestW` itself, because rounding may make the computed w of `cut` slightly smaller.
        outline.append(
          Point(
            x: (m0 * cut.x + m1 * cut.y + m2) / nearestW, y: (m3 * cut.x + m4 * cut.y + m5) / nearestW))
      }
    }
    // With extreme numbers a coordinate may overflow. The result is then empty.
    guard outline.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return [] }
    return outline.count >= 3 ? outline : []
  }

  /// Returns the point of the source plane that projects to `point`. Returns `nil` if there is no such point in front
  /// of the viewer.
  public func sourcePoint(seenAt point: Point) -> Point? {
    guard let source = inverse?.project(point), w(at: source) > 0 else { return nil }
    return source
  }
}
