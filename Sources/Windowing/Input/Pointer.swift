import Geometry
import Wayland

/// Sends pointer events to the window under the pointer.
///
/// Wayland: `wl_pointer`.
@MainActor
final class Pointer {
  private let object: WlPointer
  private weak var seat: Seat?
  private weak var system: WindowSystem?
  private let cursor: Cursor
  private let contactID: Int
  private var clock = EventClock()
  private weak var window: Window?
  private var position = Point.zero
  private var timestamp: UInt32 = 0
  private var accumulator = ScrollAccumulator()

  init(_ object: WlPointer, on seat: Seat, in system: WindowSystem) {
    self.object = object
    self.seat = seat
    self.system = system
    cursor = Cursor(of: object, in: system)
    contactID = system.seatList.makeContactID()
    object.onEvent = { [weak self] event in self?.receive(event) }
  }

  func close() {
    leave()
    cursor.close()
    object.releaseOrDestroy()
  }

  func windowDidClose(_ window: Window) { if self.window === window { self.window = nil } }

  /// Shows the cursor of `window` if the pointer is in it.
  func cursorChanged(in window: Window) {
    if self.window === window { cursor.show(window.cursor, scale: window.scale) }
  }

  private func receive(_ event: WlPointer.Event) {
    switch event {
    case .enter(let serial, let surface, let x, let y):
      window = system?.window(for: surface)
      position = Point(x: x, y: y)
      seat?.record(serial, .enter)
      cursor.pointerEntered(serial)
      if let window { cursor.show(window.cursor, scale: window.scale) }
      send(.entered)
    case .leave: leave()
    case .motion(let time, let x, let y):
      position = Point(x: x, y: y)
      timestamp = time
      send(.moved)
    case .button(let serial, let time, let button, let state):
      timestamp = time
      let button = PointerButton(rawValue: button)
      if state == .pressed { seat?.record(serial, .press) }
      send(state == .pressed ? .pressed(button) : .released(button))
    case .frame: sendScroll()
    case .axis, .axisSource, .axisStop, .axisDiscrete, .axisValue120, .axisRelativeDirection:
      accumulator.add(event)
      // wl_pointer.frame exists since version 5.
      if object.version < 5 { sendScroll() }
    }
  }

  private func sendScroll() {
    guard let scroll = accumulator.take() else { return }
    timestamp = accumulator.milliseconds == 0 ? timestamp : accumulator.milliseconds
    send(.scrolled(scroll))
  }

  private func leave() {
    send(.left)
    window = nil
    _ = accumulator.take()
  }

  private func send(_ kind: PointerEvent.Kind) {
    guard let window, let system else { return }
    let hasTimestamp = kind != .entered && kind != .left
    let now = system.clock()
    window.delegate?.window(
      window,
      pointer: PointerEvent(
        kind: kind, position: position, milliseconds: timestamp,
        time: hasTimestamp ? clock.seconds(at: timestamp, now: now) : now, modifiers: seat?.modifiers ?? [],
        contactID: contactID, seat: seat?.id))
  }
}
