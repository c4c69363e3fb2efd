package import Geometry

/// A convex polygon with inline storage, so that repeated clipping does not allocate.
package struct ConvexPolygon {
  /// A quad has four corners. Each clipping line adds at most one: the near plane, the up to 24 sides of a layer's
  /// clip, and the four sides of the canvas or of a pixel. The rest is for corners that rounding duplicates.
  package static let capacity = 40

  private var corners: InlineArray<40, Point>
  /// The number of corners.
  package private(set) var count = 0

  package init() { corners = InlineArray(repeating: .zero) }

  package subscript(index: Int) -> Point { corners[index] }

  /// Appends a corner. Ignored if the polygon already has ``capacity`` corners.
  package mutating func append(_ corner: Point) {
    guard count < ConvexPolygon.capacity else { return }
    corners[count] = corner
    count += 1
  }

  /// Returns the part of the polygon where the linear function `distance` is not negative.
  @inline(__always)
  func clipped(by distance: (Point) -> Double) -> ConvexPolygon {
    var result = ConvexPolygon()
    for i in 0..<count {
      let (a, b) = (corners[i], corners[i + 1 == count ? 0 : i + 1])
      let (da, db) = (distance(a), distance(b))
      if da >= 0 { result.append(a) }
      if (da < 0 && db > 0) || (da > 0 && db < 0) { result.append(a + (b - a) * (da / (da - db))) }
    }
    return result
  }

  /// Returns the part of this polygon inside the convex polygon `corners`. The given corners are rounded to
  /// 1/65536 px, like the corners of a layer.
  func clipped(toCorners corners: [Point]) -> ConvexPolygon {
    var clip = ConvexPolygon()
    for corner in corners.prefix(SceneLayer.maximumClipCorners) {
      let grid = Placement.cornerResolution
      clip.append(Point(x: (corner.x * grid).rounded() / grid, y: (corner.y * grid).rounded() / grid))
    }
    let area = clip.signedArea
    guard area.isFinite, area != 0 else { return ConvexPolygon() }
    let winding: Double = area > 0 ? 1 : -1
    var result = self
    for index in 0..<clip.count {
      let (a, b) = (clip[index], clip[index + 1 == clip.count ? 0 : index + 1])
      let side = (b - a) * winding
      guard side != .zero else { continue }
      result = result.clipped { side.x * ($0.y - a.y) - side.y * ($0.x - a.x) }
    }
    return result
  }

  /// Returns the part of the polygon inside the given bounds.
  ///
  /// The corners of the result are clamped to the bounds: rounding must not move them outside, because they
  /// are used as memory indices.
  package func clipped(minX: Double, minY: Double, maxX: Double, maxY: Double) -> ConvexPolygon {
    if isInside(minX: minX, minY: minY, maxX: maxX, maxY: maxY) { return self }
    var result = clipped { $0.x - minX }.clipped { maxX - $0.x }.clipped { $0.y - minY }.clipped {
      maxY - $0.y
    }
    for i in 0..<result.count {
      let corner = result.corners[i]
      result.corners[i] = Point(x: min(max(corner.x, minX), maxX), y: min(max(corner.y, minY), maxY))
    }
    return result
  }

  private func isInside(minX: Double, minY: Double, maxX: Double, maxY: Double) -> Bool {
    for i in 0..<count {
      let corner = corners[i]
      // Comparisons with NaN are false.
      guard corner.x >= minX, corner.x <= maxX, corner.y >= minY, corner.y <= maxY else { return false }
    }
    return true
  }

  /// The area of the polygon: positive if the corners are in clockwise order on the screen, otherwise
  /// negative.
  package var signedArea: Double {
    guard count >= 3 else { return 0 }
    let origin = corners[0]
    var sum = 0.0
    for i in 1..<(count - 1) {
      let (a, b) = (corners[i] - origin, corners[i + 1] - origin)
      sum += a.x * b.y - a.y * b.x
    }
    return sum / 2
  }

  /// The centroid, or `nil` when the area is zero.
  package var centroid: Point? {
    guard count >= 3 else { return nil }
    let origin = corners[0]
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for i in 1..<(count - 1) {
      let (a, b) = (corners[i] - origin, corners[i + 1] - origin)
      let cross = a.x * b.y - a.y * b.x
      sum += cross
      x += cross * (a.x + b.x)
      y += cross * (a.y + b.y)
    }
    guard sum != 0, (1 / sum).isFinite else { return nil }
    return Point(x: origin.x + x / (3 * sum), y: origin.y + y / (3 * sum))
  }
}
