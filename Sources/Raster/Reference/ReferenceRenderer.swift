internal import Geometry

/// The definition of the picture: slow, and simple enough to be right.
///
/// 1. The canvas is filled with the background.
/// 2. Layers are drawn back to front. A layer's outline is the image of its texture's rectangle, cut off at
///    `w < 1/64`, its corners rounded to 1/65536 px.
/// 3. A pixel's coverage is the area of its square that lies inside the outline.
/// 4. Its colour is sampled where the pixel's centre falls on the texture: bilinearly between texel centres, which
///    lie at one half; beyond the outermost centres the outermost texels go on. One level is chosen for the whole
///    layer, at the centre of gravity of what is visible: width and height are halved, each for itself, while more
///    than two texels would fall on a pixel.
/// 5. Colour × alpha × coverage is laid over what is there: `c + (1 − c.alpha) · below`, on the numbers as they are
///    stored, premultiplied and without linearisation.
/// 6. All of this in exact arithmetic; only the finished pixel is rounded to 8 bits.
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
    var canvas = [Channels](
      repeating: Channels(scene.backgroundPixel), count: area.isEmpty ? 0 : area.width * area.height)
    for layer in scene.layers {
      guard let placement = Placement(layer, width: scene.width, height: scene.height) else { continue }
      let sampler = ReferenceSampler(placement: placement)
      let alpha = min(layer.alpha, 1)
      let outline = placement.outline
      let touched = layer.pixelBounds(width: scene.width, height: scene.height).intersection(area)
      for y in touched.y..<touched.maxY {
        for x in touched.x..<touched.maxX {
          let coverage = outline.coverage(x: x, y: y)
          guard coverage > 0 else { continue }
          let index = (y - area.y) * area.width + x - area.x
          canvas[index].cover(with: sampler.color(x: x, y: y), opacity: alpha * coverage)
        }
      }
    }
    for y in 0..<(area.isEmpty ? 0 : area.height) {
      let row = buffer.pointer + (area.y + y) * buffer.stride + area.x * 4
      for x in 0..<area.width {
        row.storeBytes(of: canvas[y * area.width + x].pixel, toByteOffset: x * 4, as: UInt32.self)
      }
    }
  }
}

extension ConvexPolygon {
  /// The area of a pixel's square that lies inside, `0...1`.
  fileprivate func coverage(x: Int, y: Int) -> Double {
    let (x, y) = (Double(x), Double(y))
    return min(1, abs(clipped(minX: x, minY: y, maxX: x + 1, maxY: y + 1).signedArea))
  }
}

/// Four channels of a pixel, `0...255`, not rounded.
private struct Channels {
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
  mutating func cover(with color: Channels, opacity: Double) {
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

/// Reads colours from one level of a texture.
private struct ReferenceSampler {
  let level: Level
  let placement: Placement

  init(placement: Placement) {
    level = placement.level
    self.placement = placement
  }

  /// The colour at the centre of pixel (`x`, `y`).
  func color(x: Int, y: Int) -> Channels {
    let (x, y) = (Double(x) + 0.5, Double(y) + 0.5)
    let m = placement.toTexels
    let w = max(m.m6 * x + m.m7 * y + m.m8, placement.leastW)
    let u = min(max((m.m0 * x + m.m1 * y + m.m2) / w - 0.5, 0), Double(level.width - 1))
    let v = min(max((m.m3 * x + m.m4 * y + m.m5) / w - 0.5, 0), Double(level.height - 1))
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
