package import Geometry

/// Where a layer lies on the canvas and which of its texture's levels it shows: what both renderers must
/// agree on before the first pixel.
package struct Placement {
  /// The visible part of the layer's outline, inside the canvas; it has an area.
  package let outline: ConvexPolygon
  /// What is shown: the texture at one of its widths and one of its heights, or at some of them.
  package let sizes: LevelSelector
  /// From canvas pixels to the texture. Its `w` is the reciprocal of the layer's own.
  private let toTexture: Homography
  private let size: Size
  /// The least `w` of `toTexture` to divide by.
  ///
  /// A pixel that the outline only touches may have its centre beyond the layer's vanishing line. A quarter
  /// of the least value on the layer keeps the quotient finite and does not alter what is inside.
  package let minW: Double

  /// What is nearer to the eye is cut away: the plane `w = 0` runs through the eye, where images are
  /// infinite.
  static let nearPlaneW = 1.0 / 64

  /// Corners are rounded to this, in 1/px: the noise of a matrix product must not leave a hairline at an
  /// integral edge.
  static let cornerGrid = 65536.0

  /// Coordinates `layer` on a canvas of `width` × `height` pixels; `nil` when nothing of it can be seen.
  package init?(_ layer: Layer, width: Int, height: Int) {
    size = Size(width: Double(layer.texture.width), height: Double(layer.texture.height))
    guard layer.alpha > 0, let inverse = layer.homography.inverse else { return nil }
    guard let (whole, maxW) = layer.homography.roundedOutline(of: size) else { return nil }
    outline = whole.clipped(minX: 0, minY: 0, maxX: Double(width), maxY: Double(height))
    guard outline.centroid != nil else { return nil }

    minW = 1 / (4 * maxW)
    guard inverse.isFinite, minW > 0 else { return nil }
    toTexture = inverse
    sizes = LevelSelector(of: layer.texture, in: outline, inverse)
  }

  /// The map from canvas pixels to texels of `level`.
  package func toTexels(of level: MipLevel) -> Homography {
    let m = toTexture
    let (x, y) = (Double(level.width) / size.width, Double(level.height) / size.height)
    return Homography(m.m0 * x, m.m1 * x, m.m2 * x, m.m3 * y, m.m4 * y, m.m5 * y, m.m6, m.m7, m.m8)
  }
}

extension Homography {
  var isFinite: Bool {
    (m0 * 0 + m1 * 0 + m2 * 0 + m3 * 0 + m4 * 0 + m5 * 0 + m6 * 0 + m7 * 0 + m8 * 0) == 0
  }

  /// Returns the outline of the rectangle `(0, 0)` … `size` and the largest `w` on it; `nil` when none of it
  /// is in front of the near plane. As `projectedOutline(of:nearPlaneW:)`, but rounded and without allocating.
  func roundedOutline(of size: Size) -> (ConvexPolygon, maxW: Double)? {
    let nearest = Placement.nearPlaneW
    var outline = ConvexPolygon()
    var farthest = 0.0
    func append(_ source: Point, w: Double) {
      let grid = Placement.cornerGrid
      func rounded(_ value: Double) -> Double { (value / w * grid).rounded() / grid }
      outline.append(
        Point(
          x: rounded(m0 * source.x + m1 * source.y + m2), y: rounded(m3 * source.x + m4 * source.y + m5)))
    }
    func corner(_ index: Int) -> Point {
      Point(x: index == 1 || index == 2 ? size.width : 0, y: index & 3 >= 2 ? size.height : 0)
    }
    for index in 0..<4 {
      let (a, b) = (corner(index), corner((index + 1) & 3))
      let (wa, wb) = (w(at: a), w(at: b))
      if wa >= nearest {
        append(a, w: wa)
        farthest = max(farthest, wa)
      }
      if (wa >= nearest) != (wb >= nearest) {
        append(a + (b - a) * ((nearest - wa) / (wb - wa)), w: nearest)
      }
    }
    guard outline.count >= 3, outline.signedArea.isFinite else { return nil }
    return (outline, farthest)
  }
}
