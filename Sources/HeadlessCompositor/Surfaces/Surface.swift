import CWaylandServer

/// A surface of a client: its pending, cached and current state.
///
/// Wayland: `wl_surface`.
@MainActor public final class Surface {
  let resource: Resource<WlSurfaceResource>
  weak var compositor: Compositor?
  /// The client that owns the surface; nil after it was disconnected.
  public private(set) weak var client: Client?

  /// The state of the next commit.
  var pending = PendingSurfaceState()
  /// The state that a synchronized subsurface has committed. It is applied when the parent commits.
  var cached: PendingSurfaceState?
  /// The applied state.
  var current = SurfaceState()
  /// The pixels that were copied at the last commit of a buffer; nil without content.
  var contents: Pixels?
  /// The committed buffers that are not released yet, oldest first.
  var heldBuffers: [Buffer] = []
  /// The role object; nil without a role, or if the role object was destroyed.
  var role: (any SurfaceRole)?
  /// The name of the surface's role. It stays when the role object is destroyed, because a surface never changes its
  /// role.
  package internal(set) var roleName: String?
  var hasXdgSurface = false
  var viewport: Resource<WpViewportResource>?
  var fractionalScale: Resource<WpFractionalScaleV1Resource>?
  /// The committed frame callbacks that have not fired.
  var frameCallbacks: [Resource<WlCallbackResource>] = []
  /// The committed presentation feedback objects to which no event was sent yet.
  var feedbacks: [Resource<WpPresentationFeedbackResource>] = []
  /// The current stack of subsurfaces.
  var stack = SurfaceStack()
  /// The stack of the next commit; nil if it does not change.
  var pendingStack: SurfaceStack?
  /// The outputs whose enter event was sent to the client without a leave event since. The output with the largest
  /// part of the surface is first.
  var enteredOutputs: [Output] = []
  var preferences = SurfacePreferences()
  /// Checks the client; nil unless `Configuration.lints` is set.
  private(set) var lint: SurfaceLint?

  /// The number of commits.
  ///
  /// Wayland: `wl_surface.commit`.
  public private(set) var commitCount = 0
  /// The sum of the offsets of all commits, in surface coordinates.
  ///
  /// Wayland: `wl_surface.offset`.
  public private(set) var offset: (x: Int, y: Int) = (0, 0)
  /// The sum of the areas of the damage rectangles in the last commit with a buffer, in buffer pixels. Each rectangle
  /// is clipped to the buffer.
  ///
  /// Wayland: `wl_surface.damage_buffer`, `wl_surface.damage`.
  public private(set) var lastDamagedPixels = 0
  /// The stride of the last committed buffer, in bytes; 0 if the buffer is not in shared memory.
  ///
  /// Wayland: `wl_shm_pool.create_buffer`.
  package private(set) var bufferStride = 0
  /// Whether the surface has an idle inhibitor.
  ///
  /// Wayland: `zwp_idle_inhibit_manager_v1.create_inhibitor`.
  public internal(set) var inhibitsIdle = false
  /// The size of the current buffer, in pixels; 0 × 0 without content.
  public var bufferSize: (width: Int, height: Int) { (contents?.width ?? 0, contents?.height ?? 0) }
  /// The current buffer scale.
  ///
  /// Wayland: `wl_surface.set_buffer_scale`.
  public var bufferScale: Int { current.scale }
  /// The current buffer transform.
  ///
  /// Wayland: `wl_surface.set_buffer_transform`.
  public var bufferTransform: OutputTransform { current.transform }
  /// Whether the surface has content, that is, whether the last attached and committed buffer was not null.
  public var hasContent: Bool { contents != nil }
  /// Whether a committed frame callback or presentation feedback is pending.
  public var isFrameWanted: Bool { !frameCallbacks.isEmpty || !feedbacks.isEmpty }
  /// The number of committed frame callbacks that have not fired.
  ///
  /// Wayland: `wl_surface.frame`.
  public var pendingFrameCallbackCount: Int { frameCallbacks.count }

  /// The buffer that a commit has copied, and the differences of its pixels, for `lint`.
  private var copied: (buffer: Buffer, changed: Int?, missed: PixelDifference?)?

  init(_ resource: Resource<WlSurfaceResource>, client: Client?, compositor: Compositor) {
    self.resource = resource
    self.client = client
    self.compositor = compositor
    lint = compositor.lint.map { SurfaceLint($0, of: self) }
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onDestroy = { [unowned self] in destroyed() }
  }

