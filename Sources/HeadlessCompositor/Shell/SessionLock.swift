/// A lock of the session: only its surfaces are visible and get input. If its client disconnects without unlocking, the session
/// stays locked until another client locks and unlocks it.
///
/// Wayland: `ext_session_lock_v1`.
@MainActor final class SessionLock {
  private let resource: Resource<ExtSessionLockV1Resource>
  private weak var compositor: Compositor?
  /// The surfaces, in the order they were created.
  fileprivate(set) var surfaces = ObjectList<LockSurface>()

  init(_ resource: Resource<ExtSessionLockV1Resource>, compositor: Compositor) {
    self.resource = resource
    self.compositor = compositor
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
  }

  /// Whether the client that has locked the session has left without unlocking it.
  var isAbandoned: Bool { resource.handle == nil }

  /// The surface that has the keyboard focus while the session is locked.
  var keyboardTarget: Surface? { surfaces.last { $0.isShown }?.surface }

  private var isActive: Bool { compositor?.sessionLock === self }

  private func handle(_ request: ExtSessionLockV1Resource.Request) {
    typealias Code = ExtSessionLockV1Resource.Error
    switch request {
    case .destroy:
      guard !isActive else {
        resource.postError(Code.invalidDestroy, "the lock is destroyed while the session is locked")
        return
      }
      resource.destroy()
    case .unlockAndDestroy:
      guard isActive else {
        resource.postError(Code.invalidUnlock, "the session is not locked by this object")
        return
      }
      resource.destroy()
      compositor?.setSessionLock(nil)
    case .getLockSurface(let id, let wire, let output):
      guard let compositor, let surface = wire.model(as: Surface.self) else { return }
      let output = output.model(as: Output.self)
      let isFree = surface.roleName == nil || surface.roleName == "session_lock"
      guard isFree, surface.role == nil, !surface.hasXdgSurface else {
        resource.postError(
          Code.role, "the surface already has the role \(surface.roleName ?? "xdg_surface")")
        return
      }
      var hasBuffer = surface.hasContent
      if case .buffer? = surface.pending.attachment { hasBuffer = true }
      guard !hasBuffer else {
        resource.postError(Code.alreadyConstructed, "the surface has a buffer")
        return
      }
      guard !surfaces.contains(where: { $0.output === output && output != nil }) else {
        resource.postError(Code.duplicateOutput, "the output \(output?.name ?? "") has a lock surface")
        return
      }
      guard let object = resource.create(ExtSessionLockSurfaceV1Resource.self, id: id) else { return }
      surfaces.append(
        LockSurface(object, surface: surface, output: output, lock: self, compositor: compositor))
    }
  }

  /// Notifies the client that the compositor has unlocked the session.
  fileprivate func finish() { resource.wire?.sendFinished() }

  /// Sends the new size of an output to its surface.
  func outputChanged(_ output: Output) {
    for surface in surfaces where surface.output === output { surface.configure() }
  }
}

/// The content of an output while the session is locked.
///
/// Wayland: `ext_session_lock_surface_v1`.
@MainActor final class LockSurface: SurfaceRole {
  private let resource: Resource<ExtSessionLockSurfaceV1Resource>
  private(set) weak var surface: Surface?
  private(set) weak var output: Output?
  private weak var lock: SessionLock?
  private weak var compositor: Compositor?
  /// The configures that the client has not acknowledged, oldest first.
  private var unacknowledged: [(serial: UInt32, size: (width: Int, height: Int))] = []
  /// The size of the last acknowledged configure; nil before the first one.
  private var acknowledgedSize: (width: Int, height: Int)?
  private var sentSize: (width: Int, height: Int)?

  init(
    _ resource: Resource<ExtSessionLockSurfaceV1Resource>, surface: Surface, output: Output?,
    lock: SessionLock,
    compositor: Compositor
  ) {
    self.resource = resource
    self.surface = surface
    self.output = output
    self.lock = lock
    self.compositor = compositor
    surface.role = self
    surface.roleName = "session_lock"
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onDestroy = { [unowned self] in destroyed() }
    configure()
  }

