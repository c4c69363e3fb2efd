import CarouselEngine
import Geometry

extension CarouselFrame.Item {
  /// The corners of the drawn view, in order; empty if the whole view is behind the viewer.
  ///
  /// The corners are computed from the homography alone. Parts of the view that are too near to the eye are
  /// cut off.
  var outline: [Point] {
    let map = homography
    let corners = [
      (0.0, 0.0), (size.width, 0), (size.width, size.height), (0, size.height),
    ].map { x, y in
      (
        x: map.m0 * x + map.m1 * y + map.m2, y: map.m3 * x + map.m4 * y + map.m5,
        w: map.m6 * x + map.m7 * y + map.m8
      )
    }
    // At depth 0 the image is infinitely far away. At `nearest` it is far outside any view.
    let nearest = 1e-4
    var outline: [Point] = []
    for (a, b) in zip(corners, corners[1...] + corners[..<1]) {
      if a.w >= nearest { outline.append(Point(x: a.x / a.w, y: a.y / a.w)) }
      guard (a.w >= nearest) != (b.w >= nearest) else { continue }
      let part = (nearest - a.w) / (b.w - a.w)
      outline.append(
        Point(x: (a.x + (b.x - a.x) * part) / nearest, y: (a.y + (b.y - a.y) * part) / nearest))
    }
    return outline.count >= 3 ? outline : []
  }
}

extension [Point] {
  /// The area of the polygon with these corners, for either order of the corners.
  var area: Double {
    guard count >= 3 else { return 0 }
    return abs(
      indices.reduce(0) { sum, i in
        let (a, b) = (self[i], self[(i + 1) % count])
        return sum + a.x * b.y - a.y * b.x
      }) / 2
  }

  /// Returns whether these corners of a convex polygon surround `point`.
  func surrounds(_ point: Point) -> Bool {
    guard count >= 3 else { return false }
    let sides = indices.map { i -> Double in
      let (a, b) = (self[i], self[(i + 1) % count])
      return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
    }
    return sides.allSatisfy { $0 > 0 } || sides.allSatisfy { $0 < 0 }
  }

  /// Returns the part of the convex polygon that is in `(0, 0)` … `size`.
  func clipped(to size: Size) -> [Point] {
    var polygon = self
    // Functions that return the distance of a point from each of the four edges; positive inside.
    let edges: [(Point) -> Double] = [
      { $0.x }, { size.width - $0.x }, { $0.y }, { size.height - $0.y },
    ]
    for inside in edges {
      let corners = polygon
      polygon = []
      for (i, a) in corners.enumerated() {
        let b = corners[(i + 1) % corners.count]
        let (da, db) = (inside(a), inside(b))
        if da >= 0 { polygon.append(a) }
        if (da >= 0) != (db >= 0) { polygon.append(a + (b - a) * (da / (da - db))) }
      }
    }
    return polygon
  }

  /// Returns the distance of `point` from the nearest edge of the polygon.
  func distanceOfEdges(from point: Point) -> Double {
    indices.map { i in
      let (a, b) = (self[i], self[(i + 1) % count])
      let (along, offset) = (b - a, point - a)
      let length = along.x * along.x + along.y * along.y
      let part = length > 0 ? (offset.x * along.x + offset.y * along.y) / length : 0
      return (a + along * Swift.min(Swift.max(part, 0), 1)).distance(to: point)
    }.min() ?? .infinity
  }
}

/// Whether two numbers agree up to rounding.
func near(_ a: Double, _ b: Double, within tolerance: Double = 1e-9) -> Bool { abs(a - b) <= tolerance }