  /// The size in surface coordinates.
  public var size: (width: Int, height: Int) {
    if let destination = current.destination { return (destination.width, destination.height) }
    if let source = current.source { return (Int(source.width), Int(source.height)) }
    let natural = current.naturalSize(bufferWidth: bufferSize.width, bufferHeight: bufferSize.height)
    return (Int(natural.width), Int(natural.height))
  }

  /// Returns the current content in buffer pixels. Scale, transform and viewport are not applied.
  ///
  /// - Returns: Nil without content.
  public func capture() -> Capture? { contents.map { Capture($0) } }

  /// Sends a protocol error on this surface, which ends the client's connection.
  ///
  /// - Parameters:
  ///   - code: A value of wl_surface.error.
  ///   - message: The message of the error.
  ///
  /// Wayland: `wl_display.error`.
  public func postError(code: UInt32, message: String) {
    guard let handle = resource.handle else { return }
    client?.injectError(on: handle, code, message)
  }

  /// Sends a preferred scale. It may differ from the output's scale.
  ///
  /// - Parameter scale: Pixels per logical pixel, rounded to a multiple of 1/120.
  ///
  /// Wayland: `wp_fractional_scale_v1.preferred_scale`.
  public func sendPreferredScale(_ scale: Double) {
    let scale120 = UInt32((scale * 120).rounded())
    preferences.scale120 = scale120
    fractionalScale?.wire?.sendPreferredScale(scale: scale120)
    compositor?.flush()
  }

  /// Whether the surface is visible: it has content, and its role and its ancestors are visible.
  var isShown: Bool {
    hasContent && (role?.isShown ?? false)
  }

  /// Whether frame callbacks and presentation feedback are sent.
  var getsFrames: Bool {
    isShown && enteredOutputs.contains { $0.isPoweredOn } && !(role?.isSuspended ?? false)
  }

  // MARK: Commit

  /// Applies the pending state, or caches it if the surface is a synchronized subsurface.
  func commit() {
    commitCount += 1
    lint?.willCommit(pending)
    if let role, !role.acceptsCommit(of: pending, to: self) { return }
    let changes = pending
    pending = PendingSurfaceState()
    if role?.isSynchronized ?? false {
      if cached == nil { cached = changes } else { cached?.merge(changes) }
    } else {
      apply(changes)
    }
    compositor?.onCommit?(self)
  }

  /// Applies a committed state and the cached states of synchronized subsurfaces.
  func apply(_ changes: PendingSurfaceState) {
    copied = nil
    guard applyContent(changes) else { return }
    frameCallbacks += changes.frameCallbacks
    for feedback in feedbacks { PresentationFeedback.discard(feedback) }
    feedbacks = changes.feedbacks
    if let order = pendingStack {
      stack = order
      pendingStack = nil
    }
    for child in stack.children { child.parentCommitted() }
    for seat in compositor?.seats ?? [] { seat.pointer.constraints.committed(self) }
    role?.committed(self)
    if let (buffer, changed, missed) = copied { lint?.didCommit(buffer, changed: changed, missed: missed) }
    copied = nil
    if !hasContent {
      for feedback in feedbacks { PresentationFeedback.discard(feedback) }
      feedbacks = []
    }
    if isFrameWanted { compositor?.waitingSurfaces.append(self) }
    updateOutputMembershipAfterCommit()
  }

  /// Applies the state and copies the buffer.
  ///
  /// - Returns: False if the state is invalid. In this case a protocol error was sent.
  private func applyContent(_ changes: PendingSurfaceState) -> Bool {
    let before = (current.scale, current.transform, bufferSize)
    current.apply(changes)
    offset = (offset.x.addingClamped(changes.dx), offset.y.addingClamped(changes.dy))
    switch changes.attachment {
    case .nothing?:
      contents = nil
      compositor?.contentChanges += 1
      releaseUnlessManual()
    case .buffer(let buffer)?:
      let isUnchanged =
        before.0 == current.scale && before.1 == current.transform
        && before.2 == (buffer.width, buffer.height)
      let damage = damageToCopy(changes, isUnchanged: isUnchanged)
      lastDamagedPixels = (changes.bufferDamage + changes.damage.map { $0.scaled(by: current.scale) })
        .map { $0.clipped(toWidth: buffer.width, height: buffer.height) }
        .reduce(0) { $0 + $1.width * $1.height }
      let changed = lint == nil ? nil : contents.flatMap { buffer.difference(from: $0)?.count }
      buffer.copy(to: &contents, damage: damage)
      bufferStride = buffer.stride
      compositor?.contentChanges += 1
      if hold(buffer) { lint?.drewIntoHeldBuffer(buffer) }
      let missed = lint == nil || damage == nil ? nil : contents.flatMap { buffer.difference(from: $0) }
      copied = (buffer, changed, missed)
    case nil: break
    }
    guard let contents, !isValid(contents) else { return true }
    // The viewport or the scale does not fit the content. Remove the content, because a capture could read outside of
    // it.
    self.contents = nil
    return false
  }

