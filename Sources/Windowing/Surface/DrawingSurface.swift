import Geometry
import Glibc
import Wayland

/// Draws a surface with the CPU. Manages its scale, buffers, frame callbacks and commits. It has no role.
///
/// Wayland: `wl_surface`.
@MainActor
final class DrawingSurface {
  /// The surface's calls to its window.
  struct Callbacks {
    /// Called before a frame, before a buffer is acquired.
    var prepare: () -> Void
    /// Draws a frame and returns the damage.
    var draw: (inout DrawableBuffer, FrameInfo) -> Damage
    /// Called before a commit, and after a frame that was not committed, so that the window can acknowledge a
    /// configure. Returns whether it acknowledged one; the acknowledgement takes effect with a commit.
    var willCommit: () -> Bool
    /// Called after each drawn frame; `isCommitted` states whether its buffer was committed.
    var frameEnded: (_ isCommitted: Bool) -> Void
    /// Whether the compositor does not show the window.
    var isSuspended: () -> Bool
    /// Called when `scale` has changed.
    var scaleChanged: () -> Void
    /// Called when `outputs` has changed.
    var outputsChanged: () -> Void
    /// Called when a frame cannot be drawn because its buffer cannot be created.
    var failed: (ConnectionError) -> Void
  }

  let surface: WlSurface
  private let system: WindowSystem
  private let callbacks: Callbacks
  private let buffers: BufferPool
  private let viewport: WpViewport?
  private let fractionalScale: WpFractionalScaleV1?
  private var scheduler = FrameScheduler()
  private var frames = FrameClock()
  private var scaling = SurfaceScale()
  private var lastCallback: UInt32?
  private var callback: WlCallback?
  /// Runs while a frame waits for a callback and ``callbackLimit`` is set.
  private var callbackTimer: (any ScheduledTimer)?
  /// Whether the last wait for a callback has exceeded ``callbackLimit``.
  private var hasLostCallback = false
  /// The shape of the last committed frame: the buffer's size, scale, transform and viewport, and the surface's size,
  /// opacity and regions.
  private var lastShape:
    (
      width: Int, height: Int, scale: Double, size: Size, isOpaque: Bool, regions: SurfaceRegions,
      transform: BufferTransform, usesViewport: Bool
    )?
  /// From `wl_surface.preferred_buffer_transform`.
  private var preferredTransform: BufferTransform?
  /// The transform that all of the surface's outputs have; normal if they differ. It is kept while the surface is on
  /// no output.
  private var outputTransform = BufferTransform.normal
  /// Whether the last output was disconnected and the surface has not entered another one since then.
  private var hasLostOutputs = false

  /// In points, whole numbers.
  var size: Size
  /// Whether no pixel of the content is translucent.
  var isOpaque = true
  /// The areas of the content and of the input.
  var regions = SurfaceRegions()
  /// Whether buffers may have the transform of the outputs. If false, they are upright.
  var acceptsTransforms = false {
    didSet { if acceptsTransforms != oldValue { perform(scheduler.invalidate()) } }
  }
  /// The fraction of the full resolution at which buffers are drawn, more than 0 and at most 1. The compositor enlarges
  /// smaller buffers. Without a viewport it has no effect.
  var resolution = 1.0 { didSet { if resolution != oldValue { perform(scheduler.invalidate()) } } }
  /// The longest wait of a frame for its callback, in seconds; nil for an unlimited one. The frame is then drawn without a callback.
  /// If its commit gets no callback, either, the next one waits without a limit: the surface is not visible.
  var callbackLimit: Double?
  /// Whether the user is resizing the window.
  var isResizing: Bool {
    get { buffers.isResizing }
    set { buffers.isResizing = newValue }
  }
  /// The outputs that the surface is on.
  private(set) var outputs: [Output] = []
  /// The number of committed frames.
  private(set) var commitCount = 0

  /// Buffer pixels per point.
  var scale: Double { scaling.value }
  /// The transform of the next buffer.
  private var transform: BufferTransform {
    acceptsTransforms ? preferredTransform ?? outputTransform : .normal
  }
  /// Whether no frame is due, being drawn or waiting for the compositor. Also true while the surface is suspended.
  var isAtRest: Bool { isPaused || scheduler.isAtRest }
  /// Whether no frame is drawn because the window is suspended. The first frame is drawn nevertheless, so that the
  /// compositor can show the window.
  private var isPaused: Bool { hasContent && callbacks.isSuspended() }
  /// The shared memory of all buffers, in bytes.
  var bufferMemory: Int { buffers.memorySize }
  /// Whether a buffer was committed.
  var hasContent: Bool { lastShape != nil }
  /// Whether a frame will be drawn at the end of the current dispatch.
  var isFrameDue: Bool { !isPaused && scheduler.isDue }
  /// Whether the last committed frame has the current size and regions.
  var isDrawnAtSize: Bool { lastShape?.size == size && lastShape?.regions == regions }

