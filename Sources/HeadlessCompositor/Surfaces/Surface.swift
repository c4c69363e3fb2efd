import CWaylandServer

/// A surface of a client: its committed content and state.
///
/// Wayland: `wl_surface`.
@MainActor public final class Surface {
  let resource: Resource<WlSurfaceResource>
  weak var compositor: Compositor?
  /// The client it belongs to.
  public private(set) weak var client: Client?

  var pending = SurfaceChanges()
  /// What a synchronised subsurface has committed and its parent has not.
  var cached: SurfaceChanges?
  var state = SurfaceState()
  /// The content as taken over at commit.
  var contents: Pixels?
  var heldBuffers: [Buffer] = []
  var role: (any SurfaceRole)?
  /// A role stays, even when its object is gone.
  var roleName: String?
  var hasXdgSurface = false
  var viewport: Resource<WpViewportResource>?
  var fractionalScale: Resource<WpFractionalScaleV1Resource>?
  var frameCallbacks: [Resource<WlCallbackResource>] = []
  var feedbacks: [Resource<WpPresentationFeedbackResource>] = []
  /// The tree below, as committed.
  var stack = SurfaceStack()
  var pendingStack: SurfaceStack?
  private var enteredOutput = false

  /// How often the client has committed.
  ///
  /// Wayland: `wl_surface.commit`.
  public private(set) var commitCount = 0
  /// Where content is placed relative to the first one, in surface units: the sum of all offsets.
  ///
  /// Wayland: `wl_surface.offset`.
  public private(set) var offset: (x: Int, y: Int) = (0, 0)
  /// The area the last commit declared as changed, in buffer pixels, clipped to the buffer.
  ///
  /// Wayland: `wl_surface.damage_buffer`, `wl_surface.damage`.
  public private(set) var lastDamagedPixels = 0
  /// Bytes from one row of the last committed buffer to the next; 0 when it was no shared memory.
  ///
  /// Wayland: `wl_shm_pool.create_buffer`.
  package private(set) var bufferStride = 0
  /// Whether the client asks to keep the screen awake for this surface.
  ///
  /// Wayland: `zwp_idle_inhibit_manager_v1.create_inhibitor`.
  public internal(set) var inhibitsIdle = false
  /// The size of the committed buffer in pixels, 0 × 0 without content.
  public var bufferSize: (width: Int, height: Int) { (contents?.width ?? 0, contents?.height ?? 0) }
  /// The committed buffer scale.
  ///
  /// Wayland: `wl_surface.set_buffer_scale`.
  public var bufferScale: Int { state.scale }
  /// The committed buffer transform.
  ///
  /// Wayland: `wl_surface.set_buffer_transform`.
  public var bufferTransform: OutputTransform { state.transform }
  /// Whether there is content.
  public var hasContent: Bool { contents != nil }
  /// Whether the client waits for a frame callback or for presentation feedback.
  public var isFrameWanted: Bool { !frameCallbacks.isEmpty || !feedbacks.isEmpty }
  /// How many frame callbacks the client waits for.
  ///
  /// Wayland: `wl_surface.frame`.
  public var pendingFrameCallbackCount: Int { frameCallbacks.count }

  init(_ resource: Resource<WlSurfaceResource>, client: Client?, compositor: Compositor) {
    self.resource = resource
    self.client = client
    self.compositor = compositor
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onVanish = { [unowned self] in vanished() }
  }

  /// The size in surface units.
  public var size: (width: Int, height: Int) {
    if let destination = state.destination { return (destination.width, destination.height) }
    if let source = state.source { return (Int(source.width), Int(source.height)) }
    let natural = state.naturalSize(bufferWidth: bufferSize.width, bufferHeight: bufferSize.height)
    return (Int(natural.width), Int(natural.height))
  }

  /// The buffer's pixels as committed, whatever the scale.
  ///
  /// - Returns: Nil without content.
  public func capture() -> Capture? { contents.map { Capture($0) } }

  /// Ends the client's connection with a protocol error on this surface, as for a broken rule.
  ///
  /// - Parameters:
  ///   - code: As in wl_surface.error.
  ///   - message: What the client gets to read.
  ///
  /// Wayland: `wl_display.error`.
  public func postError(code: UInt32, message: String) {
    guard let handle = resource.handle else { return }
    headless_post_error(handle, code, message)
    client?.endAfterError()
  }

  /// Tells the client to draw at another scale than the output's.
  ///
  /// - Parameter scale: Pixels for a unit of length; rounded to 120ths.
  ///
  /// Wayland: `wp_fractional_scale_v1.preferred_scale`.
  public func sendPreferredScale(_ scale: Double) {
    fractionalScale?.wire?.sendPreferredScale(scale: UInt32((scale * 120).rounded()))
    compositor?.flush()
  }

  /// Whether it can be seen: it and all it hangs on have content and a role.
  var isShown: Bool {
    hasContent && (role?.isShown ?? false)
  }

  // MARK: Commit

  func commit() {
    commitCount += 1
    if let role, !role.acceptsCommit(of: pending, to: self) { return }
    let changes = pending
    pending = SurfaceChanges()
    if role?.isSynchronized ?? false {
      if cached == nil { cached = changes } else { cached?.merge(changes) }
    } else {
      apply(changes)
    }
    compositor?.onCommit?(self)
  }

