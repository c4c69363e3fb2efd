internal import CRasterKernels

/// Draws scenes fast. The image is that of ``ReferenceRenderer``: no channel of any pixel differs by more than
/// 1.
///
/// Keep one renderer for all frames: it reuses its memory and stops allocating once that has grown to what the
/// scenes need. It must not be used by two threads at once.
public final class Renderer {
  private var layers = ScratchBuffer<PreparedLayer>()
  private var extents = ScratchBuffer<PixelExtent>()
  private var sides = ScratchBuffer<Side>()
  private var occluders = Occluders()
  private var memory = FrameArena()
  private var painter = RowPainter()
  /// Retains the mip levels that the prepared layers point into.
  private var levels: [MipLevel] = []

  /// The number of layers of the last scene that passed occlusion culling.
  package var preparedLayerCount: Int { layers.count }
  /// The number of layer rows with computed coverage, in all scenes so far; valid without worker threads.
  package var measuredRowCount: Int { painter.measuredRowCount }

  /// The object that worker threads retain while they run; for tests.
  package var workQueue: AnyObject? { workers?.queue }
  /// Ends the worker threads; later frames are drawn by the caller alone.
  package func stopWorkers() { workers?.stopWorkers() }

  private let usesVectors: Bool
  /// What is done about mip levels that do not exist; by default they are made.
  package var missingLevels = MissingLevels.made

  /// `nil` when the calling thread draws alone.
  private let workers: RenderWorkers?

  /// Creates a renderer; it allocates memory with the first scene.
  ///
  /// - Parameter threads: The number of threads that draw a frame, the caller's included; clamped to 1...64.
  ///   The others sleep between frames, avoid the caller's processor, and end with the renderer.
  public convenience init(threads: Int = 1) { self.init(threads: threads, usesVectors: hasVectorKernels) }

  /// Creates a renderer that uses vector instructions or, for comparison, plain Swift.
  package init(threads: Int = 1, usesVectors: Bool) {
    self.usesVectors = usesVectors
    workers = threads > 1 ? RenderWorkers(count: min(threads, 64) - 1) : nil
  }

  /// Draws `scene` into `buffer`.
  ///
  /// - Parameters:
  ///   - scene: What to draw.
  ///   - buffer: The destination. Pixels outside the scene and the clip are left untouched.
  ///   - clip: The part to draw; `nil` for all. The pixels inside are the same as without a clip, to the last
  ///     bit.
  /// - Precondition: The scene fits the buffer, and its sides are in `0...Scene.maximumSide`.
  public func render(_ scene: Scene, into buffer: PixelBuffer, clip: PixelRect? = nil) {
    draw(scene, scene.drawnArea(clip: clip, in: buffer), into: buffer, clips: .init(start: nil, count: 0))
  }

  /// Draws the part of `scene` inside `region` into `buffer`, each pixel once.
  ///
  /// The pixels are the same as if all of the scene were drawn, to the last bit. Pixels outside `region` are
  /// left untouched.
  ///
  /// - Precondition: The scene fits the buffer, and its sides are in `0...Scene.maximumSide`.
  public func render(_ scene: Scene, into buffer: PixelBuffer, region: DirtyRegion) {
    let area = scene.drawnArea(clip: region.bounds, in: buffer)
    region.withRectangles { draw(scene, area, into: buffer, clips: $0) }
  }

  /// Draws the part of `area` that lies in one of `clips`, or all of it if there are none.
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

  /// Lists the layers of `scene` that may be visible in `part`, front to back. Layers that are hidden or
  /// outside all clips are skipped before anything is computed for them and before mip levels are made.
  private func prepareLayers(of scene: Scene, in part: DrawnPart) {
    let options = SamplingOptions(usesVectors: usesVectors, missingLevels: missingLevels)
    layers.count = 0
    extents.count = 0
    sides.count = 0
    memory.removeAll()
    occluders.removeAll()
    for index in scene.layers.indices.reversed() {
      if let clip = scene.layers[index].clip, !part.intersects(clip) { continue }
      if let bounds = LayerBounds(scene.layers[index]), bounds.isOutside(part) || occluders.occludes(bounds) {
        continue
      }
      let layer = scene.layers[index]
      guard let placement = Placement(layer, width: scene.width, height: scene.height),
        let prepared = PreparedLayer(
          layer, placement, in: part, behind: occluders, options, sides: &sides, memory: &memory,
          retained: &levels)
      else { continue }
      layers.append(prepared)
      extents.append(PixelExtent(placement.outline))
      if prepared.isOpaque {
        occluders.add(placement.outline, width: scene.width, height: scene.height)
      }
    }
  }
}

/// Whether this processor has the instructions of the vector kernels. Otherwise plain Swift is used, with a
/// sampler in portable C vectors.
package let hasVectorKernels = craster_is_supported()
