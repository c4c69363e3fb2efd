internal import CarouselEngine
internal import CarouselViews
internal import Geometry
internal import Raster
internal import Windowing

extension CarouselWindow {
  /// Draws the next frame: lets the carousels advance, paints what is new, composes what the buffer lacks.
  func draw(into buffer: inout DrawableBuffer, for info: FrameInfo) -> Damage {
    stopwatch = onFrame == nil ? nil : FrameStopwatch(info)
    // Before anything is painted: the last scene holds its textures.
    if info.isReshaped { history.removeAll() }
    let now = Timestamp(seconds: info.time)
    for pane in panes { pane.carousel.advance(to: now) }
    let frames = panes.map { $0.carousel.frame() }
    let isMoving = panes.contains { $0.carousel.needsFrame }
    stopwatch?.lap(.engine)
    let composer = SceneComposer(
      textures: textures, width: buffer.width, height: buffer.height, scale: buffer.scale, isAtRest: !isMoving
    )
    var scene = composer.scene(background: backgroundColor)
    textures.budget = textureBudget ?? TextureCache.defaultBudget(width: buffer.width, height: buffer.height)
    for overlay in overlays + [backdrop].compactMap({ $0 }) { prepare(overlay.view) }
    for (row, frame) in frames.enumerated() {
      for item in frame.items { prepare(item.view, as: item.index, row: row, offset: item.offset) }
    }
    if let backdrop { composer.add(backdrop, to: &scene) }
    let firstItem = scene.layers.count
    for (pane, frame) in zip(panes, frames) {
      composer.add(frame, at: pane.frame.origin, to: &scene)
    }
    let items = firstItem..<scene.layers.count
    for overlay in overlays { composer.add(overlay, to: &scene) }
    stopwatch?.lap(.textures)
    let changed = compose(scene, into: &buffer)
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

  /// Brings `buffer` up to date and returns what is new in the window; where nothing is, nothing is drawn.
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

  /// Tells what the frame took, if somebody asks.
  func reportFrame(isCommitted: Bool) {
    guard let onFrame, var stopwatch else { return }
    self.stopwatch = nil
    if isCommitted { system.flush() }
    onFrame(stopwatch.finish(isCommitted: isCommitted))
  }

  /// Makes ready for a view that may be shown in this frame: whoever changes it draws the window again.
  private func prepare(
    _ view: any ItemView, as subject: Int = 0, row: Int? = nil, offset: Double = 0
  ) {
    guard let view = view as? View else { return }
    textures.prepare(view, as: subject, row: row, offset: offset)
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
  /// Where the layer's four corners fall, in canvas pixels; cut at the eye where it reaches that far.
  fileprivate var outline: [Point] {
    homography.projectedOutline(of: Size(width: Double(texture.width), height: Double(texture.height)))
  }
}
