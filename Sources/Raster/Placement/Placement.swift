package import Geometry

/// A layer's outline on the canvas and the mip levels that it samples. Both renderers use it.
package struct Placement {
  /// The visible part of the layer's outline, clipped to the canvas and to the layer's clip; its area is not zero.
  package let outline: ConvexPolygon
  /// Selects the mip levels to sample.
  package let levels: LevelSelector
  /// Maps canvas pixels to the texture. At each pixel, its `w` is the reciprocal of the homography's `w`.
  private let toTexture: Homography
  private let size: Size
  /// A lower bound for the `w` of `toTexture`, so that the division is safe.
  ///
  /// If the outline only touches a pixel, the pixel's center may lie beyond the layer's vanishing line, where
  /// `w` is 0 or negative. The bound is a quarter of the smallest `w` on the layer: the quotient stays finite,
  /// and nothing changes inside the outline.
  package let minW: Double

  /// Parts of a layer with a smaller `w` are clipped. The plane `w = 0` passes through the eye, where the
  /// projection is infinite.
  static let nearPlaneW = 1.0 / 64

  /// The number of positions per pixel to which corners are rounded. Without rounding, the errors of a matrix
  /// product could leave a hairline at an edge that should lie exactly between two pixels.
  static let cornerResolution = 65536.0

  /// Places `layer` on a canvas of `width` × `height` pixels. Returns `nil` if no part of the layer is
  /// visible.
  package init?(_ layer: SceneLayer, width: Int, height: Int) {
    size = Size(width: Double(layer.texture.width), height: Double(layer.texture.height))
    guard layer.alpha > 0, let inverse = layer.homography.inverse else { return nil }
    guard let (whole, maxW) = layer.homography.roundedOutline(of: size) else { return nil }
    outline = layer.visiblePart(of: whole, width: width, height: height)
    guard outline.centroid != nil else { return nil }

    minW = 1 / (4 * maxW)
    guard inverse.isFinite, minW > 0 else { return nil }
    toTexture = inverse
    levels = LevelSelector(of: layer.texture, in: outline, inverse)
  }

  /// Calls `body` with the sizes of the mip levels that the tiles choose or blend in, possibly several times.
  func forEachTileSize(_ body: (LevelSize) -> Void) {
    let (extent, tile) = (PixelExtent(outline), LevelSelector.tileSide)
    guard extent.startColumn < extent.endColumn, extent.startRow < extent.endRow else { return }
    let columns = extent.startColumn / tile...(extent.endColumn - 1) / tile
    var last: LevelChoice?
    for row in extent.startRow / tile...(extent.endRow - 1) / tile {
      for first in stride(from: columns.lowerBound, through: columns.upperBound, by: 4) {
        let choices = levels.choices(column: first, row: row)
        for index in 0..<min(4, columns.upperBound - first + 1) {
          let choice = LevelChoice(packed: choices[index])
          if choice != last { choice.pattern.forEachSize { body(LevelSize(x: $0, y: $1)) } }
          last = choice
        }
      }
      if levels.isUniform { return }
    }
  }

  /// Returns the map from canvas pixels to texels of `level`.
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

  /// Returns the projected outline of the rectangle `(0, 0)` … `size` and the largest `w` at its corners, or
  /// `nil` if all of the rectangle is behind the near plane. Unlike `projectedOutline(of:nearestW:)`, it
  /// rounds the corners and does not allocate.
  func roundedOutline(of size: Size) -> (ConvexPolygon, maxW: Double)? {
    let nearest = Placement.nearPlaneW
    var outline = ConvexPolygon()
    var farthest = 0.0
    func append(_ source: Point, w: Double) {
      let grid = Placement.cornerResolution
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
