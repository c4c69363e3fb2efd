internal import CarouselEngine
internal import CarouselViews
internal import Drawing
internal import Geometry
internal import Raster
@_spi(Subclassing) internal import Views
internal import Windowing

extension CarouselWindow {
  /// Draws the next frame: advances the carousels, paints new views, and composes the outdated regions of the
  /// buffer.
  func draw(into buffer: inout DrawableBuffer, for info: FrameInfo) -> Damage {
    stopwatch = onFrame == nil ? nil : FrameStopwatch(info)
    // The last scene retains its textures. Released here, they need no memory while views are painted at the
    // new size.
    if info.isReshaped { history.removeAll() }
    // The state of the window may have changed its size without a frame, and a later change may have restored it.
    if frameView.rectangles != contentRectangles { frameView.setNeedsLayout() }
    let now = Timestamp(seconds: frameTime?(info) ?? info.time)
    tree.scale = info.scale
    tree.prepareFrame(at: now)
    if drops.viewsDidMove() {
      tree.root.layoutIfNeeded()
      tree.updateLayers()
    }
    updateCursors()
    let isMoving = tree.isMoving
    stopwatch?.lap(.engine)
    // Layers are composed for the full resolution, so that no view is painted again for a smaller buffer.
    let (width, height) = contentPixels(for: info)
    let composer = SceneComposer(
      textures: textures, width: width, height: height, scale: info.scale, makesLevels: makesLevelsInFrames)
    var scene = composer.scene(background: sceneColor)
    textures.budget = textureBudget ?? TextureCache.defaultBudget(width: width, height: height)
    var layers: [ViewLayer] = []
    tree.forEachLayer { layers.append($0) }
    for layer in layers { prepare(layer) }
    reloads.add(layers, of: tree, to: &scene, with: composer, at: now, canWait: !makesLevelsInFrames)
    stopwatch?.lap(.textures)
    let (uprightWidth, uprightHeight) =
      buffer.transform.swapsAxes ? (buffer.height, buffer.width) : (buffer.width, buffer.height)
    let isSharp = (uprightWidth, uprightHeight) == info.pixelSize
    let drawn = part(of: scene, for: info).scaled(toWidth: uprightWidth, height: uprightHeight)
      .applying(buffer.transform)
    let began = system.clock()
    onScene?(scene)  // a test may let time pass
    sharing.share(scene, scale: info.scale)
    let changed = compose(drawn, into: &buffer)
    let compositionTime = system.clock() - began
    stopwatch?.lap(.composition)
    textures.endFrame(at: now)
    stopwatch?.lap(.textures)
    reloads.endFrame(isPainting: textures.isPrepainting)
    if isMoving || reloads.needsFrame { tree.setNeedsFrame() }
    setWakeTimer()
    if !isMoving { textInput.update() }
    if adaptsResolution {
      window.resolution = resolution.next(afterFrameOf: compositionTime, isMoving: isMoving)
    }
    isSettled = !isMoving && !textures.isPainting && !reloads.isWaiting && isSharp
    for carousel in reloads.takeReady() { carousel.newContentWasShown() }
    if isSettled {
      outlines = layers.filter { $0.view.isItemView }.compactMap { composer.outline(of: $0) }
      onSettle?()
    }
    return changed.isEmpty ? .nothing : .rects(changed.map(Rect.init))
  }

  /// Returns the size of the content in pixels.
  private func contentPixels(for info: FrameInfo) -> (width: Int, height: Int) {
    guard let extent else { return info.pixelSize }
    let size = extent.size * info.scale
    return (Int(size.width.rounded()), Int(size.height.rounded()))
  }

  /// Returns the part of the content that the window shows.
  private func part(of scene: Scene, for info: FrameInfo) -> Scene {
    guard let extent else { return scene }
    let (width, height) = info.pixelSize
    let origin = Point(
      x: (extent.origin.x * info.scale).rounded(), y: (extent.origin.y * info.scale).rounded())
    return scene.placed(
      Rect(origin: origin, size: Size(width: Double(width), height: Double(height))),
      in: PixelRect(x: 0, y: 0, width: width, height: height), width: width, height: height)
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

  /// Records that a layer's view may be visible in this frame.
  private func prepare(_ layer: ViewLayer) {
    let (view, item) = (layer.view, layer.item)
    textures.prepare(
      view, itemIndex: item?.index ?? 0, carousel: item?.participant, offset: item?.offset ?? 0)
    // A view that several carousels show belongs to only one tree. For the others, this closure requests the
    // frame.
    if view.tree !== tree, view.onNeedsDisplay == nil {
      view.onNeedsDisplay = { [weak self] _ in self?.window.invalidate() }
    }
  }

  /// Paints the subviews of a view, such as the items of a carousel, into the pixels of a superview.
  func paintSubviews(of view: View, in canvas: Canvas) {
    // The scale of the canvas differs slightly if the view's size is not a whole number of pixels. Textures
    // have only one scale.
    let scale = textures.scale > 0 ? textures.scale : window.scale
    guard let (width, height) = try? ViewPainting.pixelSize(of: view.size, scale: scale) else { return }
    let composer = SceneComposer(textures: textures, width: width, height: height, scale: scale)
    var scene = composer.scene(background: .clear)
    let corner = Homography.scale(1, offset: .zero - view.bounds.origin)
    let area = Rect(origin: .zero, size: view.size)
    view.forEachSubviewLayer(LayerContext(map: corner, window: area)) { layer in
      prepare(layer)
      composer.add(layer, to: &scene)
    }
    let image = image(of: scene)
    let pixels = Rect(x: 0, y: 0, width: Double(width) / scale, height: Double(height) / scale)
    if let image { canvas.draw(image, in: pixels, mode: .stretch) }
  }

  /// Returns the picture of a view from the pixels that the window has shown. The view need not have its content.
  ///
  /// - Parameter scale: Pixels per point.
  func image(of view: View, width: Int, height: Int, scale: Double) -> Image? {
    let composer = SceneComposer(textures: textures, width: width, height: height, scale: scale)
    var scene = composer.scene(background: .clear)
    let corner = Homography.scale(1, offset: .zero - view.bounds.origin)
    view.forEachLayer(LayerContext(map: corner, window: Rect(origin: .zero, size: view.size))) {
      composer.add($0, to: &scene)
    }
    return image(of: scene)
  }

  private func image(of scene: Scene) -> Image? {
    try? Image(width: scene.width, height: scene.height, isOpaque: false) { pixels, stride in
      guard let pointer = pixels.baseAddress else { return }
      renderer.render(
        scene, into: PixelBuffer(pointer: pointer, width: scene.width, height: scene.height, stride: stride))
    }
  }
}

extension Rect {
  fileprivate init(_ rectangle: PixelRect) {
    self.init(
      x: Double(rectangle.x), y: Double(rectangle.y), width: Double(rectangle.width),
      height: Double(rectangle.height))
  }
}
