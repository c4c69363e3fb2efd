internal import Geometry

/// The renderer that defines what a scene looks like. It is slow, and simple enough to be verified by
/// reading.
///
/// 1. The canvas is filled with the background.
/// 2. Layers are drawn back to front. A layer's outline is the projection of its texture's rectangle, clipped
///    at `w < 1/64`, its corners rounded to 1/65536 px, then clipped to the layer's clips.
/// 3. A pixel's coverage is the area of its square that lies inside the outline. The layer's share of the pixel
///    equals its coverage, except as in step 4.
/// 4. Where the edges of several layers cross one pixel, 8 × 8 points of the pixel decide how much of each
///    layer is visible. Each point has a transmission, and the pixel has a remainder; both are 1 at first.
///    For each of these layers, front to back: its visibility is the mean transmission of the points inside
///    its outline, and its share is coverage × visibility ÷ remainder. Then the transmission of these points
///    is multiplied by 1 − a, and the remainder by 1 − a × share, where a is the layer's alpha × the alpha of
///    its color. A point within 3.5/65536 px of a side is not inside. If no point is inside, the visibility
///    is the transmission at the centroid of the outline's part of the pixel. Edges that leave less than
///    1/4096 of the pixel uncovered are ignored.
/// 5. The layer's color is sampled where the pixel's center falls on the texture: bilinearly between texel
///    centers, the first of which is at (0.5, 0.5). Outside the outermost centers the outermost texels are
///    repeated. The mip level is selected for tiles of 8 × 8 px, at the center of each tile, and limited to the
///    range of levels at the corners of the visible outline. Width and height are downscaled independently, by
///    1/√2 a step, until a pixel has at most 1.98 texels in each direction. From 96 % of that limit on, the
///    next level is gradually blended in.
/// 6. c = color × alpha × share is composited over the layers behind it: `c + (1 − c.alpha) · below`. This
///    uses the stored, premultiplied values, without conversion to linear light.
/// 7. All of this uses exact arithmetic; only the finished pixel is rounded to 8 bits.
///
/// Because of step 4, no seam is visible between two quads that touch: their areas add up to 1, and no point
/// is in both. Where equal cards are stacked, their edges blend with the background behind all of them, not
/// with the second card.
///
/// ``Renderer`` draws the same image fast: each channel of each pixel differs by at most 1.
public struct ReferenceRenderer {
  /// Creates a renderer; it keeps no state between scenes.
  public init() {}

  /// Draws `scene` into `buffer`.
  ///
  /// - Parameters:
  ///   - scene: The scene to draw.
  ///   - buffer: The destination. Pixels outside the scene and the clip are left untouched.
  ///   - clip: The rectangle to draw; `nil` draws the whole scene. The pixels inside are the same as without
  ///     a clip.
  /// - Precondition: The scene fits the buffer, and its sides are in `0...Scene.maximumSide`.
  public func render(_ scene: Scene, into buffer: PixelBuffer, clip: PixelRect? = nil) {
    let area = scene.drawnArea(clip: clip, in: buffer)
    guard !area.isEmpty else { return }
    let background = Channels(scene.backgroundPixel)
    let layers = scene.layers.compactMap {
      ReferenceLayer($0, width: scene.width, height: scene.height)
    }
    for y in area.y..<area.maxY {
      let row = buffer.pointer + y * buffer.stride
      let layers = layers.filter { $0.bounds.y <= y && y < $0.bounds.maxY }
      for x in area.x..<area.maxX {
        var parts = layers.compactMap { $0.part(x: x, y: y) }
        resolveShares(&parts, x: x, y: y)
        var color = background
        for part in parts { color.composite(part.color, opacity: part.alpha * part.share) }
        row.storeBytes(of: color.pixel, toByteOffset: x * 4, as: UInt32.self)
      }
    }
  }
}

/// A visible layer, prepared for queries of single pixels.
private struct ReferenceLayer {
  let bounds: PixelRect
  private let outline: ReferenceOutline
  private let sampler: ReferenceSampler
  private let alpha: Double

  init?(_ layer: SceneLayer, width: Int, height: Int) {
    guard let placement = Placement(layer, width: width, height: height) else { return nil }
    outline = ReferenceOutline(placement.outline)
    bounds = layer.pixelBounds(width: width, height: height)
    sampler = ReferenceSampler(layer: layer, placement: placement)
    alpha = min(layer.alpha, 1)
  }

  /// Returns the layer's contribution to pixel (`x`, `y`), or `nil` if the layer does not cover any of it.
  func part(x: Int, y: Int) -> PixelContribution? {
    guard bounds.x <= x, x < bounds.maxX else { return nil }
    let coverage = outline.coverage(x: x, y: y)
    guard coverage > 0 else { return nil }
    return PixelContribution(
      outline: outline, color: sampler.color(x: x, y: y), alpha: alpha, coverage: coverage)
  }
}

/// The four channels of a pixel, `0...255`, not rounded.
struct Channels {
  var blue, green, red, alpha: Double

  init(_ pixel: UInt32) {
    blue = Double(pixel & 0xff)
    green = Double((pixel >> 8) & 0xff)
    red = Double((pixel >> 16) & 0xff)
    alpha = Double(pixel >> 24)
  }

  /// Replaces this color by `weight` × `other` + (1 − `weight`) × this color.
  mutating func mix(_ other: Channels, _ weight: Double) {
    blue += (other.blue - blue) * weight
    green += (other.green - green) * weight
    red += (other.red - red) * weight
    alpha += (other.alpha - alpha) * weight
  }

  /// Composites premultiplied `color` × `opacity` over this color.
  mutating func composite(_ color: Channels, opacity: Double) {
    let rest = 1 - color.alpha / 255 * opacity
    blue = color.blue * opacity + blue * rest
    green = color.green * opacity + green * rest
    red = color.red * opacity + red * rest
    alpha = color.alpha * opacity + alpha * rest
  }

  var pixel: UInt32 {
    func byte(_ value: Double) -> UInt32 { UInt32(min(max(value, 0), 255) + 0.5) }
    return byte(blue) | byte(green) << 8 | byte(red) << 16 | byte(alpha) << 24
  }
}

/// Samples a layer's colors from its texture.
private struct ReferenceSampler {
  let layer: SceneLayer
  let placement: Placement

  /// Returns the color at the center of pixel (`x`, `y`).
  func color(x: Int, y: Int) -> Channels {
    let center = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
    let mix = LevelMix(placement.levels.choice(x: x, y: y), of: layer)
    var color = texel(at: center, of: mix[0].level)
    for index in 1..<mix.count {
      color.mix(texel(at: center, of: mix[index].level), mix.weightAmongFirst(index))
    }
    return color
  }

  private func texel(at point: Point, of level: MipLevel) -> Channels {
    let m = placement.toTexels(of: level)
    let w = max(m.w(at: point), placement.minW)
    let u = min(max((m.m0 * point.x + m.m1 * point.y + m.m2) / w - 0.5, 0), Double(level.width - 1))
    let v = min(max((m.m3 * point.x + m.m4 * point.y + m.m5) / w - 0.5, 0), Double(level.height - 1))
    let (column, row) = (Int(u), Int(v))
    let (nextColumn, nextRow) = (min(column + 1, level.width - 1), min(row + 1, level.height - 1))
    var top = Channels(level.texel(column, row))
    top.mix(Channels(level.texel(nextColumn, row)), u - Double(column))
    var bottom = Channels(level.texel(column, nextRow))
    bottom.mix(Channels(level.texel(nextColumn, nextRow)), u - Double(column))
    top.mix(bottom, v - Double(row))
    return top
  }
}
