import Geometry
import Raster

/// The exact colors inside a scene's opaque cards, computed without a renderer. Each texel is a square of one
/// color, and the color of a pixel is the mean over its area.
struct ExactPhotographs {
  /// For each pixel, the index of the layer that covers it; -1 if an edge is within 2.5 px.
  private(set) var card: [Int] = []
  private let textures: [Texture]
  /// For each pixel, blue, green, red and alpha, in levels.
  private(set) var colors: [SIMD4<Double>] = []

  init(_ scene: Scene, _ sums: [ColorSums]) {
    textures = scene.layers.map(\.texture)
    let outlines = scene.layers.map(Outline.init)
    func top(_ x: Double, _ y: Double) -> Int { outlines.lastIndex { $0.contains(x, y) } ?? -1 }
    for y in 0..<scene.height {
      for x in 0..<scene.width {
        let (centerX, centerY) = (Double(x) + 0.5, Double(y) + 0.5)
        let index = top(centerX, centerY)
        let isInside = index >= 0 && Self.around.allSatisfy { top(centerX + $0.x, centerY + $0.y) == index }
        card.append(isInside ? index : -1)
        guard isInside, let sums = sums.first(where: { $0.width == scene.layers[index].texture.width }) else {
          colors.append(.zero)
          continue
        }
        let corner = Point(x: Double(x), y: Double(y))
        colors.append(Self.mean(of: sums, under: corner, by: outlines[index].toTexture))
      }
    }
  }

  /// Whether a pixel is inside the same photograph as in the frame `other`. It is not if two overlapping
  /// photographs swap their order.
  func shows(sameAs other: ExactPhotographs, _ pixel: Int) -> Bool {
    let index = card[pixel]
    return index >= 0 && index == other.card[pixel] && textures[index] === other.textures[index]
  }

  private static let around = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]
    .map { Point(x: $0.0 * 2.5, y: $0.1 * 2.5) }

  /// Divides the pixel into 4 × 4 parts, and for each part averages an axis-aligned rectangle of the texture.
  /// This is exact for upright cards. For the most rotated cards, the result is blurred by about 0.1 px.
  private static func mean(of sums: ColorSums, under corner: Point, by map: Homography) -> SIMD4<Double> {
    let parts = 4
    let side = 1 / Double(parts)
    var mean = SIMD4<Double>.zero
    for i in 0..<(parts * parts) {
      let x = corner.x + (Double(i % parts) + 0.5) * side
      let y = corner.y + (Double(i / parts) + 0.5) * side
      let w = map.m6 * x + map.m7 * y + map.m8
      let u = (map.m0 * x + map.m1 * y + map.m2) / w
      let v = (map.m3 * x + map.m4 * y + map.m5) / w
      // Half the width and height of the part's footprint.
      let reachU = (abs(map.m0 - u * map.m6) + abs(map.m1 - u * map.m7)) / w * side / 2
      let reachV = (abs(map.m3 - v * map.m6) + abs(map.m4 - v * map.m7)) / w * side / 2
      mean += sums.mean(left: u - reachU, top: v - reachV, right: u + reachU, bottom: v + reachV)
    }
    return mean / Double(parts * parts)
  }
}

/// The outline of a card on the canvas.
private struct Outline {
  let toTexture: Homography
  private let size: Size
  private let bounds: (minX: Double, minY: Double, maxX: Double, maxY: Double)

  init(_ layer: SceneLayer) {
    size = Size(width: Double(layer.texture.width), height: Double(layer.texture.height))
    let corners = layer.homography.projectedOutline(of: size)
    bounds = corners.reduce(into: (.infinity, .infinity, -.infinity, -.infinity)) { bounds, corner in
      bounds = (
        min(bounds.0, corner.x), min(bounds.1, corner.y), max(bounds.2, corner.x), max(bounds.3, corner.y)
      )
    }
    toTexture = layer.homography.inverse ?? .identity
  }

  @inline(__always)
  func contains(_ x: Double, _ y: Double) -> Bool {
    guard x >= bounds.minX, x <= bounds.maxX, y >= bounds.minY, y <= bounds.maxY else { return false }
    let w = toTexture.m6 * x + toTexture.m7 * y + toTexture.m8
    let u = (toTexture.m0 * x + toTexture.m1 * y + toTexture.m2) / w
    let v = (toTexture.m3 * x + toTexture.m4 * y + toTexture.m5) / w
    return w > 0 && u >= 0 && v >= 0 && u <= size.width && v <= size.height
  }
}

/// A summed-area table of a picture's colors. The sum over any axis-aligned rectangle is computed from the
/// table's values at its four corners.
struct ColorSums {
  let width, height: Int
  private var sums: [SIMD4<Double>]

  init(_ pixels: [UInt32], width: Int, height: Int) {
    self.width = width
    self.height = height
    sums = Array(repeating: .zero, count: (width + 1) * (height + 1))
    for y in 0..<height {
      var row = SIMD4<Double>.zero
      for x in 0..<width {
        row += SIMD4<Double>(unsafeBitCast(pixels[y * width + x], to: SIMD4<UInt8>.self))
        sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
      }
    }
  }

  func mean(left: Double, top: Double, right: Double, bottom: Double) -> SIMD4<Double> {
    let sum = self[right, bottom] - self[left, bottom] - self[right, top] + self[left, top]
    return sum / ((right - left) * (bottom - top))
  }

  /// The sum over all texels above and to the left of a position, which may lie within a texel.
  private subscript(x: Double, y: Double) -> SIMD4<Double> {
    let (left, top) = (min(max(0, Int(x)), width - 1), min(max(0, Int(y)), height - 1))
    let (right, down) = (x - Double(left), y - Double(top))
    let at = top * (width + 1) + left
    let upper = sums[at] * (1 - right) + sums[at + 1] * right
    let lower = sums[at + width + 1] * (1 - right) + sums[at + width + 2] * right
    return upper * (1 - down) + lower * down
  }
}