  /// Returns the rectangles to copy, in buffer pixels; nil for the whole buffer.
  private func damageToCopy(_ changes: PendingSurfaceState, isUnchanged: Bool) -> [IntegerRect]? {
    guard compositor?.configuration.honorsDamage ?? false, isUnchanged else { return nil }
    // wl_surface.damage is in surface coordinates. With a transform or a viewport, the whole buffer is copied, so that
    // the rectangles need not be converted.
    let isPlain = current.transform == .normal && current.source == nil && current.destination == nil
    if !changes.damage.isEmpty && !isPlain { return nil }
    return changes.bufferDamage + changes.damage.map { $0.scaled(by: current.scale) }
  }

  private func isValid(_ contents: Pixels) -> Bool {
    let natural = current.naturalSize(bufferWidth: contents.width, bufferHeight: contents.height)
    if let source = current.source {
      guard source.x + source.width <= natural.width, source.y + source.height <= natural.height else {
        viewport?.postError(
          WpViewportResource.Error.outOfBuffer,
          "the source is outside of the content of \(natural.width) × \(natural.height)")
        return false
      }
      let isWhole = source.width == source.width.rounded() && source.height == source.height.rounded()
      guard current.destination != nil || isWhole else {
        viewport?.postError(
          WpViewportResource.Error.badSize,
          "without a destination the source's width and height must be integers")
        return false
      }
    }
    // A cursor surface may have any size, because cursor themes have images of few sizes.
    let fits = contents.width % current.scale == 0 && contents.height % current.scale == 0
    guard fits || roleName == "cursor" else {
      resource.postError(
        WlSurfaceResource.Error.invalidSize,
        "\(contents.width) × \(contents.height) is not a multiple of the scale \(current.scale)")
      return false
    }
    return true
  }

  // MARK: Frames

  /// Fires the frame callbacks and sends the presentation feedback.
  ///
  /// - Parameters:
  ///   - time: The time of the frame, in nanoseconds.
  ///   - frame: The number of the frame.
  func presented(at time: UInt64, frame: UInt64) {
    let callbacks = frameCallbacks
    frameCallbacks = []
    for callback in callbacks {
      callback.wire?.sendDone(callbackData: UInt32(truncatingIfNeeded: time / 1_000_000))
      callback.destroy()
    }
    let presentedFeedbacks = feedbacks
    feedbacks = []
    guard let compositor else { return }
    compositor.waitingSurfaces.remove(self)
    for feedback in presentedFeedbacks {
      let output = enteredOutputs.first ?? compositor.mainOutput
      PresentationFeedback.present(
        feedback, at: time, frame: frame, interval: output.refreshInterval, outputs: resources(of: output))
    }
  }

  // MARK: Destruction

  private func destroyed() {
    let compositor = compositor
    lint?.forget()
    compositor?.surfaceList.remove(self)
    compositor?.waitingSurfaces.remove(self)
    contents = nil
    for callback in pending.frameCallbacks + (cached?.frameCallbacks ?? []) + frameCallbacks {
      callback.destroy()
    }
    for feedback in pending.feedbacks + (cached?.feedbacks ?? []) + feedbacks {
      PresentationFeedback.discard(feedback)
    }
    releaseHeldBuffers()
    pending = PendingSurfaceState()
    cached = nil
    frameCallbacks = []
    feedbacks = []
    stack = SurfaceStack()
    let oldRole = role
    role = nil
    oldRole?.surfaceDestroyed()
    compositor?.removeInput(to: self)
  }
}