  init(on system: WindowSystem, globals: WindowGlobals, size: Size, callbacks: Callbacks) {
    self.system = system
    self.size = size
    self.callbacks = callbacks
    surface = globals.compositor.createSurface()
    buffers = BufferPool(globals.shm) { [weak system] in system?.allocateMemory($0, $1, $2) ?? ENODEV }
    viewport = globals.viewporter?.getViewport(surface: surface)
    // A fractional scale requires a viewport, which scales the buffer to the surface's size.
    fractionalScale =
      viewport == nil ? nil : globals.fractionalScale?.getFractionalScale(surface: surface)
    outputValuesChanged()
    listen()
  }

  func close() {
    callback?.destroyProxy()
    callback = nil
    callbackTimer?.cancel()
    callbackTimer = nil
    buffers.close()
    fractionalScale?.destroy()
    viewport?.destroy()
    surface.destroy()
  }

  private func listen() {
    buffers.onRelease = { [weak self] in
      guard let self else { return }
      perform(scheduler.bufferReleased())
    }
    surface.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .enter(let output):
        guard let entered = system.outputList.output(for: output),
          !outputs.contains(where: { $0 === entered })
        else { return }
        outputs.append(entered)
        callbacks.outputsChanged()
      case .leave(let output):
        guard let left = system.outputList.output(for: output) else { return }
        outputs.removeAll { $0 === left }
        callbacks.outputsChanged()
      case .preferredBufferScale(let factor): change { surface in surface.scaling.preferredWhole = factor }
      case .preferredBufferTransform(let transform):
        change { surface in surface.preferredTransform = BufferTransform(transform) }
      }
      outputValuesChanged()
      if hasLostOutputs, !outputs.isEmpty {
        hasLostOutputs = false
        dropFrameCallback()
      }
    }
    fractionalScale?.onEvent = { [weak self] event in
      guard let self, case .preferredScale(let scale) = event else { return }
      change { surface in surface.scaling.preferred = scale }
    }
  }

  // MARK: Scale

  /// Updates the scale and the transform after the outputs' values or the list of outputs changed.
  func outputValuesChanged() {
    change { surface in
      if !surface.outputs.isEmpty {
        surface.scaling.outputs = surface.outputs.map(\.scale)
        let transforms = Set(surface.outputs.map(\.transform))
        surface.outputTransform = transforms.count == 1 ? surface.outputs[0].transform : .normal
      } else if !surface.hasContent {
        // Before the first frame, this guess avoids drawing the frame a second time. After the first frame, a surface
        // on no output keeps its values.
        if let agreed = surface.system.outputList.agreedScale { surface.scaling.outputs = [agreed] }
        if let agreed = surface.system.outputList.agreedTransform { surface.outputTransform = agreed }
      }
    }
  }

  func outputRemoved(_ output: Output) {
    if system.outputs.isEmpty, hasContent { hasLostOutputs = true }
    guard outputs.contains(where: { $0 === output }) else { return }
    outputs.removeAll { $0 === output }
    outputValuesChanged()
    callbacks.outputsChanged()
  }

  /// Calls `change` and requests a frame if the scale or the transform differs afterwards.
  private func change(_ change: (DrawingSurface) -> Void) {
    let before = (scaling.value, transform)
    change(self)
    guard (scaling.value, transform) != before else { return }
    if scaling.value != before.0 { callbacks.scaleChanged() }
    perform(scheduler.invalidate())
  }

  // MARK: Drawing

  func invalidate() { perform(scheduler.invalidate()) }

  func configured() { perform(scheduler.configured()) }

  /// Commits pending requests without a buffer. No effect if a frame is due: its commit includes them.
  func commitState() { if hasContent, !isFrameDue { surface.commit() } }

  /// Draws a frame if the suspension of the window has ended.
  func suspensionChanged() { if hasContent, !isPaused { perform(scheduler.shown()) } }

  private func perform(_ action: FrameScheduler.Action?) {
    if action == .draw, !isPaused { system.scheduleDrawing() }
    limitWait()
  }

  /// Draws and commits a frame if one is due.
  func drawIfDue() {
    guard !isPaused, scheduler.beginDrawing() else { return }
    callbacks.prepare()
    guard surface.isAlive else { return }
    // Drawing may change the resolution of the next buffer.
    let resolution = viewport == nil ? 1 : resolution
    let usesViewport = scaling.usesViewport || resolution < 1
    let full = scaling.bufferSize(for: size)
    let upright = SurfaceScale.reduced(full, to: resolution)
    let transform = transform
    let pixels = transform.swapsAxes ? (width: upright.height, height: upright.width) : upright
    let acquired: DrawableBuffer?
    do throws(ConnectionError) {
      acquired = try buffers.acquire(
        width: pixels.width, height: pixels.height, scale: scaling.value * resolution)
    } catch {
      scheduler.didFindNoBuffer()
      callbacks.failed(error)
      return
    }
    guard var buffer = acquired else {
      scheduler.didFindNoBuffer()
      return
    }
    buffer.transform = transform
    let frame = FrameInfo(
      time: frames.frameTime(now: system.clock(), callback: lastCallback),
      refreshInterval: frames.refreshInterval, size: size, scale: scaling.value, pixelSize: full,
      isReshaped: !isLastShape(of: buffer, usesViewport: usesViewport))
    let damage = callbacks.draw(&buffer, frame)
    guard surface.isAlive else { return }  // closed while drawing
    commit(buffer, damage, usesViewport: usesViewport, isReshaped: frame.isReshaped)
  }

  /// Postpones a due frame until the compositor asks for the next frame.
  func waitForFrame() {
    // A surface without content gets no frame callback, so its frame stays due.
    guard hasContent, scheduler.postponeUntilCallback() == .callbackIsMissing else { return }
    requestCallback()
    damageNothing()
    surface.commit()
  }

  /// Whether the last committed frame had the size of `buffer` and its use of the viewport, and the current scale,
  /// transform, size, opacity and regions of the surface.
  private func isLastShape(of buffer: borrowing DrawableBuffer, usesViewport: Bool) -> Bool {
    // Compare the surface size, too: at twice the scale, a full-screen window has the same buffer size but half the
    // points.
    let (width, height) = (buffer.width, buffer.height)
    return lastShape.map {
      ($0.width, $0.height) == (width, height) && ($0.scale, $0.size) == (scaling.value, size)
        && ($0.isOpaque, $0.regions, $0.transform) == (isOpaque, regions, transform)
        && $0.usesViewport == usesViewport
    } ?? false
  }

  private func commit(
    _ buffer: consuming DrawableBuffer, _ damage: Damage, usesViewport: Bool, isReshaped: Bool
  ) {
    let before = commitCount
    // `isReshaped` was computed before drawing. If the shape changed while drawing, the next frame is the reshaped
    // one.
    if case .nothing = damage, !isReshaped {
      buffers.discard(buffer)
      guard scheduler.wasInvalidatedWhileDrawing, scheduler.needsCallback else {
        scheduler.didSkipCommit()
        // An acknowledgement takes effect with a commit, which need not have a new buffer.
        if callbacks.willCommit() { surface.commit() }
        callbacks.frameEnded(false)
        return
      }
      damageNothing()
    } else {
      let isSameShape = isLastShape(of: buffer, usesViewport: usesViewport)
      applyShape(of: buffer, usesViewport: usesViewport)
      addDamage(isSameShape ? damage : .everything, width: buffer.width, height: buffer.height)
      lastShape = (
        buffer.width, buffer.height, scaling.value, size, isOpaque, regions, buffer.transform, usesViewport
      )
      buffers.commit(buffer, to: surface)
      commitCount += 1
      requestPresentationFeedback()
    }
    if scheduler.needsCallback { requestCallback() }
    _ = callbacks.willCommit()
    surface.commit()
    scheduler.didCommit()
    limitWait()
    callbacks.frameEnded(commitCount > before)
  }

  private func applyShape(of buffer: borrowing DrawableBuffer, usesViewport: Bool) {
    if lastShape?.transform ?? .normal != buffer.transform {
      surface.setBufferTransform(transform: buffer.transform.wire)
    }
    let viewportChanges = lastShape?.usesViewport ?? false != usesViewport
    if lastShape?.scale != scaling.value || viewportChanges {
      surface.setBufferScale(scale: usesViewport ? 1 : scaling.bufferScale)
    }
    if usesViewport, lastShape?.size != size || lastShape?.scale != scaling.value || viewportChanges {
      viewport?.setDestination(width: Int32(size.width), height: Int32(size.height))
    } else if viewportChanges {
      viewport?.setDestination(width: -1, height: -1)  // the buffer determines the size again
    }
    if lastShape?.regions.input != regions.input { applyInputRegion() }
    guard lastShape?.size != size || lastShape?.isOpaque != isOpaque || lastShape?.regions != regions else {
      return
    }
    let parts = regions.opaque ?? [Rect(origin: .zero, size: size)]
    guard isOpaque, let region = makeRegion(parts) else {
      surface.setOpaqueRegion(region: nil)
      return
    }
    surface.setOpaqueRegion(region: region)
    region.destroy()
  }

  private func applyInputRegion() {
    guard let input = regions.input, let region = makeRegion(input) else {
      surface.setInputRegion(region: nil)
      return
    }
    surface.setInputRegion(region: region)
    region.destroy()
  }

  private func makeRegion(_ rects: [Rect]) -> WlRegion? {
    guard let region = system.makeRegion() else { return nil }
    for rect in rects where !rect.isEmpty {
      region.add(
        x: Int32(saturating: rect.minX), y: Int32(saturating: rect.minY),
        width: Int32(saturating: rect.size.width), height: Int32(saturating: rect.size.height))
    }
    return region
  }

  private func addDamage(_ damage: Damage, width: Int, height: Int) {
    switch damage {
    case .nothing: break
    case .everything: surface.damageBuffer(x: 0, y: 0, width: Int32(width), height: Int32(height))
    case .rects(let rects):
      let changed = rects.compactMap { BufferRect(covering: $0, width: width, height: height) }
      for part in BufferRect.coalesced(changed, bufferWidth: Int32(width)) {
        surface.damageBuffer(x: part.x, y: part.y, width: part.width, height: part.height)
      }
    }
  }

  // MARK: Frame clock

  private func requestCallback() {
    let callback = surface.frame()
    self.callback = callback
    callback.onEvent = { [weak self, weak callback] event in
      guard case .done(let milliseconds) = event else { return }
      callback?.destroyProxy()
      guard let self else { return }
      self.callback = nil
      lastCallback = milliseconds
      hasLostCallback = false
      let action = scheduler.callbackFired()
      // No frame is due. The next frame starts after a rest, so its time comes from the clock, not from this callback.
      if action == nil { lastCallback = nil }
      perform(action)
    }
  }

  /// Ends the wait for the frame callback, so that a waiting frame is drawn. The compositor may have dropped the
  /// callback when the outputs were removed.
  private func dropFrameCallback() {
    guard let callback else { return }
    callback.destroyProxy()
    self.callback = nil
    lastCallback = nil
    perform(scheduler.callbackFired())
  }

  /// Starts the timer for ``callbackLimit`` if a frame waits and no timer runs. So during an animation, there is one timer in this
  /// time, not one for each frame.
  private func limitWait() {
    guard let callbackLimit, callbackTimer == nil, !hasLostCallback, !isPaused, scheduler.isWaitingForCallback
    else {
      return
    }
    callbackTimer = system.scheduler.timer(after: callbackLimit, every: nil) { [weak self, weak callback] in
      guard let self else { return }
      callbackTimer = nil
      if !isPaused, scheduler.isWaitingForCallback, let callback, callback === self.callback {
        hasLostCallback = true
        dropFrameCallback()
      }
      limitWait()
    }
  }

  /// Adds damage to a commit that only requests a callback. Some compositors, such as cage 0.1.4, begin a frame only for damage.
  private func damageNothing() { surface.damageBuffer(x: 0, y: 0, width: 1, height: 1) }

  private func requestPresentationFeedback() {
    guard let presentation = system.presentation else { return }
    let feedback = presentation.object.feedback(surface: surface)
    feedback.onEvent = { [weak self, weak feedback] event in
      switch event {
      case .syncOutput: break
      case .presented(let high, let low, let nanoseconds, let refresh, _, _, _):
        let seconds = UInt64(high) << 32 | UInt64(low)
        self?.frames.presented(
          at: Double(seconds) + Double(nanoseconds) / 1e9 + presentation.offset,
          interval: Double(refresh) / 1e9)
        feedback?.destroyProxy()
      case .discarded: feedback?.destroyProxy()
      }
    }
  }
}
