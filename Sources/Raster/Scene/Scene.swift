public import Geometry

/// A texture, where it is shown, and how opaque it is.
///
/// Core Animation: `CALayer`.
public struct Layer: Sendable {
  /// What is shown; shared, not copied.
  public var texture: Texture
  /// From texture pixels, `(0, 0)` at the top left corner of the first, to canvas pixels.
  ///
  /// What lies at `w < 1/64` is cut away. A map with a negative determinant shows the texture mirrored, as
  /// the back of a card does.
  public var homography: Homography
  /// Multiplies the texture's pixels; `0...1`, what lies outside counts as the nearer end.
  public var alpha: Double

  /// Creates a layer, opaque by default.
  public init(texture: Texture, homography: Homography, alpha: Double = 1) {
    self.texture = texture
    self.homography = homography
    self.alpha = alpha
  }
}

/// A picture described: a background and layers, the hindmost first.
///
/// All colours are premultiplied: blue, green and red are multiplied by alpha already and never exceed it.
/// They are mixed as they are stored, in the texture, at edges and between layers alike, and not turned to
/// linear light: half of white on black is 128, as browsers and desktops draw it. No colour space is assumed.
public struct Scene: Sendable {
  /// The size in pixels; drawing traps when a side is outside `0...maximumSide`.
  public var width, height: Int
  /// Premultiplied blue, green, red, alpha.
  public var background: SIMD4<UInt8>
  /// Back to front: each covers those before it.
  public var layers: [Layer]

  /// Creates a picture, by default a transparent one without layers.
  public init(width: Int, height: Int, background: SIMD4<UInt8> = .zero, layers: [Layer] = []) {
    self.width = width
    self.height = height
    self.background = background
    self.layers = layers
  }

  /// The largest width and height, in pixels.
  public static let maximumSide = 32768
}

extension Scene {
  /// The background as one `0xAARRGGBB` pixel, no colour above its alpha.
  var backgroundPixel: UInt32 {
    let b = background
    return limitedToAlpha(UInt32(b.x) | UInt32(b.y) &<< 8 | UInt32(b.z) &<< 16 | UInt32(b.w) &<< 24)
  }

  /// The part of the canvas that `clip` leaves, after a check that it fits `buffer`.
  func drawnArea(clip: PixelRect?, in buffer: PixelBuffer) -> PixelRect {
    let sides = 0...Scene.maximumSide
    precondition(sides.contains(width) && sides.contains(height), "a scene of \(width) × \(height) pixels")
    precondition(
      width <= buffer.width && height <= buffer.height,
      "a scene of \(width) × \(height) pixels for a buffer of \(buffer.width) × \(buffer.height)")
    let canvas = PixelRect(x: 0, y: 0, width: width, height: height)
    return clip.map(canvas.intersection) ?? canvas
  }
}
