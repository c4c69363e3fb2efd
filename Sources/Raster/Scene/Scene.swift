public import Geometry

/// A texture with its position on the canvas and its opacity.
///
/// Core Animation: `CALayer`.
public struct SceneLayer: Sendable {
  /// The texture. Several layers can share one texture.
  public var texture: Texture
  /// Maps texture pixels, with `(0, 0)` at the top left corner of the first one, to canvas pixels.
  ///
  /// Parts of the texture with `w < 1/64`, near or behind the viewer's eye, are not drawn. A map with a
  /// negative determinant shows the texture mirrored, like the back of a card.
  public var homography: Homography
  /// Multiplies the texture's pixels; clamped to `0...1`.
  public var alpha: Double
  /// A rectangle of canvas pixels: only the part of the layer inside it is drawn. `nil` draws the whole
  /// layer.
  ///
  /// UIKit: like `clipsToBounds` of a view that contains the layer.
  public var clip: PixelRect?
  /// The corners, in order, of a convex polygon in canvas pixels: only the part of the layer inside it is drawn. An
  /// empty array, the default, does not clip.
  ///
  /// Unlike the sides of ``clip``, the sides of the polygon may be slanted, and they are antialiased. A polygon
  /// without area, or with a corner that is not finite, hides the layer. Corners beyond ``maximumClipCorners`` are
  /// ignored.
  public var clipCorners: [Point]

  /// The mip levels with which the layer is drawn: in place of another size, the one of the set that is most similar. `nil`,
  /// the default, makes the levels that the texture lacks.
  ///
  /// A frame that cannot wait for them records the levels that exist when it begins. The picture of a scene then does not
  /// change when another thread makes levels.
  package var existingLevels: LevelSet?

  /// The largest number of corners in ``clipCorners``.
  public static let maximumClipCorners = 24

  /// Creates a layer, opaque and not clipped by default.
  public init(
    texture: Texture, homography: Homography, alpha: Double = 1, clip: PixelRect? = nil,
    clipCorners: [Point] = []
  ) {
    self.texture = texture
    self.homography = homography
    self.alpha = alpha
    self.clip = clip
    self.clipCorners = clipCorners
  }

  /// Returns the part of `outline` inside the layer's clips and a canvas of `width` × `height` pixels. The
  /// result has less than three corners if no part is visible.
  func visiblePart(of outline: ConvexPolygon, width: Int, height: Int) -> ConvexPolygon {
    var area = PixelRect(x: 0, y: 0, width: width, height: height)
    if let clip { area = area.intersection(clip) }
    guard !area.isEmpty else { return ConvexPolygon() }
    let visible = clipCorners.isEmpty ? outline : outline.clipped(toCorners: clipCorners)
    return visible.clipped(
      minX: Double(area.x), minY: Double(area.y), maxX: Double(area.maxX), maxY: Double(area.maxY))
  }
}

/// A description of a frame: a background and layers, back to front.
///
/// All colors are premultiplied: blue, green and red never exceed alpha. Colors are interpolated, antialiased
/// and composited as stored, without conversion to linear light: half of white on black is 128, as in browsers
/// and desktops. No color space is assumed.
public struct Scene: Sendable {
  /// The size in pixels. The renderers trap when a side is outside `0...maximumSide`.
  public var width, height: Int
  /// The color of the canvas behind all layers: premultiplied blue, green, red, alpha.
  public var background: SIMD4<UInt8>
  /// The layers from back to front: each layer is drawn over the layers before it.
  public var layers: [SceneLayer]

  /// Creates a scene, by default transparent and without layers.
  public init(width: Int, height: Int, background: SIMD4<UInt8> = .zero, layers: [SceneLayer] = []) {
    self.width = width
    self.height = height
    self.background = background
    self.layers = layers
  }

  /// The largest width and height, in pixels.
  public static let maximumSide = 32768
}

extension Scene {
  /// The background as a `0xAARRGGBB` pixel. Colors that exceed the alpha are clamped to it.
  var backgroundPixel: UInt32 {
    let b = background
    return limitedToAlpha(UInt32(b.x) | UInt32(b.y) &<< 8 | UInt32(b.z) &<< 16 | UInt32(b.w) &<< 24)
  }

  /// Returns the part of the canvas inside `clip`.
  ///
  /// - Precondition: The scene fits the buffer, and its sides are in `0...maximumSide`.
  func drawnArea(clip: PixelRect?, in buffer: PixelBuffer) -> PixelRect {
    let sides = 0...Scene.maximumSide
    precondition(
      sides.contains(width) && sides.contains(height),
      "a scene of \(width) × \(height) pixels; each side must be in \(sides)")
    precondition(
      width <= buffer.width && height <= buffer.height,
      "a scene of \(width) × \(height) pixels exceeds a buffer of \(buffer.width) × \(buffer.height)")
    let canvas = PixelRect(x: 0, y: 0, width: width, height: height)
    return clip.map(canvas.intersection) ?? canvas
  }
}
