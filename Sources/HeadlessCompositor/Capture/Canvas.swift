/// A part of an image in output pixels, over which surfaces are drawn.
///
/// If buffer pixels and output pixels correspond one to one, the buffer is blended without sampling. Otherwise it is
/// sampled bilinearly.
@MainActor struct Canvas {
  private(set) var pixels: Pixels
  private let scale: Double
  private let origin: (x: Int, y: Int)
  private let corner: (x: Int, y: Int)

  /// - Parameters:
  ///   - part: The part of the image, in pixels.
  ///   - origin: The position of the whole image's top left corner, in logical pixels.
  init(_ part: IntegerRect, background: UInt32, scale: Double, origin: (x: Int, y: Int)) {
    self.origin = origin
    corner = (part.x, part.y)
    pixels = Pixels(width: part.width, height: part.height, filledWith: background)
    self.scale = scale
  }

  /// Draws a surface over the image.
  mutating func draw(_ placed: PlacedSurface) {
    guard let contents = placed.surface.contents else { return }
    let size = placed.surface.size
    let (x, y) = (placed.x - origin.x, placed.y - origin.y)
    let left = pixel(x)
    let top = pixel(y)
    let target = IntegerRect(
      x: left - corner.x, y: top - corner.y, width: pixel(x + size.width) - left,
      height: pixel(y + size.height) - top)
    guard !target.isEmpty, contents.width > 0, contents.height > 0 else { return }
    let mapping = BufferMapping(placed.surface.current, contents: contents, target: target)
    pixels.words.withUnsafeMutableBufferPointer { canvas in
      contents.words.withUnsafeBufferPointer { source in
        let clip = target.clipped(toWidth: pixels.width, height: pixels.height)
        if let steps = mapping.wholePixels {
          Self.copy(source, steps, to: canvas, pixels.width, target: target, clip: clip)
        } else {
          Self.sample(source, contents, mapping, to: canvas, pixels.width, target: target, clip: clip)
        }
      }
    }
  }

  private func pixel(_ units: Int) -> Int { Int((Double(units) * scale).rounded()) }

  private static func copy(
    _ source: UnsafeBufferPointer<UInt32>, _ steps: BufferMapping.WholePixels,
    to canvas: UnsafeMutableBufferPointer<UInt32>, _ canvasWidth: Int, target: IntegerRect, clip: IntegerRect
  ) {
    for y in clip.y..<(clip.y + clip.height) {
      let from = steps.start + (y - target.y) * steps.stepY + (clip.x - target.x) * steps.stepX
      let to = y * canvasWidth + clip.x
      for x in 0..<clip.width { canvas[to + x] = over(source[from + x * steps.stepX], canvas[to + x]) }
    }
  }

  private static func sample(
    _ source: UnsafeBufferPointer<UInt32>, _ contents: Pixels, _ mapping: BufferMapping,
    to canvas: UnsafeMutableBufferPointer<UInt32>, _ canvasWidth: Int, target: IntegerRect, clip: IntegerRect
  ) {
    for y in clip.y..<(clip.y + clip.height) {
      for x in clip.x..<(clip.x + clip.width) {
        let point = mapping.bufferPoint(
          u: (Double(x - target.x) + 0.5) / Double(target.width),
          v: (Double(y - target.y) + 0.5) / Double(target.height))
        let word = bilinear(source, contents.width, contents.height, point.x - 0.5, point.y - 0.5)
        canvas[y * canvasWidth + x] = over(word, canvas[y * canvasWidth + x])
      }
    }
  }

  private static func bilinear(
    _ source: UnsafeBufferPointer<UInt32>, _ width: Int, _ height: Int, _ x: Double, _ y: Double
  ) -> UInt32 {
    let left = Int(x.rounded(.down))
    let top = Int(y.rounded(.down))
    let fx = x - Double(left)
    let fy = y - Double(top)
    let x0 = min(max(left, 0), width - 1)
    let x1 = min(max(left + 1, 0), width - 1)
    let y0 = min(max(top, 0), height - 1) * width
    let y1 = min(max(top + 1, 0), height - 1) * width
    let corners = (source[y0 + x0], source[y0 + x1], source[y1 + x0], source[y1 + x1])
    var word: UInt32 = 0
    for shift in stride(from: UInt32(0), through: 24, by: 8) {
      func channel(_ value: UInt32) -> Double { Double(value >> shift & 0xff) }
      let upper = channel(corners.0) * (1 - fx) + channel(corners.1) * fx
      let lower = channel(corners.2) * (1 - fx) + channel(corners.3) * fx
      word |= UInt32((upper * (1 - fy) + lower * fy).rounded()) << shift
    }
    return word
  }

  /// Returns the premultiplied color `source` blended over the premultiplied color `destination`.
  private static func over(_ source: UInt32, _ destination: UInt32) -> UInt32 {
    let alpha = source >> 24
    if alpha == 255 { return source }
    if source == 0 { return destination }
    let rest = 255 - alpha
    // Computes two channels at a time. The quotient x ÷ 255 is rounded exactly.
    var even = (destination & 0x00ff_00ff) &* rest &+ 0x0080_0080
    even = (even &+ (even >> 8 & 0x00ff_00ff)) >> 8 & 0x00ff_00ff
    var odd = (destination >> 8 & 0x00ff_00ff) &* rest &+ 0x0080_0080
    odd = (odd &+ (odd >> 8 & 0x00ff_00ff)) & 0xff00_ff00
    // A color that is not premultiplied can overflow a channel. Saturation prevents a carry into the next channel.
    return saturatingAdd(source, even | odd)
  }

  private static func saturatingAdd(_ a: UInt32, _ b: UInt32) -> UInt32 {
    var word: UInt32 = 0
    for shift in stride(from: UInt32(0), through: 24, by: 8) {
      word |= min(255, (a >> shift & 0xff) + (b >> shift & 0xff)) << shift
    }
    return word
  }
}
