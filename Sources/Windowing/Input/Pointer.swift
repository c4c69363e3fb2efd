import Geometry
import Wayland

/// Tells windows what the pointer does.
///
/// Wayland: `wl_pointer`.
@MainActor
final class Pointer {
  private let object: WlPointer
  private unowned let seat: Seat
  private unowned let system: WindowSystem
  private let cursor: Cursor
  private weak var window: Window?
  private var position = Point.zero
  private var stamp: UInt32 = 0
  private var axes = AxisGrouping()

  init(_ object: WlPointer, on seat: Seat, in system: WindowSystem) {
    self.object = object
    self.seat = seat
    self.system = system
    cursor = Cursor(of: object, in: system)
    object.onEvent = { [weak self] event in self?.receive(event) }
  }

  func close() {
    leave()
    cursor.close()
    object.release()
  }

  func forget(_ window: Window) { if self.window === window { self.window = nil } }

  func cursorChanged(in window: Window) {
    if self.window === window { cursor.show(window.cursor, scale: window.scale) }
  }

  private func receive(_ event: WlPointer.Event) {
    switch event {
    case .enter(let serial, let surface, let x, let y):
      window = system.window(for: surface)
      position = Point(x: x, y: y)
      cursor.entered(serial)
      if let window { cursor.show(window.cursor, scale: window.scale) }
      send(.entered)
    case .leave: leave()
    case .motion(let time, let x, let y):
      position = Point(x: x, y: y)
      stamp = time
      send(.moved)
    case .button(let serial, let time, let button, let state):
      stamp = time
      let button = PointerButton(rawValue: button)
      if state == .pressed { seat.lastPress = serial }
      send(state == .pressed ? .pressed(button) : .released(button))
    case .frame:
      guard let scroll = axes.take() else { return }
      stamp = axes.milliseconds == 0 ? stamp : axes.milliseconds
      send(.scrolled(scroll))
    case .axis, .axisSource, .axisStop, .axisDiscrete, .axisValue120: axes.add(event)
    }
  }

  private func leave() {
    send(.left)
    window = nil
    _ = axes.take()
  }

  private func send(_ kind: PointerEvent.Kind) {
    guard let window else { return }
    let isStamped = kind != .entered && kind != .left
    window.delegate?.window(
      window,
      pointer: PointerEvent(
        kind: kind, position: position, milliseconds: stamp,
        time: isStamped ? system.time(at: stamp) : system.clock(), modifiers: seat.modifiers))
  }
}