  /// Puts changes in force, and with them those of synchronised children.
  func apply(_ changes: SurfaceChanges) {
    guard takeOver(changes) else { return }
    frameCallbacks += changes.frameCallbacks
    for feedback in feedbacks { PresentationFeedback.discard(feedback) }
    feedbacks = changes.feedbacks
    if let order = pendingStack {
      stack = order
      pendingStack = nil
    }
    for child in stack.children { child.parentCommitted() }
    role?.committed(self)
    if !hasContent {
      for feedback in feedbacks { PresentationFeedback.discard(feedback) }
      feedbacks = []
    }
    if isFrameWanted { compositor?.waitingSurfaces.append(self) }
    announceOutput()
  }

  /// Returns false when the changes break a rule; the client's connection is then over.
  private func takeOver(_ changes: SurfaceChanges) -> Bool {
    let before = (state.scale, state.transform, bufferSize)
    state.apply(changes)
    offset = (offset.x.adding(changes.dx), offset.y.adding(changes.dy))
    switch changes.attachment {
    case .nothing?:
      contents = nil
      releaseUnlessManual()
    case .buffer(let buffer)?:
      let isUnchanged =
        before.0 == state.scale && before.1 == state.transform && before.2 == (buffer.width, buffer.height)
      let damage = honouredDamage(changes, isUnchanged: isUnchanged)
      lastDamagedPixels = (changes.bufferDamage + changes.damage.map { $0.scaled(by: state.scale) })
        .map { $0.clipped(toWidth: buffer.width, height: buffer.height) }
        .reduce(0) { $0 + $1.width * $1.height }
      buffer.copy(to: &contents, damage: damage)
      bufferStride = buffer.stride
      hold(buffer)
    case nil: break
    }
    guard let contents, !isValid(contents) else { return true }
    // The rest of the state does not fit it: nobody must look at it any more.
    self.contents = nil
    return false
  }

  /// Returns which pixels to take over, nil for all of them.
  private func honouredDamage(_ changes: SurfaceChanges, isUnchanged: Bool) -> [IntegerRect]? {
    guard compositor?.configuration.honoursDamage ?? false, isUnchanged else { return nil }
    // Where surface units are not simply `scale` pixels, old-style damage is not worth the mapping.
    let isPlain = state.transform == .normal && state.source == nil && state.destination == nil
    if !changes.damage.isEmpty && !isPlain { return nil }
    return changes.bufferDamage + changes.damage.map { $0.scaled(by: state.scale) }
  }

  private func isValid(_ contents: Pixels) -> Bool {
    let natural = state.naturalSize(bufferWidth: contents.width, bufferHeight: contents.height)
    if let source = state.source {
      guard source.x + source.width <= natural.width, source.y + source.height <= natural.height else {
        viewport?.post(
          WpViewportResource.Error.outOfBuffer,
          "the source reaches beyond \(natural.width) × \(natural.height)")
        return false
      }
      let isWhole = source.width == source.width.rounded() && source.height == source.height.rounded()
      guard state.destination != nil || isWhole else {
        viewport?.post(
          WpViewportResource.Error.badSize, "without a destination the source's size must be whole")
        return false
      }
    }
    // A cursor's size may be any: themes come in few sizes.
    let fits = contents.width % state.scale == 0 && contents.height % state.scale == 0
    guard fits || roleName == "cursor" else {
      resource.post(
        WlSurfaceResource.Error.invalidSize,
        "\(contents.width) × \(contents.height) is not a multiple of the scale \(state.scale)")
      return false
    }
    return true
  }

  // MARK: Output

  /// Sends enter or leave when the surface has come to be shown, or is no longer.
  func announceOutput() {
    guard let wire = resource.wire, isShown != enteredOutput else { return }
    enteredOutput = isShown
    for output in client?.outputs ?? ObjectList() {
      guard let output = output.wire else { continue }
      if enteredOutput { wire.sendEnter(output: output) } else { wire.sendLeave(output: output) }
    }
  }

  /// Tells a client that asks for the output late what it is on.
  func announce(late output: WlOutputResource) {
    if enteredOutput { resource.wire?.sendEnter(output: output) }
  }

  // MARK: Frames

  func presented(at time: UInt64, frame: UInt64) {
    let callbacks = frameCallbacks
    frameCallbacks = []
    for callback in callbacks {
      callback.wire?.sendDone(callbackData: UInt32(truncatingIfNeeded: time / 1_000_000))
      callback.destroy()
    }
    let answers = feedbacks
    feedbacks = []
    guard let compositor else { return }
    compositor.waitingSurfaces.remove(self)
    for feedback in answers {
      PresentationFeedback.present(
        feedback, at: time, frame: frame, interval: compositor.refreshInterval,
        outputs: client?.outputs ?? ObjectList()
      )
    }
  }

  // MARK: End

  private func vanished() {
    let compositor = compositor
    compositor?.surfaceList.remove(self)
    compositor?.waitingSurfaces.remove(self)
    contents = nil
    for callback in pending.frameCallbacks + (cached?.frameCallbacks ?? []) + frameCallbacks {
      callback.destroy()
    }
    for feedback in pending.feedbacks + (cached?.feedbacks ?? []) + feedbacks {
      PresentationFeedback.discard(feedback)
    }
    for buffer in heldBuffers { buffer.release() }
    heldBuffers = []
    pending = SurfaceChanges()
    cached = nil
    frameCallbacks = []
    feedbacks = []
    stack = SurfaceStack()
    let oldRole = role
    role = nil
    oldRole?.surfaceVanished()
    compositor?.seat.forget(self)
  }
}
