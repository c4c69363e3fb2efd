/// The gestures on a touchpad. Their events go to the surface that had the pointer focus when the gesture began.
///
/// Wayland: `zwp_pointer_gestures_v1`.
@MainActor public final class PointerGestures {
  /// A kind of gesture.
  private enum Kind {
    case swipe, pinch, hold
  }

  weak var pointer: Pointer?
  private var swipes = DeviceObjects<ZwpPointerGestureSwipeV1Resource>()
  private var pinches = DeviceObjects<ZwpPointerGesturePinchV1Resource>()
  private var holds = DeviceObjects<ZwpPointerGestureHoldV1Resource>()
  private var current: Kind?
  /// The surface of the current gesture.
  private weak var surface: Surface?

  init() {}

  // MARK: Input

  /// Begins a swipe. No effect if no surface has the focus, or during another gesture.
  ///
  /// Wayland: `zwp_pointer_gesture_swipe_v1.begin`.
  public func beginSwipe(fingers: UInt32 = 3) {
    begin(.swipe) { serial, time, surface, wire in
      for object in swipes.of(surface) {
        object.wire?.sendBegin(serial: serial, time: time, surface: wire, fingers: fingers)
      }
    }
  }

  /// Moves the fingers of a swipe. Distances are in logical pixels.
  ///
  /// Wayland: `zwp_pointer_gesture_swipe_v1.update`.
  public func swipe(dx: Double, dy: Double) {
    update(.swipe) { time, surface in
      for object in swipes.of(surface) { object.wire?.sendUpdate(time: time, dx: dx, dy: dy) }
    }
  }

  /// Begins a pinch. No effect if no surface has the focus, or during another gesture.
  ///
  /// Wayland: `zwp_pointer_gesture_pinch_v1.begin`.
  public func beginPinch(fingers: UInt32 = 2) {
    begin(.pinch) { serial, time, surface, wire in
      for object in pinches.of(surface) {
        object.wire?.sendBegin(serial: serial, time: time, surface: wire, fingers: fingers)
      }
    }
  }

  /// Moves the fingers of a pinch.
  ///
  /// - Parameters:
  ///   - dx: The motion of the center to the right, in logical pixels.
  ///   - dy: The motion of the center down, in logical pixels.
  ///   - scale: The current distance between the fingers / their distance when the pinch began.
  ///   - rotation: The rotation since the last update, in degrees clockwise.
  ///
  /// Wayland: `zwp_pointer_gesture_pinch_v1.update`.
  public func pinch(dx: Double = 0, dy: Double = 0, scale: Double = 1, rotation: Double = 0) {
    update(.pinch) { time, surface in
      for object in pinches.of(surface) {
        object.wire?.sendUpdate(time: time, dx: dx, dy: dy, scale: scale, rotation: rotation)
      }
    }
  }

  /// Begins a hold. No effect if no surface has the focus, or during another gesture.
  ///
  /// Wayland: `zwp_pointer_gesture_hold_v1.begin`.
  public func beginHold(fingers: UInt32 = 2) {
    begin(.hold) { serial, time, surface, wire in
      for object in holds.of(surface) {
        object.wire?.sendBegin(serial: serial, time: time, surface: wire, fingers: fingers)
      }
    }
  }

  /// Ends the current gesture.
  ///
  /// - Parameter isCanceled: Whether the compositor takes over the gesture.
  ///
  /// Wayland: `zwp_pointer_gesture_swipe_v1.end`.
  public func end(isCanceled: Bool = false) {
    guard let kind = current, let pointer, let compositor = pointer.compositor else { return }
    current = nil
    guard pointer.isPresent, let surface else { return }
    let (serial, time) = (compositor.nextSerial(), pointer.timestamp)
    let flag: Int32 = isCanceled ? 1 : 0
    switch kind {
    case .swipe:
      for object in swipes.of(surface) {
        object.wire?.sendEnd(serial: serial, time: time, cancelled: flag)
      }
    case .pinch:
      for object in pinches.of(surface) {
        object.wire?.sendEnd(serial: serial, time: time, cancelled: flag)
      }
    case .hold:
      for object in holds.of(surface) {
        object.wire?.sendEnd(serial: serial, time: time, cancelled: flag)
      }
    }
    compositor.flush()
  }

  private func begin(
    _ kind: Kind, _ send: (_ serial: UInt32, _ time: UInt32, Surface, WlSurfaceResource) -> Void
  ) {
    guard current == nil, let pointer, pointer.isPresent, let compositor = pointer.compositor,
      let surface = pointer.focus, let wire = surface.resource.wire
    else { return }
    current = kind
    self.surface = surface
    send(compositor.nextSerial(), pointer.timestamp, surface, wire)
    compositor.flush()
  }

  private func update(_ kind: Kind, _ send: (_ time: UInt32, Surface) -> Void) {
    guard current == kind, let pointer, pointer.isPresent, let surface else { return }
    send(pointer.timestamp, surface)
    pointer.compositor?.flush()
  }

  // MARK: Clients

  /// Adds a client's swipe object.
  func add(_ object: Resource<ZwpPointerGestureSwipeV1Resource>) {
    swipes.add(object)
    object.onDestroy = { [weak self, unowned object] in self?.swipes.remove(object) }
    object.onRequest = { [unowned object] request in
      switch request {
      case .destroy: object.destroy()
      }
    }
  }

  /// Adds a client's pinch object.
  func add(_ object: Resource<ZwpPointerGesturePinchV1Resource>) {
    pinches.add(object)
    object.onDestroy = { [weak self, unowned object] in self?.pinches.remove(object) }
    object.onRequest = { [unowned object] request in
      switch request {
      case .destroy: object.destroy()
      }
    }
  }

  /// Adds a client's hold object.
  func add(_ object: Resource<ZwpPointerGestureHoldV1Resource>) {
    holds.add(object)
    object.onDestroy = { [weak self, unowned object] in self?.holds.remove(object) }
    object.onRequest = { [unowned object] request in
      switch request {
      case .destroy: object.destroy()
      }
    }
  }
}

extension Compositor {
  func bindPointerGestures(_ resource: Resource<ZwpPointerGesturesV1Resource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .release: resource.destroy()
      // A wl_pointer that was released before gets no gestures, but its gesture objects must still accept requests.
      case .getSwipeGesture(let id, let wire):
        guard let object = resource.create(ZwpPointerGestureSwipeV1Resource.self, id: id) else { return }
        (wire.model(as: Pointer.self)?.gestures ?? PointerGestures()).add(object)
      case .getPinchGesture(let id, let wire):
        guard let object = resource.create(ZwpPointerGesturePinchV1Resource.self, id: id) else { return }
        (wire.model(as: Pointer.self)?.gestures ?? PointerGestures()).add(object)
      case .getHoldGesture(let id, let wire):
        guard let object = resource.create(ZwpPointerGestureHoldV1Resource.self, id: id) else { return }
        (wire.model(as: Pointer.self)?.gestures ?? PointerGestures()).add(object)
      }
    }
  }
}
