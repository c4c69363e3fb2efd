internal import CRasterKernels

/// Draws scenes fast. Each channel of each pixel differs by at most 1 from the image of ``ReferenceRenderer``.
///
/// Keep one renderer for all frames: it reuses its memory, and stops allocating once it has drawn the scenes
/// that need the most. It must not be used by two threads at the same time.
public final class Renderer {
  private var layers = ScratchBuffer<PreparedLayer>()
  private var extents = ScratchBuffer<PixelExtent>()
  private var sides = ScratchBuffer<Side>()
  private var occluders = Occluders()
  private var memory = FrameArena()
  private var painter = RowPainter()
  /// Retains the mip levels to which the prepared layers point.
  private var levels: [MipLevel] = []

  /// The number of layers of the last scene that passed occlusion culling.
  package var preparedLayerCount: Int { layers.count }
  /// The number of rows for which coverage was computed, summed over all layers of all scenes so far. Rows
  /// that worker threads draw are not counted.
  package var measuredRowCount: Int { painter.measuredRowCount }

  /// The queue that the worker threads retain while they run. Tests use it to detect that the threads have
  /// ended.
  package var workQueue: AnyObject? { workers?.queue }
  /// Ends the worker threads; later frames are drawn by the caller alone.
  package func stopWorkers() { workers?.stopWorkers() }

  private let usesVectors: Bool

  /// The worker threads; `nil` if the calling thread draws alone.
  private let workers: RenderWorkers?

  /// Creates a renderer; it allocates memory with the first scene.
  ///
  /// - Parameter threads: The number of threads that draw a frame, including the caller's; clamped to 1...64.
  ///   The other threads sleep between frames, do not run on the caller's processor, and end when the
  ///   renderer is deinitialized.
  public convenience init(threads: Int = 1) { self.init(threads: threads, usesVectors: hasVectorKernels) }

  /// Creates a renderer that uses vector instructions or, for comparison, plain Swift.
  package init(threads: Int = 1, usesVectors: Bool) {
    self.usesVectors = usesVectors
    workers = threads > 1 ? RenderWorkers(count: min(threads, 64) - 1) : nil
  }

  /// Draws `scene` into `buffer`.
  ///
  /// - Parameters:
  ///   - scene: The scene to draw.
  ///   - buffer: The destination. Pixels outside the scene and the clip are left untouched.
  ///   - clip: The rectangle to draw; `nil` draws the whole scene. The pixels inside are the same as without
  ///     a clip, to the last bit.
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

  /// Draws the pixels of `area` that lie in any of `clips`, or all of `area` if `clips` is empty.
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
  /// outside all clips are skipped first, so that no outlines are computed and no mip levels are made for
  /// them.
  private func prepareLayers(of scene: Scene, in part: DrawnPart) {
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
      guard let parts = layer.translatedParts else {
        prepare(layer, of: scene, in: part)
        continue
      }
      guard !parts.content.isEmpty else {
        _ = layer.texture.level(x: 0, y: 0)  // it counts as used
        continue
      }
      // The opaque part hides that part of the whole layer behind it.
      let isUniform = parts.opaque == parts.content
      // Two parts would share each pixel at the sides of a polygon.
      let isDivisible = layer.alpha >= 1 && layer.clipCorners.isEmpty
      let isSplit = isUniform || isDivisible && parts.opaque.pixelCount >= Self.leastOpaquePart
      if isSplit { prepare(layer.clipped(to: parts.opaque), isOpaque: true, of: scene, in: part) }
      if !isUniform { prepare(layer.clipped(to: parts.content), of: scene, in: part) }
    }
  }

  /// The number of pixels below which the opaque part of a layer is not drawn on its own. Another part costs about as much as the
  /// blending of so many pixels.
  private static let leastOpaquePart = 1024

  /// Adds a layer, or a part of one, behind the others.
  ///
  /// - Parameter isOpaque: Whether all texels that are drawn are opaque, although the texture is not.
  private func prepare(
    _ layer: SceneLayer, isOpaque: Bool = false, of scene: Scene, in part: DrawnPart
  ) {
    guard let placement = Placement(layer, width: scene.width, height: scene.height),
      let prepared = PreparedLayer(
        layer, placement, isOpaque: isOpaque, in: part, behind: occluders, usesVectors: usesVectors,
        sides: &sides,
        memory: &memory, retained: &levels)
    else { return }
    layers.append(prepared)
    extents.append(PixelExtent(placement.outline))
    if prepared.isOpaque { occluders.add(placement.outline, width: scene.width, height: scene.height) }
  }
}

extension SceneLayer {
  /// Returns the part of the layer inside a rectangle.
  fileprivate func clipped(to rectangle: PixelRect) -> SceneLayer {
    var part = self
    part.clip = clip?.intersection(rectangle) ?? rectangle
    return part
  }
}

/// Whether this processor supports the vector kernels. If not, the renderer uses plain Swift code, with a
/// sampler in portable C vectors.
package let hasVectorKernels = craster_is_supported()
