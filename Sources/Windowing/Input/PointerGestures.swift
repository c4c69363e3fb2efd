import Geometry
import Wayland

/// Sends the gestures of one touchpad to the window in which each gesture began.
///
/// Wayland: `zwp_pointer_gestures_v1`.
@MainActor
final class PointerGestures {
  /// A gesture that has begun and has not ended.
  private struct Gesture {
    let id: Int
    weak var window: Window?
    let position: Point
    let fingerCount: Int
    var translation = Point.zero
    var scale = 1.0
    var rotation = 0.0
  }

  private let swipe: ZwpPointerGestureSwipeV1
  private let pinch: ZwpPointerGesturePinchV1
  /// Receives hold gestures; nil before version 3 of the protocol.
  private let hold: ZwpPointerGestureHoldV1?
  private weak var seat: Seat?
  private weak var system: WindowSystem?
  private let pointerID: Int
  /// Returns the position of the pointer.
  private let position: () -> Point
  private var gestures: [GestureEvent.Kind: Gesture] = [:]
  private var timestamp: UInt32 = 0
  private var clock = EventClock()

  init(
    _ manager: ZwpPointerGesturesV1, of pointer: WlPointer, id: Int, on seat: Seat, in system: WindowSystem,
    position: @escaping () -> Point
  ) {
    swipe = manager.getSwipeGesture(pointer: pointer)
    pinch = manager.getPinchGesture(pointer: pointer)
    hold = manager.version >= 3 ? manager.getHoldGesture(pointer: pointer) : nil
    self.seat = seat
    self.system = system
    self.position = position
    pointerID = id
    swipe.onEvent = { [weak self] event in
      switch event {
      case .begin(_, let time, let surface, let fingers): self?.begin(.swipe, time, surface, fingers)
      case .update(let time, let dx, let dy): self?.update(.swipe, time, dx, dy)
      case .end(_, let time, let cancelled): self?.end(.swipe, time, isCanceled: cancelled != 0)
      }
    }
    pinch.onEvent = { [weak self] event in
      switch event {
      case .begin(_, let time, let surface, let fingers): self?.begin(.pinch, time, surface, fingers)
      case .update(let time, let dx, let dy, let scale, let rotation):
        self?.update(.pinch, time, dx, dy, scale: scale, rotation: rotation)
      case .end(_, let time, let cancelled): self?.end(.pinch, time, isCanceled: cancelled != 0)
      }
    }
    hold?.onEvent = { [weak self] event in
      switch event {
      case .begin(_, let time, let surface, let fingers): self?.begin(.hold, time, surface, fingers)
      case .end(_, let time, let cancelled): self?.end(.hold, time, isCanceled: cancelled != 0)
      }
    }
  }

  func close() {
    for kind in [GestureEvent.Kind.swipe, .pinch, .hold] { end(kind, timestamp, isCanceled: true) }
    swipe.destroy()
    pinch.destroy()
    hold?.destroy()
  }

  func windowDidClose(_ window: Window) { gestures = gestures.filter { $0.value.window !== window } }

  func surfaceWillClose(of window: Window) {
    for (kind, gesture) in gestures where gesture.window === window { end(kind, timestamp, isCanceled: true) }
  }

  private func begin(_ kind: GestureEvent.Kind, _ time: UInt32, _ surface: WlSurface?, _ fingers: UInt32) {
    // The compositor did not send the end of the previous gesture of this kind, so cancel that gesture.
    end(kind, time, isCanceled: true)
    guard let system, let window = system.window(for: surface) else { return }
    let gesture = Gesture(
      id: system.seatList.makeContactID(), window: window, position: position(),
      fingerCount: Int(fingers))
    gestures[kind] = gesture
    send(kind, .began, gesture, time)
  }

  private func update(
    _ kind: GestureEvent.Kind, _ time: UInt32, _ dx: Double, _ dy: Double, scale: Double = 1,
    rotation: Double = 0
  ) {
    guard var gesture = gestures[kind] else { return }
    gesture.translation = Point(x: gesture.translation.x + dx, y: gesture.translation.y + dy)
    gesture.scale = scale
    gesture.rotation += rotation
    gestures[kind] = gesture
    send(kind, .changed, gesture, time)
  }

  /// Removes a gesture, then sends its last event. The order matters because the event's handler may close the window
  /// or the window system.
  private func end(_ kind: GestureEvent.Kind, _ time: UInt32, isCanceled: Bool) {
    guard let gesture = gestures.removeValue(forKey: kind) else { return }
    send(kind, isCanceled ? .canceled : .ended, gesture, time)
  }

  private func send(
    _ kind: GestureEvent.Kind, _ phase: GestureEvent.Phase, _ gesture: Gesture, _ time: UInt32
  ) {
    timestamp = time
    guard let window = gesture.window, let system else { return }
    window.delegate?.window(
      window,
      gesture: GestureEvent(
        kind: kind, phase: phase, fingerCount: gesture.fingerCount, position: gesture.position,
        translation: gesture.translation, scale: gesture.scale, rotation: gesture.rotation,
        milliseconds: time, time: clock.seconds(at: time, now: system.clock()),
        modifiers: seat?.modifiers ?? [], contactID: gesture.id, pointerID: pointerID, seat: seat?.id))
  }
}
