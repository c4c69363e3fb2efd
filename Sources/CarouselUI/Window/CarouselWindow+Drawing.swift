internal import CarouselEngine
internal import CarouselViews
internal import Geometry
internal import Raster
internal import Windowing

extension CarouselWindow {
  /// Draws the next frame: advances the carousels, paints new views and composes the outdated regions of the buffer.
  func draw(into buffer: inout DrawableBuffer, for info: FrameInfo) -> Damage {
    stopwatch = onFrame == nil ? nil : FrameStopwatch(info)
    // The last scene retains its textures. It is released before views are painted at the new size.
    if info.isReshaped { history.removeAll() }
    let now = Timestamp(seconds: info.time)
    for pane in panes { pane.carousel.advance(to: now) }
    let frames = panes.map { $0.carousel.frame() }
    let isMoving = panes.contains { $0.carousel.needsFrame }
    stopwatch?.lap(.engine)
    let (width, height) =
      buffer.transform.swapsAxes ? (buffer.height, buffer.width) : (buffer.width, buffer.height)
    let composer = SceneComposer(
      textures: textures, width: width, height: height, scale: buffer.scale, isAtRest: !isMoving)
    var scene = composer.scene(background: backgroundColor)
    textures.budget = textureBudget ?? TextureCache.defaultBudget(width: buffer.width, height: buffer.height)
    for overlay in overlays + [backdrop].compactMap({ $0 }) { prepare(overlay.view) }
    for (pane, frame) in frames.enumerated() {
      for item in frame.items {
        prepare(item.view, itemIndex: item.index, pane: pane, offset: item.offset)
      }
    }
    if let backdrop { composer.add(backdrop, to: &scene) }
    let firstItem = scene.layers.count
    for (pane, frame) in zip(panes, frames) {
      composer.add(frame, at: pane.frame.origin, to: &scene)
    }
    let items = firstItem..<scene.layers.count
    for overlay in overlays { composer.add(overlay, to: &scene) }
    stopwatch?.lap(.textures)
    let changed = compose(scene.applying(buffer.transform), into: &buffer)
    stopwatch?.lap(.composition)
    textures.endFrame()
    stopwatch?.lap(.textures)
    onScene?(scene)
    if isMoving { window.invalidate() }
    setWakeTimer()
    isSettled = !isMoving && !textures.isPainting
    if isSettled {
      outlines = scene.layers[items].map(\.outline)
      onSettle?()
    }
    return changed.isEmpty ? .nothing : .rects(changed.map(Rect.init))
  }

  /// Draws the outdated regions of `buffer` and returns the damage. If there is no damage, nothing is drawn.
  private func compose(_ scene: Scene, into buffer: inout DrawableBuffer) -> DirtyRegion {
    let step = history.advance(to: scene, age: buffer.age)
    lastFrame = FrameExtent(pixels: scene.width * scene.height)
    guard !step.changed.isEmpty else { return step.changed }
    lastFrame.damaged = step.changed.pixelCount
    lastFrame.drawn = step.outdated.pixelCount
    let (width, height, stride) = (buffer.width, buffer.height, buffer.stride)
    buffer.withPixels { pixels in
      guard let pointer = pixels.baseAddress else { return }
      let target = PixelBuffer(pointer: pointer, width: width, height: height, stride: stride)
      renderer.render(scene, into: target, region: step.outdated)
    }
    return step.changed
  }

  /// Calls ``onFrame`` with the timings of the frame, if it is set.
  func reportFrame(isCommitted: Bool) {
    guard let onFrame, var stopwatch else { return }
    self.stopwatch = nil
    if isCommitted { system.flush() }
    onFrame(stopwatch.finish(isCommitted: isCommitted))
  }

  /// Records that a view may be shown in this frame, and requests a frame when it changes.
  private func prepare(_ view: any ItemView, itemIndex: Int = 0, pane: Int? = nil, offset: Double = 0) {
    guard let view = view as? View else { return }
    textures.prepare(view, itemIndex: itemIndex, pane: pane, offset: offset)
    if view.onNeedsDisplay == nil { view.onNeedsDisplay = { [weak self] _ in self?.window.invalidate() } }
  }
}

extension Rect {
  fileprivate init(_ rectangle: PixelRect) {
    self.init(
      x: Double(rectangle.x), y: Double(rectangle.y), width: Double(rectangle.width),
      height: Double(rectangle.height))
  }
}

extension Layer {
  /// The projected corners of the layer, in canvas pixels; clipped near the eye.
  fileprivate var outline: [Point] {
    homography.projectedOutline(of: Size(width: Double(texture.width), height: Double(texture.height)))
  }
}
