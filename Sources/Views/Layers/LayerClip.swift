package import Geometry

/// The clip of a layer in a window: an axis-aligned rectangle or a convex polygon.
///
/// The clip of a tilted view is a polygon. Rounded corners are approximated by a few straight sides, which
/// deviate from the arc by less than 1/80 of the radius.
package struct LayerClip: Hashable, Sendable {
  /// The smallest axis-aligned rectangle that contains the clip, in the window's points.
  package private(set) var bounds: Rect
  /// The corners of the polygon, in order; empty if the clip is the rectangle ``bounds``.
  package private(set) var corners: [Point]
  /// Whether the clip is an axis-aligned rectangle with rounded corners, or an intersection of such rectangles.
  package private(set) var isUpright = true

  /// The largest number of corners of a polygon.
  package static let maximumCorners = 24
  private static let sidesOfArc = 5

  /// Creates a rectangular clip.
  package init(_ bounds: Rect) { (self.bounds, corners) = (bounds, []) }

  /// Creates the clip to which `map` projects a rectangle with rounded corners.
  package init(_ rect: Rect, radius: Double = 0, map: Homography) {
    let radius = min(max(radius.isFinite ? radius : 0, 0), rect.size.width / 2, rect.size.height / 2)
    if map.isUpright, radius <= 0 || rect.isEmpty {
      self.init(map.boundingBox(of: rect))
      return
    }
    let outline =
      radius > 0 ? Self.outline(of: rect, radius: radius).compactMap { map.projectBefore($0) } : []
    if outline.count == 4 * (Self.sidesOfArc + 1) {
      self.init(corners: outline, isUpright: map.isUpright)
      return
    }
    let plain = Homography.scale(1, offset: rect.origin).concatenated(with: map)
    self.init(corners: plain.projectedOutline(of: rect.size), isUpright: false)
  }

  private init(corners: [Point], isUpright: Bool) {
    (self.corners, self.isUpright) = (corners, isUpright)
    bounds = corners.isEmpty ? .zero : Rect(containing: corners)
    if corners.count < 3 { (self.corners, bounds) = ([], .zero) }
  }

  /// Returns the corners of the polygon that approximates a rounded rectangle, clockwise.
  private static func outline(of rect: Rect, radius: Double) -> [Point] {
    let centers = [
      Point(x: rect.maxX - radius, y: rect.minY + radius),
      Point(x: rect.maxX - radius, y: rect.maxY - radius),
      Point(x: rect.minX + radius, y: rect.maxY - radius),
      Point(x: rect.minX + radius, y: rect.minY + radius),
    ]
    return centers.enumerated().flatMap { quarter, center in
      (0...sidesOfArc).map { step in
        let angle = (Double(quarter - 1) + Double(step) / Double(sidesOfArc)) * .pi / 2
        let turn = Transform2D.rotation(by: angle)
        return Point(x: center.x + radius * turn.a, y: center.y + radius * turn.b)
      }
    }
  }

  /// Whether the clip contains no points.
  package var isEmpty: Bool { bounds.isEmpty }

  /// Returns the clip on the way to a larger rectangle: the clip itself for 0, the rectangle for 1.
  func grown(to rect: Rect, by part: Double) -> LayerClip {
    guard part > 0 else { return self }
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * min(part, 1) }
    let (left, top) = (
      mix(bounds.minX, min(rect.minX, bounds.minX)), mix(bounds.minY, min(rect.minY, bounds.minY))
    )
    let (right, bottom) = (
      mix(bounds.maxX, max(rect.maxX, bounds.maxX)), mix(bounds.maxY, max(rect.maxY, bounds.maxY))
    )
    return LayerClip(Rect(x: left, y: top, width: right - left, height: bottom - top))
  }

  /// Returns the intersection of two clips.
  package func intersection(_ other: LayerClip) -> LayerClip {
    if corners.isEmpty, other.corners.isEmpty { return LayerClip(bounds.intersection(other.bounds)) }
    if corners.isEmpty { return other.intersection(self) }
    if other.corners.isEmpty, other.bounds.intersection(bounds) == bounds { return self }
    let cut = other.corners.isEmpty ? other.bounds.corners : other.corners
    let common = Self.clip(corners, to: cut)
    let isUpright = isUpright && other.isUpright
    if common.count <= Self.maximumCorners { return LayerClip(corners: common, isUpright: isUpright) }
    var clip = LayerClip(corners: Self.simplified(common), isUpright: isUpright)
    clip.bounds = Rect(containing: common)
    return clip
  }

  /// Returns a polygon with at most ``maximumCorners`` corners that contains the convex polygon `polygon`, so that the clip
  /// hides no pixel that the exact intersection shows.
  ///
  /// The method removes one side after the other: it extends the two neighbors of the side until they meet. It begins with the
  /// side whose removal adds the least area.
  private static func simplified(_ polygon: [Point]) -> [Point] {
    var polygon = polygon
    while polygon.count > maximumCorners {
      var best: (side: Int, corner: Point, area: Double)?
      for side in polygon.indices {
        guard let corner = cornerReplacing(side, of: polygon) else { continue }
        let added = abs(area(of: [polygon[side], corner, polygon[(side + 1) % polygon.count]]))
        if added < best?.area ?? .infinity { best = (side, corner, added) }
      }
      // Without a result, the numbers are extreme.
      guard let best else { return Rect(containing: polygon).corners }
      polygon[best.side] = best.corner
      polygon.remove(at: (best.side + 1) % polygon.count)
    }
    return polygon
  }

  /// Returns the point at which the neighbors of a side meet if they are extended beyond the side; `nil` if they do not meet
  /// there.
  ///
  /// - Parameter side: The index of the side's first corner.
  private static func cornerReplacing(_ side: Int, of polygon: [Point]) -> Point? {
    let count = polygon.count
    let (start, end) = (polygon[side], polygon[(side + 1) % count])
    let before = start - polygon[(side + count - 1) % count]
    let after = end - polygon[(side + 2) % count]
    func cross(_ a: Point, _ b: Point) -> Double { a.x * b.y - a.y * b.x }
    let turn = cross(before, after)
    let (along, back) = (cross(end - start, after) / turn, cross(end - start, before) / turn)
    guard along.isFinite, back.isFinite, along >= 0, back >= 0 else { return nil }
    let corner = start + before * along
    return corner.x.isFinite && corner.y.isFinite ? corner : nil
  }

  /// Returns the intersection of two convex polygons.
  private static func clip(_ polygon: [Point], to cut: [Point]) -> [Point] {
    let winding: Double = area(of: cut) < 0 ? -1 : 1
    var result = polygon
    for index in cut.indices {
      let (a, b) = (cut[index], cut[(index + 1) % cut.count])
      let side = (b - a) * winding
      guard side != .zero else { continue }
      func depth(_ point: Point) -> Double { side.x * (point.y - a.y) - side.y * (point.x - a.x) }
      var inside: [Point] = []
      for place in result.indices {
        let (start, end) = (result[place], result[(place + 1) % result.count])
        let (depthOfStart, depthOfEnd) = (depth(start), depth(end))
        if depthOfStart >= 0 { inside.append(start) }
        if (depthOfStart < 0 && depthOfEnd > 0) || (depthOfStart > 0 && depthOfEnd < 0) {
          inside.append(start + (end - start) * (depthOfStart / (depthOfStart - depthOfEnd)))
        }
      }
      result = inside
    }
    return result
  }

  private static func area(of polygon: [Point]) -> Double {
    polygon.indices.reduce(0) { sum, index in
      let (a, b) = (polygon[index], polygon[(index + 1) % polygon.count])
      return sum + a.x * b.y - a.y * b.x
    }
  }
}

extension Homography {
  /// Projects a point; returns `nil` if the point lies near the viewer or behind it.
  fileprivate func projectBefore(_ point: Point) -> Point? {
    w(at: point) > 1.0 / 64 ? project(point) : nil
  }
}

extension Rect {
  /// The corners, clockwise from the top left one.
  var corners: [Point] {
    [Point(x: minX, y: minY), Point(x: maxX, y: minY), Point(x: maxX, y: maxY), Point(x: minX, y: maxY)]
  }

  init(containing points: [Point]) {
    var (low, high) = (points[0], points[0])
    for point in points {
      low = Point(x: min(low.x, point.x), y: min(low.y, point.y))
      high = Point(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    self.init(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }
}
