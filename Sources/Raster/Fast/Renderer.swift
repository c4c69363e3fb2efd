/// Draws scenes fast: the picture of ``ReferenceRenderer``, in which no channel differs by more than 1.
///
/// Keep one and draw every frame with it: its memory is used again, and once it has grown to what the scenes need,
/// drawing allocates nothing. Not for two threads at once.
public final class Renderer {
  private var layers = Scratch<PreparedLayer>()
  private var sides = Scratch<Side>()
  private let painter = RowPainter()

  /// Creates a renderer; its memory comes with the first scene.
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
    layers.count = 0
    sides.count = 0
    for layer in scene.layers {
      if let layer = PreparedLayer(layer, width: scene.width, height: scene.height, sides: &sides) {
        layers.append(layer)
      }
    }
    painter.prepare(width: scene.width)
    let frame = RowPainter.Frame(
      layers: layers.elements, layerCount: layers.count, sides: sides.elements, width: scene.width,
      start: area.x, end: area.maxX, background: scene.backgroundPixel)
    // Prepared layers point into the textures.
    withExtendedLifetime(scene) {
      for y in area.y..<area.maxY {
        painter.paint(row: y, of: frame, into: buffer.pointer + y * buffer.stride + area.x * 4)
      }
    }
  }
}
