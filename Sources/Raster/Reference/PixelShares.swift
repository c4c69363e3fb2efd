internal import Geometry

/// What one layer is in one pixel.
struct PixelPart {
  let outline: ReferenceOutline
  let color: Channels
  /// Of the layer, `0...1`.
  let alpha: Double
  /// How much of the pixel lies inside the outline.
  let coverage: Double
  /// How much of what the layers in front leave of the pixel is this layer's, before alpha.
  var share: Double

  init(outline: ReferenceOutline, color: Channels, alpha: Double, coverage: Double) {
    (self.outline, self.color, self.alpha, self.coverage) = (outline, color, alpha, coverage)
    share = coverage
  }

  /// Whether the edge of the layer runs through the pixel.
  var isPartial: Bool { (1..<PixelPoints.wholeCoverage).contains(UInt32((coverage * 65536).rounded())) }

  /// How much of what is behind comes through where the layer is.
  var transmission: Double { 1 - alpha * color.alpha / 255 }
}

/// Shares the pixel (`x`, `y`) out among `parts`, back to front, if the edges of several layers run through
/// it.
func shareOut(_ parts: inout [PixelPart], x: Int, y: Int) {
  let partial = parts.indices.filter { parts[$0].isPartial }
  guard partial.count > 1 else { return }
  let points = PixelPoints.all(x: x, y: y)
  var transmissions = [Double](repeating: 1, count: points.count)
  var remaining = 1.0
  var inFront: [PixelPart] = []
  for index in partial.reversed() {
    let part = parts[index]
    let inside = points.indices.filter { part.outline.contains(points[$0], margin: PixelPoints.margin) }
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

extension PixelPoints {
  /// The points of pixel (`x`, `y`).
  fileprivate static func all(x: Int, y: Int) -> [Point] {
    (0..<64).map { index in
      let (i, j) = (index % 8, index / 8)
      return Point(
        x: Double(x) + (Double(8 * i) + shiftOfRow[j] + 0.5) / 64,
        y: Double(y) + (Double(8 * j) + shiftOfColumn[i] + 0.5) / 64)
    }
  }
}