  /// Sends the size of the output, if it has changed.
  func configure() {
    guard let compositor, let size = output?.logicalSize, sentSize.map({ $0 != size }) ?? true else { return }
    sentSize = size
    let serial = compositor.nextSerial()
    unacknowledged.append((serial, size))
    resource.wire?.sendConfigure(
      serial: serial, width: UInt32(clamping: size.width), height: UInt32(clamping: size.height))
    compositor.flush()
  }

  /// The position among all outputs, in logical pixels.
  var position: (x: Int, y: Int) { output?.position ?? (0, 0) }

  private func handle(_ request: ExtSessionLockSurfaceV1Resource.Request) {
    switch request {
    case .destroy: resource.destroy()
    case .ackConfigure(let serial):
      guard let index = unacknowledged.firstIndex(where: { $0.serial == serial }) else {
        resource.postError(
          ExtSessionLockSurfaceV1Resource.Error.invalidSerial,
          "no unacknowledged configure has the serial \(serial)")
        return
      }
      acknowledgedSize = unacknowledged[index].size
      unacknowledged.removeFirst(index + 1)
    }
  }

  private func destroyed() {
    lock?.surfaces.remove(self)
    surface?.contents = nil
    if let surface {
      if surface.role === self { surface.role = nil }
      surface.updateOutputMembership()
      compositor?.removeInput(to: surface)
    }
    compositor?.requestFocusUpdate([.keyboard, .pointer])
  }

  // MARK: Role

  var isShown: Bool { lock.map { compositor?.sessionLock === $0 && output?.isRemoved == false } ?? false }

  func acceptsCommit(of changes: PendingSurfaceState, to surface: Surface) -> Bool {
    typealias Code = ExtSessionLockSurfaceV1Resource.Error
    guard acknowledgedSize != nil else {
      resource.postError(Code.commitBeforeFirstAck, "commit before the first configure is acknowledged")
      return false
    }
    switch changes.attachment {
    case .buffer?: return true
    case .nothing?: break
    case nil: if surface.hasContent { return true }
    }
    resource.postError(Code.nullBuffer, "commit without a buffer")
    return false
  }

  func committed(_ surface: Surface) {
    guard let size = acknowledgedSize, surface.hasContent else { return }
    guard surface.size == size else {
      resource.postError(
        ExtSessionLockSurfaceV1Resource.Error.dimensionsMismatch,
        "the surface is \(surface.size.width) × \(surface.size.height), but \(size.width) × \(size.height) was configured and acknowledged"
      )
      return
    }
    compositor?.requestFocusUpdate([.keyboard, .pointer])
  }

  func surfaceDestroyed() { compositor?.requestFocusUpdate([.keyboard, .pointer]) }
}

extension Compositor {
  /// Whether a client has locked the session, so that only its surfaces are visible.
  ///
  /// Wayland: `ext_session_lock_v1.locked`.
  public var isSessionLocked: Bool { sessionLock != nil }

  /// Unlocks the session as the compositor's own emergency exit. No effect if it is not locked.
  ///
  /// Wayland: `ext_session_lock_v1.finished`.
  public func unlockSession() {
    guard let lock = sessionLock else { return }
    lock.finish()
    setSessionLock(nil)
    flush()
  }

  func bindSessionLock(_ resource: Resource<ExtSessionLockManagerV1Resource>) {
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .lock(let id):
        guard let object = resource.create(ExtSessionLockV1Resource.self, id: id) else { return }
        let lock = SessionLock(object, compositor: self)
        guard sessionLock?.isAbandoned ?? true else {
          object.wire?.sendFinished()
          return
        }
        setSessionLock(lock)
        object.wire?.sendLocked()
      }
    }
  }

  /// Locks the session, or unlocks it.
  fileprivate func setSessionLock(_ lock: SessionLock?) {
    sessionLock = lock
    if lock != nil {
      for popup in Array(popupList).reversed() { popup.dismiss() }
      for seat in seats {
        seat.drag?.cancel()
        seat.touch.cancel()
        seat.pointer.endGrab()
        for tool in seat.tools { tool.leave() }
        seat.keyboard.focus(nil as Surface?)
      }
    }
    requestFocusUpdate([.keyboard, .pointer])
  }
}
