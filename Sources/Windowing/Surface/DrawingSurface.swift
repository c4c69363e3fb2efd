import Geometry
import Wayland

/// A surface that is drawn by the CPU: scale, buffers, frame callbacks and commits. It has no role of its
/// own.
///
/// Wayland: `wl_surface`.
@MainActor
final class DrawingSurface {
  /// What the surface asks of the window it belongs to.
  struct Content {
    /// Called right before a frame, with no buffer taken yet.
    var prepare: () -> Void
    var draw: (inout DrawableBuffer, FrameInfo) -> Damage
    /// Called right before a commit: the place to acknowledge a configure.
    var willCommit: () -> Void
    /// Called at the end of each frame that was drawn, with whether its picture was committed.
    var frameEnded: (_ isCommitted: Bool) -> Void
    var scaleChanged: () -> Void
    var outputsChanged: () -> Void
  }

  let surface: WlSurface
  private let system: WindowSystem
  private let content: Content
  private let buffers: BufferPool
  private let viewport: WpViewport?
  private let fractionalScale: WpFractionalScaleV1?
  private var scheduler = FrameScheduler()
  private var frames = FrameClock()
  private var scaling = SurfaceScale()
  private var lastCallback: UInt32?
  private var callback: WlCallback?
  private var drawn: (width: Int, height: Int, scale: Double, size: Size, isOpaque: Bool)?

  /// In points, whole numbers.
  var size: Size
  /// Whether no pixel is translucent.
  var isOpaque = true
  /// Whether the user is resizing it.
  var isResizing: Bool {
    get { buffers.isResizing }
    set { buffers.isResizing = newValue }
  }
  private(set) var outputs: [Output] = []
  /// Frames committed so far.
  private(set) var commitCount = 0

  var scale: Double { scaling.value }
  var isAtRest: Bool { scheduler.isAtRest }
  /// Bytes of shared memory for buffers.
  var bufferMemory: Int { buffers.memorySize }
  /// Whether a picture was committed.
  var hasContent: Bool { drawn != nil }
  /// Whether the last picture committed was drawn for the size it has now.
  var showsItsSize: Bool { drawn?.size == size }

  init(on system: WindowSystem, globals: WindowSystem.Globals, size: Size, content: Content) {
    self.system = system
    self.size = size
    self.content = content
    surface = globals.compositor.createSurface()
    buffers = BufferPool(globals.shm)
    viewport = globals.viewporter?.getViewport(surface: surface)
    // A fractional scale is of no use without a viewport to undo it.
    fractionalScale =
      viewport == nil ? nil : globals.fractionalScale?.getFractionalScale(surface: surface)
    outputScalesChanged()
    listen()
  }

