internal import Geometry

/// The definition of the picture: slow, and simple enough to be right.
///
/// 1. The canvas is filled with the background.
/// 2. Layers are drawn back to front. A layer's outline is the image of its texture's rectangle, cut off at
///    `w < 1/64`, its corners rounded to 1/65536 px.
/// 3. A pixel's coverage is the area of its square that lies inside the outline. The layer's share of the
///    pixel is its coverage, but for what 4 says.
/// 4. Where the edges of several layers run through one pixel, 8 × 8 points of it decide what covers what,
///    and of these layers alone, front to back: a layer is *seen* as much as comes through those in front, on
///    average over the points inside its outline; its share is coverage × seen ÷ what remains of the pixel;
///    then through each of those points comes only 1 − a of what came before, and of the pixel remains only
///    1 − a × share, where a is the layer's alpha × its colour's. A point within 3.5/65536 px of a side is not
///    inside. An outline that passes between the points is seen as much as comes through where its centre of
///    gravity in the pixel lies. Edges of which less than 1/4096 of the pixel is missing do not count.
/// 5. Its colour is sampled where the pixel's centre falls on the texture: bilinearly between texel centres,
///    which lie at one half; beyond the outermost centres the outermost texels go on. How large the texture
///    is that is sampled is chosen for tiles of 8 × 8 px, at the centre of each, but within what is found at
///    the corners of what is visible: width and height downscale, each for itself and by 1/√2 a step, until no
///    more than 1.98 texels are left on a pixel; from 96 % of that on the next step's is mixed in.
/// 6. Colour × alpha × share is laid over what is there: `c + (1 − c.alpha) · below`, on the numbers as they
///    are stored, premultiplied and without linearisation.
/// 7. All of this in exact arithmetic; only the finished pixel is rounded to 8 bits.
///
/// Because of 4 no seam shows between quads that touch: their areas add up, and no point is in both. And the
/// edge of a stack of equal cards shows what is behind the stack, not the second card.
///
/// ``Renderer`` draws the same picture fast: no channel of any pixel differs by more than 1.
public struct ReferenceRenderer {
  /// Creates a renderer; it keeps nothing between scenes.
  public init() {}

  /// Draws `scene` into `buffer`.
  ///
  /// - Parameters:
  ///   - scene: What to draw.
  ///   - buffer: Where to. Pixels outside scene and clip are left alone.
  ///   - clip: The part to draw; `nil` for all. The picture inside is the same as without.
  /// - Precondition: The scene fits the buffer, and its sides are in `0...Scene.maximumSide`.
  public func render(_ scene: Scene, into buffer: PixelBuffer, clip: PixelRect? = nil) {
    let area = scene.drawnArea(clip: clip, in: buffer)
    guard !area.isEmpty else { return }
    let background = Channels(scene.backgroundPixel)
    let layers = scene.layers.compactMap { ReferenceLayer($0, width: scene.width, height: scene.height) }
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

/// A layer that is seen, ready to be asked for each pixel.
private struct ReferenceLayer {
  let bounds: PixelRect
  private let outline: ReferenceOutline
  private let sampler: ReferenceSampler
  private let alpha: Double

  init?(_ layer: Layer, width: Int, height: Int) {
    guard let placement = Placement(layer, width: width, height: height) else { return nil }
    outline = ReferenceOutline(placement.outline)
    bounds = layer.pixelBounds(width: width, height: height)
    sampler = ReferenceSampler(texture: layer.texture, placement: placement)
    alpha = min(layer.alpha, 1)
  }

  /// What the layer is in pixel (`x`, `y`); `nil` when nothing.
  func part(x: Int, y: Int) -> PixelContribution? {
    guard bounds.x <= x, x < bounds.maxX else { return nil }
    let coverage = outline.coverage(x: x, y: y)
    guard coverage > 0 else { return nil }
    return PixelContribution(
      outline: outline, color: sampler.color(x: x, y: y), alpha: alpha, coverage: coverage)
  }
}

/// Four channels of a pixel, `0...255`, not rounded.
struct Channels {
  var blue, green, red, alpha: Double

  init(_ pixel: UInt32) {
    blue = Double(pixel & 0xff)
    green = Double((pixel >> 8) & 0xff)
    red = Double((pixel >> 16) & 0xff)
    alpha = Double(pixel >> 24)
  }

  /// Adds `weight` of `other` to `1 - weight` of this.
  mutating func mix(_ other: Channels, _ weight: Double) {
    blue += (other.blue - blue) * weight
    green += (other.green - green) * weight
    red += (other.red - red) * weight
    alpha += (other.alpha - alpha) * weight
  }

  /// Lays premultiplied `color` over this.
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

/// Reads a layer's colours from its texture.
private struct ReferenceSampler {
  let texture: Texture
  let placement: Placement

  /// The colour at the centre of pixel (`x`, `y`).
  func color(x: Int, y: Int) -> Channels {
    let center = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
    let mix = LevelMix(placement.sizes.choice(x: x, y: y), of: texture)
    var color = texel(at: center, of: mix[0].level)
    for index in 1..<mix.count {
      color.mix(texel(at: center, of: mix[index].level), mix.shareAmongFirst(index))
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
