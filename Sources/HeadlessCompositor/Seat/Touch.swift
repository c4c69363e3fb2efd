/// A touchscreen.
///
/// Wayland: `wl_touch`.
@MainActor public final class Touch {
  /// When wl_touch.frame is sent. Real compositors differ in this.
  public enum FramePolicy: Sendable {
    /// After each down, motion and up.
    case always
    /// After each down, motion and up, except the up of the last touch point, as in weston and mutter.
    case exceptAfterLastUp
    /// Never, as cage does.
    case never
    /// Only when the test calls `frame()`.
    case manually
  }

  /// A pressed touch point.
  private struct TouchPoint {
    /// The surface where the touch began.
    weak var surface: Surface?
    /// The position of the surface when the touch began, in logical pixels. It is used after the surface has become
    /// invisible.
    var origin: (x: Int, y: Int)
    var serial: UInt32
    /// The position, in logical pixels from the output's top left corner.
    var position: (x: Double, y: Double)
  }

  weak var compositor: Compositor?
  weak var seat: Seat?
  /// A number of milliseconds that is added to this device's timestamps; the sum wraps. It simulates devices with
  /// different clocks.
  public var timestampOffset: UInt32 = 0
  private var objects = DeviceObjects<WlTouchResource>()
  private var touchPoints: [Int32: TouchPoint] = [:]

  /// When wl_touch.frame is sent.
  public var framePolicy = FramePolicy.always

  init() {}

  /// The ids of the touch points on surfaces, in ascending order.
  public var activeIDs: [Int32] { touchPoints.keys.sorted() }

  /// Begins a touch. No effect if `id` is active or no surface accepts input at the point.
  ///
  /// - Parameters:
  ///   - point: The position, in logical pixels from the output's top left corner.
  ///   - id: A number that no active touch point has.
  ///
  /// Wayland: `wl_touch.down`.
  public func down(at point: (x: Double, y: Double), id: Int32 = 0) {
    guard let compositor, isPresent, touchPoints[id] == nil else { return }
    let pressed = compositor.inputTarget(at: point)
    compositor.pressBegan(on: pressed?.surface)
    guard let target = pressed, let wire = target.surface.resource.wire else {
      return
    }
    seat?.activateToplevel(of: target.surface)
    let serial = compositor.nextSerial()
    compositor.recordPress(serial: serial)
    touchPoints[id] = TouchPoint(
      surface: target.surface, origin: compositor.origin(of: target.surface) ?? (0, 0), serial: serial,
      position: point)
    for object in objects.of(target.surface) {
      object.wire?.sendDown(
        serial: serial, time: timestamp, surface: wire, id: id, x: target.x, y: target.y)
    }
    finish(target.surface, isLastUp: false)
  }

  /// Moves a touch point. Its events go to the surface where the touch began, even if the point is outside of the
  /// surface.
  ///
  /// - Parameters:
  ///   - point: The position, in logical pixels from the output's top left corner.
  ///   - id: The id of the touch point. No effect if it is not active.
  ///
  /// Wayland: `wl_touch.motion`.
  public func move(to point: (x: Double, y: Double), id: Int32 = 0) {
    touchPoints[id]?.position = point
    if let drag = seat?.drag, drag.device == .touch(id) { return drag.move(to: point) }
    guard let compositor, isPresent, let touchPoint = touchPoints[id], let surface = touchPoint.surface
    else { return }
    let origin = compositor.origin(of: surface) ?? touchPoint.origin
    for object in objects.of(surface) {
      object.wire?.sendMotion(
        time: timestamp, id: id, x: point.x - Double(origin.x), y: point.y - Double(origin.y))
    }
    finish(surface, isLastUp: false)
  }

  /// Ends a touch. No effect if `id` is not active.
  ///
  /// Wayland: `wl_touch.up`.
  public func up(id: Int32 = 0) {
    if let drag = seat?.drag, drag.device == .touch(id) { return drag.drop() }
    guard let compositor, isPresent, let touchPoint = touchPoints.removeValue(forKey: id),
      let surface = touchPoint.surface
    else {
      return
    }
    let serial = compositor.nextSerial()
    for object in objects.of(surface) {
      object.wire?.sendUp(serial: serial, time: timestamp, id: id)
    }
    finish(surface, isLastUp: touchPoints.isEmpty)
  }

  /// Cancels all touches, as a compositor does when it recognizes a gesture itself.
  ///
  /// Wayland: `wl_touch.cancel`.
  public func cancel() {
    for surface in touchedSurfaces { for object in objects.of(surface) { object.wire?.sendCancel() } }
    touchPoints = [:]
    compositor?.flush()
  }

  /// Ends a group of events. Needed only with `FramePolicy.manually`.
  ///
  /// Wayland: `wl_touch.frame`.
  public func frame() {
    for surface in touchedSurfaces { for object in objects.of(surface) { object.wire?.sendFrame() } }
    compositor?.flush()
  }

  /// Returns the touch point on a surface whose down event has the serial.
  func id(ofPress serial: UInt32, on surface: Surface) -> Int32? {
    touchPoints.first { $0.value.serial == serial && $0.value.surface === surface }?.key
  }

  /// Assigns a touch point to a drag. The surface gets no more events of this touch point.
  func dragBegan(_ drag: Drag, id: Int32) {
    guard let point = touchPoints.removeValue(forKey: id)?.position else { return }
    drag.move(to: point)
  }

  /// Adds a client's wl_touch and handles its requests.
  func add(_ object: Resource<WlTouchResource>) {
    objects.add(object)
    object.onDestroy = { [weak self, unowned object] in self?.objects.remove(object) }
    object.onRequest = { [unowned object] request in
      switch request {
      case .release: object.destroy()
      }
    }
  }

  /// Ends the touches on a surface that was destroyed or is no longer visible. No events are sent.
  func removeReferences(to surface: Surface) {
    touchPoints = touchPoints.filter { $0.value.surface !== surface && $0.value.surface != nil }
  }

  private var isPresent: Bool { seat?.has(.touch) ?? false }

  /// The timestamp of an event that is sent now.
  private var timestamp: UInt32 { (compositor?.milliseconds ?? 0) &+ timestampOffset }

  /// One touched surface per client, in the order of the touch ids. frame and cancel are sent once to each of a
  /// client's wl_touch objects, not once per touch.
  private var touchedSurfaces: [Surface] {
    var found: [Surface] = []
    for surface in activeIDs.compactMap({ touchPoints[$0]?.surface }) {
      let owner = surface.resource.clientHandle
      if !found.contains(where: { $0.resource.clientHandle == owner }) { found.append(surface) }
    }
    return found
  }

  private func finish(_ surface: Surface, isLastUp: Bool) {
    let sendsFrame =
      switch framePolicy {
      case .always: true
      case .exceptAfterLastUp: !isLastUp
      case .never, .manually: false
      }
    if sendsFrame { for object in objects.of(surface) { object.wire?.sendFrame() } }
    compositor?.flush()
  }
}
