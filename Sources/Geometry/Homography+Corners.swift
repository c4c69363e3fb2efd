extension Homography {
  /// Creates the map that moves the corners of a rectangle to four points; `nil` if the rectangle is empty, if the points are not
  /// the corners of a convex polygon, or if a number is not finite.
  ///
  /// Heckbert: "Fundamentals of Texture Mapping and Image Warping", 1989.
  ///
  /// - Parameter corners: The images of the top left, top right, bottom right and bottom left corner.
  package init?(of rect: Rect, toCorners corners: [Point]) {
    guard corners.count == 4, rect.size.width > 0, rect.size.height > 0 else { return nil }
    let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
    let (sum, right, left) = (a - b + (c - d), b - c, d - c)
    let determinant = right.x * left.y - left.x * right.y
    let g = (sum.x * left.y - left.x * sum.y) / determinant
    let h = (right.x * sum.y - sum.x * right.y) / determinant
    guard g.isFinite, h.isFinite, 1 + g > 0, 1 + h > 0, 1 + g + h > 0 else { return nil }
    let unit = Homography(
      b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x, b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y, g, h, 1)
    let (across, down) = (1 / rect.size.width, 1 / rect.size.height)
    self = Homography(across, 0, -rect.minX * across, 0, down, -rect.minY * down, 0, 0, 1)
      .concatenated(with: unit)
    guard determinant.isFinite, (m0 + m1 + m2 + m3 + m4 + m5 + m6 + m7) * 0 == 0 else { return nil }
  }
}