  func close() {
    callback?.forget()
    callback = nil
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
        guard let entered = system.output(for: output), !outputs.contains(where: { $0 === entered })
        else { return }
        outputs.append(entered)
        content.outputsChanged()
      case .leave(let output):
        guard let left = system.output(for: output) else { return }
        outputs.removeAll { $0 === left }
        content.outputsChanged()
      }
      outputScalesChanged()
    }
    fractionalScale?.onEvent = { [weak self] event in
      guard let self, case .preferredScale(let scale) = event else { return }
      changeScale { $0.preferred = scale }
    }
  }

  // MARK: Scale

  /// An output has another scale, or the surface is on other outputs.
  func outputScalesChanged() {
    changeScale { scaling in
      if !outputs.isEmpty {
        scaling.outputs = outputs.map(\.scale)
      } else if !hasContent, let agreed = system.agreedOutputScale {
        // Not shown yet: a guess that spares drawing twice. Later, off every output, the last scale stays.
        scaling.outputs = [agreed]
      }
    }
  }

  func outputRemoved(_ output: Output) {
    guard outputs.contains(where: { $0 === output }) else { return }
    outputs.removeAll { $0 === output }
    outputScalesChanged()
    content.outputsChanged()
  }

  private func changeScale(_ change: (inout SurfaceScale) -> Void) {
    let before = scaling.value
    change(&scaling)
    guard scaling.value != before else { return }
    content.scaleChanged()
    perform(scheduler.invalidate())
  }

  // MARK: Drawing

  func invalidate() { perform(scheduler.invalidate()) }

  func configured() { perform(scheduler.configured()) }

  private func perform(_ action: FrameScheduler.Action?) {
    if action == .draw { system.scheduleDrawing() }
  }

  /// Draws and commits when it is time to.
  func drawIfDue() {
    guard scheduler.beginDrawing() else { return }
    content.prepare()
    guard surface.isAlive else { return }
    let pixels = scaling.bufferSize(for: size)
    let taken: DrawableBuffer?
    do throws(ConnectionError) {
      taken = try buffers.take(width: pixels.width, height: pixels.height, scale: scaling.value)
    } catch {
      scheduler.didFindNoBuffer()
      system.fail(error)
      return
    }
    guard var buffer = taken else {
      scheduler.didFindNoBuffer()
      return
    }
    let frame = FrameInfo(
      time: frames.frameTime(now: system.clock(), callback: lastCallback),
      refreshInterval: frames.refreshInterval, size: size, scale: scaling.value,
      isReshaped: !hasShape(width: buffer.width, height: buffer.height))
    let damage = content.draw(&buffer, frame)
    guard surface.isAlive else { return }  // closed while drawing
    commit(buffer, damage, isReshaped: frame.isReshaped)
  }

  /// Whether the last frame had this size, scale and opacity.
  private func hasShape(width: Int, height: Int) -> Bool {
    // As many pixels may be another size at another scale: twice the scale halves a window that fills the
    // screen.
    drawn.map {
      ($0.width, $0.height) == (width, height) && ($0.scale, $0.size) == (scaling.value, size)
        && $0.isOpaque == isOpaque
    } ?? false
  }

  private func commit(_ buffer: consuming DrawableBuffer, _ damage: Damage, isReshaped: Bool) {
    let before = commitCount
    // If the shape changed while it was drawn, another frame is due: what nobody has drawn is not shown.
    if case .nothing = damage, !isReshaped {
      buffers.discard(buffer)
      guard scheduler.isDirtyAgain, scheduler.needsCallback else {
        scheduler.didChangeNothing()
        content.willCommit()
        content.frameEnded(false)
        return
      }
    } else {
      let isSameShape = hasShape(width: buffer.width, height: buffer.height)
      applyShape(of: buffer)
      mark(isSameShape ? damage : .everything, width: buffer.width, height: buffer.height)
      drawn = (buffer.width, buffer.height, scaling.value, size, isOpaque)
      buffers.commit(buffer, to: surface)
      commitCount += 1
      requestFeedback()
    }
    if scheduler.needsCallback { requestCallback() }
    content.willCommit()
    surface.commit()
    scheduler.didCommit()
    content.frameEnded(commitCount > before)
  }

  private func applyShape(of buffer: borrowing DrawableBuffer) {
    if drawn?.scale != scaling.value { surface.setBufferScale(scale: scaling.bufferScale) }
    if scaling.usesViewport, drawn?.size != size || drawn?.scale != scaling.value {
      viewport?.setDestination(width: Int32(size.width), height: Int32(size.height))
    }
    guard drawn?.size != size || drawn?.isOpaque != isOpaque else { return }
    guard isOpaque, let region = system.makeRegion() else {
      surface.setOpaqueRegion(region: nil)
      return
    }
    region.add(x: 0, y: 0, width: Int32(size.width), height: Int32(size.height))
    surface.setOpaqueRegion(region: region)
    region.destroy()
  }

  private func mark(_ damage: Damage, width: Int, height: Int) {
    switch damage {
    case .nothing: break
    case .everything: surface.damageBuffer(x: 0, y: 0, width: Int32(width), height: Int32(height))
    case .rects(let rects):
      let changed = rects.compactMap { BufferRect(covering: $0, width: width, height: height) }
      for part in BufferRect.cheapToRead(changed, bufferWidth: Int32(width)) {
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
      callback?.forget()
      guard let self else { return }
      self.callback = nil
      lastCallback = milliseconds
      let action = scheduler.callbackFired()
      // Nothing to draw: the next frame follows a rest and takes its time from the clock.
      if action == nil { lastCallback = nil }
      perform(action)
    }
  }

  private func requestFeedback() {
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
        feedback?.forget()
      case .discarded: feedback?.forget()
      }
    }
  }
}
