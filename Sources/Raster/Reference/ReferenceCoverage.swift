internal import Geometry

/// The outline of a layer. It computes whether a point lies inside, and the part of a pixel's area that lies inside.
final class ReferenceOutline {
  private let polygon: ConvexPolygon
  /// For each side the inward unit normal (`x`, `y`), and an offset. `x` · X + `y` · Y + `offset` is the
  /// distance of the point (X, Y) from the side, positive inside.
  private let sides: [(x: Double, y: Double, offset: Double)]

  init(_ polygon: ConvexPolygon) {
    self.polygon = polygon
    let winding: Double = polygon.signedArea > 0 ? 1 : -1
    sides = (0..<polygon.count).compactMap { index in
      let (a, b) = (polygon[index], polygon[index + 1 == polygon.count ? 0 : index + 1])
      let side = b - a
      let length = (side.x * side.x + side.y * side.y).squareRoot()
      // Sides this short are ignored, because rounding may have changed their direction.
      guard length >= 2 * SubpixelPoints.margin else { return nil }
      let (x, y) = (-side.y / length * winding, side.x / length * winding)
      return (x, y, -(x * a.x + y * a.y))
    }
  }

  /// Whether `point` lies inside, at more than `margin` from each side.
  func contains(_ point: Point, margin: Double) -> Bool {
    for side in sides where side.x * point.x + side.y * point.y + side.offset <= margin { return false }
    return true
  }

  /// Returns the part of the outline inside pixel (`x`, `y`).
  func part(x: Int, y: Int) -> ConvexPolygon {
    let (x, y) = (Double(x), Double(y))
    return polygon.clipped(minX: x, minY: y, maxX: x + 1, maxY: y + 1)
  }

  /// Returns the area of the part of the outline inside pixel (`x`, `y`), `0...1`.
  func coverage(x: Int, y: Int) -> Double {
    // The pixel lies completely inside: its center is farther from each side than half the pixel's diagonal,
    // 0.71.
    if contains(Point(x: Double(x) + 0.5, y: Double(y) + 0.5), margin: 0.75) { return 1 }
    return min(1, abs(part(x: x, y: y).signedArea))
  }
}

/// One layer's contribution to one pixel.
struct PixelContribution {
  let outline: ReferenceOutline
  let color: Channels
  /// The alpha of the layer, `0...1`.
  let alpha: Double
  /// The area of the pixel inside the outline.
  let coverage: Double
  /// The layer's share of the part of the pixel that the layers in front leave, before alpha.
  var share: Double

  init(outline: ReferenceOutline, color: Channels, alpha: Double, coverage: Double) {
    (self.outline, self.color, self.alpha, self.coverage) = (outline, color, alpha, coverage)
    share = coverage
  }

  /// Whether an edge of the layer crosses the pixel.
  var isPartial: Bool { (1..<SubpixelPoints.wholeCoverage).contains(UInt32((coverage * 65536).rounded())) }

  /// The fraction of the background that shows through the layer.
  var transmission: Double { 1 - alpha * color.alpha / 255 }
}

/// Computes the shares of `parts` in pixel (`x`, `y`) if the edges of several layers cross it; otherwise the
/// shares stay equal to the coverages. `parts` is sorted back to front.
func resolveShares(_ parts: inout [PixelContribution], x: Int, y: Int) {
  let partial = parts.indices.filter { parts[$0].isPartial }
  guard partial.count > 1 else { return }
  let points = SubpixelPoints.all(x: x, y: y)
  var transmissions = [Double](repeating: 1, count: points.count)
  var remaining = 1.0
  var inFront: [PixelContribution] = []
  for index in partial.reversed() {
    let part = parts[index]
    let inside = points.indices.filter { part.outline.contains(points[$0], margin: SubpixelPoints.margin) }
    let seen: Double
    if inside.isEmpty {
      let center = part.outline.part(x: x, y: y).centroid
      seen = inFront.reduce(1) { seen, front in
        guard let center, front.outline.contains(center, margin: 0) else { return seen }
        return seen * front.transmission
      }
    } else {
      seen = inside.reduce(0) { $0 + transmissions[$1] } / Double(inside.count)
    }
    parts[index].share = remaining > 0 ? min(1, part.coverage * seen / remaining) : 0
    for point in inside { transmissions[point] *= part.transmission }
    remaining *= 1 - parts[index].share * (1 - part.transmission)
    inFront.append(part)
  }
}

extension SubpixelPoints {
  /// Returns the 64 points of pixel (`x`, `y`).
  fileprivate static func all(x: Int, y: Int) -> [Point] {
    (0..<64).map { index in
      let (i, j) = (index % 8, index / 8)
      return Point(
        x: Double(x) + (Double(8 * i) + shiftOfRow[j] + 0.5) / 64,
        y: Double(y) + (Double(8 * j) + shiftOfColumn[i] + 0.5) / 64)
    }
  }
}
