internal import CRasterKernels

/// Draws scenes fast: the picture of ``ReferenceRenderer``, in which no channel differs by more than 1.
///
/// Keep one and draw every frame with it: its memory is used again, and once it has grown to what the scenes
/// need, drawing allocates nothing. Not for two threads at once.
public final class Renderer {
  private var layers = ScratchBuffer<PreparedLayer>()
  private var extents = ScratchBuffer<PixelExtent>()
  private var sides = ScratchBuffer<Side>()
  private var occluders = Occluders()
  private var memory = FrameArena()
  private var painter = RowPainter()
  /// The prepared layers point into these.
  private var levels: [MipLevel] = []

  /// How many layers of the last scene had to be worked out, because they may be seen.
  package var preparedLayerCount: Int { layers.count }
  /// How many rows of layers have been looked at in all scenes so far, as long as one thread does it all.
  package var measuredRowCount: Int { painter.measuredRowCount }

  /// What the other threads hold while they live.
  package var workQueue: AnyObject? { workers?.queue }
  /// Ends the other threads; drawing counts on them as before, and does without.
  package func stopWorkers() { workers?.stopWorkers() }

  private let usesVectors: Bool

  /// Who draws along; `nil` when one thread does it all.
  private let workers: RenderWorkers?

  /// Creates a renderer; its memory comes with the first scene.
  ///
  /// - Parameter threads: How many threads draw a frame, the caller's among them; 1 to 64, what lies outside
  ///   counts as the nearer end. The others sleep between frames, keep off the caller's processor, and end with the
  ///   renderer.
  public convenience init(threads: Int = 1) { self.init(threads: threads, usesVectors: hasVectorKernels) }

  /// Creates a renderer that uses vector instructions or plain Swift.
  package init(threads: Int = 1, usesVectors: Bool) {
    self.usesVectors = usesVectors
    workers = threads > 1 ? RenderWorkers(count: min(threads, 64) - 1) : nil
  }

  /// Draws `scene` into `buffer`.
  ///
  /// - Parameters:
  ///   - scene: What to draw.
  ///   - buffer: Where to. Pixels outside scene and clip are left alone.
  ///   - clip: The part to draw; `nil` for all. The picture inside is the same as without, to the last bit.
  /// - Precondition: The scene fits the buffer, and its sides are in `0...Scene.maximumSide`.
  public func render(_ scene: Scene, into buffer: PixelBuffer, clip: PixelRect? = nil) {
    draw(scene, scene.drawnArea(clip: clip, in: buffer), into: buffer, clips: .init(start: nil, count: 0))
  }

  /// Draws the part of `scene` that lies in `region` into `buffer`, each pixel once.
  ///
  /// The same pixels come out as of drawing all of it, to the last bit; those outside of `region` are left
  /// alone.
  ///
  /// - Precondition: The scene fits the buffer, and its sides are in `0...Scene.maximumSide`.
  public func render(_ scene: Scene, into buffer: PixelBuffer, region: DirtyRegion) {
    let area = scene.drawnArea(clip: region.bounds, in: buffer)
    region.withRectangles { draw(scene, area, into: buffer, clips: $0) }
  }

  /// Draws `area`, and of it what lies in one of `clips` if there are any.
  private func draw(
    _ scene: Scene, _ area: PixelRect, into buffer: PixelBuffer, clips: UnsafeBufferPointer<PixelRect>
  ) {
    guard !area.isEmpty else { return }
    prepareLayers(of: scene, in: DrawnPart(area: area, clips: clips))
    painter.prepare(width: scene.width)
    let frame = RowPainter.Frame(
      layers: layers.elements, extents: extents.elements, layerCount: layers.count, sides: sides.elements,
      width: scene.width, start: area.x, end: area.maxX, clips: clips, background: scene.backgroundPixel,
      usesVectors: usesVectors)
    let job = RenderJob(frame: frame, area: area, rows: buffer.pointer, stride: buffer.stride)
    if let workers {
      workers.draw(job, with: &painter)
    } else {
      painter.paint(rows: area.y..<area.maxY, of: job)
    }
    levels.removeAll(keepingCapacity: true)
  }

  /// Lists what may be seen of `scene` in `part`, the foremost layer first, so that what is hidden is found
  /// out before anything is worked out for it, or a smaller copy of its texture is made. So is what no clip
  /// requests for.
  private func prepareLayers(of scene: Scene, in part: DrawnPart) {
    layers.count = 0
    extents.count = 0
    sides.count = 0
    memory.removeAll()
    occluders.removeAll()
    for index in scene.layers.indices.reversed() {
      if let bounds = LayerBounds(scene.layers[index]), bounds.isOutside(part) || occluders.occludes(bounds) {
        continue
      }
      let layer = scene.layers[index]
      guard let placement = Placement(layer, width: scene.width, height: scene.height),
        let prepared = PreparedLayer(
          layer, placement, in: part, behind: occluders, usesVectors: usesVectors, sides: &sides,
          memory: &memory, retained: &levels)
      else { continue }
      layers.append(prepared)
      extents.append(PixelExtent(placement.outline))
      if prepared.isOpaque {
        occluders.add(placement.outline, width: scene.width, height: scene.height)
      }
    }
  }
}


/// Whether this processor has the vector instructions that the fast inner loops need; else plain Swift does
/// it, with a sampler for vectors of any kind.
package let hasVectorKernels = craster_is_supported()
