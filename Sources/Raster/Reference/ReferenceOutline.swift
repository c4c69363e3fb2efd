internal import Geometry

/// The outline of a layer, to be asked what is inside.
final class ReferenceOutline {
  private let polygon: ConvexPolygon
  /// Of each side the unit vector that points inwards, and what makes `x` · X + `y` · Y + `offset` the
  /// distance inside.
  private let sides: [(x: Double, y: Double, offset: Double)]

  init(_ polygon: ConvexPolygon) {
    self.polygon = polygon
    let winding: Double = polygon.signedArea > 0 ? 1 : -1
    sides = (0..<polygon.count).compactMap { index in
      let (a, b) = (polygon[index], polygon[index + 1 == polygon.count ? 0 : index + 1])
      let side = b - a
      let length = (side.x * side.x + side.y * side.y).squareRoot()
      // Rounding may have turned a side as short as this to anywhere.
      guard length >= 2 * PixelPoints.margin else { return nil }
      let (x, y) = (-side.y / length * winding, side.x / length * winding)
      return (x, y, -(x * a.x + y * a.y))
    }
  }

  /// Whether `point` lies inside and farther than `margin` from each side.
  func contains(_ point: Point, margin: Double) -> Bool {
    for side in sides where side.x * point.x + side.y * point.y + side.offset <= margin { return false }
    return true
  }

  /// What is inside of pixel (`x`, `y`).
  func part(x: Int, y: Int) -> ConvexPolygon {
    let (x, y) = (Double(x), Double(y))
    return polygon.clipped(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
  }

  /// The area of that, `0...1`.
  func coverage(x: Int, y: Int) -> Double {
    // Farther from each side than half a diagonal of the pixel.
    if contains(Point(x: Double(x) + 0.5, y: Double(y) + 0.5), margin: 0.75) { return 1 }
    return min(1, abs(part(x: x, y: y).signedArea))
  }
}
