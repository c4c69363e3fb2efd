internal import Geometry

/// The four corners at which a rectangle is seen: its center, its rotation, and the corners without the rotation.
///
/// Between two shapes, the rectangle turns by the smaller angle, and its corners move on straight lines otherwise. So a tilted
/// item becomes upright without shrinking on the way.
struct SharedElementShape {
  /// In points of the window.
  let center: Point
  /// The direction of the line between the middles of the left and the right side, in radians.
  private let angle: Double
  /// From the center, before the rotation: top left, top right, bottom right, bottom left.
  private let corners: [Point]

  private init(center: Point, angle: Double, corners: [Point]) {
    (self.center, self.angle, self.corners) = (center, angle, corners)
  }

  /// Creates the shape to which `map` projects a rectangle; `nil` if a corner is behind the viewer, or if the shape has almost no
  /// area.
  init?(_ rect: Rect, _ map: Homography) {
    let seen = rect.corners.compactMap { map.project($0) }
    guard seen.count == 4, seen.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
    center = (seen[0] + seen[1] + seen[2] + seen[3]) * 0.25
    let across = seen[1] + seen[2] - seen[0] - seen[3]
    angle = across.angle
    let (middle, turn) = (center, Transform2D.rotation(by: -angle))
    corners = seen.map { turn.apply(to: $0 - middle) }
    let diagonals = (corners[2] - corners[0], corners[3] - corners[1])
    let area = abs(diagonals.0.x * diagonals.1.y - diagonals.0.y * diagonals.1.x) / 2
    guard area > 1 else { return nil }  // square points
  }

  /// Returns the shape on the way to `other`.
  ///
  /// - Parameter part: The part of the way; 0 for this shape, 1 for `other`. Other values extend the way.
  func moved(to other: SharedElementShape, by part: Double) -> SharedElementShape {
    var turn = other.angle - angle
    turn -= (turn / (2 * .pi)).rounded() * 2 * .pi
    return SharedElementShape(
      center: center + (other.center - center) * part, angle: angle + turn * part,
      corners: zip(corners, other.corners).map { $0 + ($1 - $0) * part })
  }

  /// Returns the shape scaled about its center.
  func scaled(by factor: Double) -> SharedElementShape {
    SharedElementShape(center: center, angle: angle, corners: corners.map { $0 * factor })
  }

  /// Returns the shape moved by `offset`.
  func moved(by offset: Point) -> SharedElementShape {
    SharedElementShape(center: center + offset, angle: angle, corners: corners)
  }

  /// Returns the map that shows `rect` in this shape; `nil` if the shape is seen edge-on.
  func map(of rect: Rect) -> Homography? {
    let turn = Transform2D.rotation(by: angle)
    return Homography(of: rect, toCorners: corners.map { turn.apply(to: $0) + center })
  }
}
