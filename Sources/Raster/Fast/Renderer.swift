/// Draws scenes fast: the picture of ``ReferenceRenderer``, in which no channel differs by more than 1.
///
/// Keep one and draw every frame with it: its memory is used again, and once it has grown to what the scenes need,
/// drawing allocates nothing. Not for two threads at once.
public final class Renderer {
  private var layers = Scratch<PreparedLayer>()
  private var sides = Scratch<Side>()
  private var painter = RowPainter()

  private let usesVectors: Bool

  /// Who draws along; `nil` when one thread does it all.
  private let crew: BandCrew?

  /// Creates a renderer; its memory comes with the first scene.
  ///
  /// - Parameter threads: How many threads draw a frame, the caller's among them. The others sleep between frames.
  public convenience init(threads: Int = 1) { self.init(threads: threads, usesVectors: hasVectorKernels) }

  /// Creates a renderer that uses vector instructions or plain Swift.
  package init(threads: Int = 1, usesVectors: Bool) {
    self.usesVectors = usesVectors
    crew = threads > 1 ? BandCrew(helpers: min(threads, 64) - 1) : nil
  }

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
      if let layer = PreparedLayer(
        layer, width: scene.width, height: scene.height, usesVectors: usesVectors, sides: &sides)
      {
        layers.append(layer)
      }
    }
    painter.prepare(width: scene.width)
    let frame = RowPainter.Frame(
      layers: layers.elements, layerCount: layers.count, sides: sides.elements, width: scene.width,
      start: area.x, end: area.maxX, background: scene.backgroundPixel, usesVectors: usesVectors)
    let job = BandJob(frame: frame, area: area, rows: buffer.pointer, stride: buffer.stride)
    // Prepared layers point into the textures.
    withExtendedLifetime(scene) {
      if let crew {
        crew.draw(job, with: &painter)
      } else {
        painter.paint(rows: area.y..<area.maxY, of: job)
      }
    }
  }
}
