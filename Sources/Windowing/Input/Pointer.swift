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
  /// The pressed buttons.
  private var pressed: Set<PointerButton> = []
  /// The serial of the press of the first of them, which begins the compositor's grab.
  private var pressSerial: UInt32?
  private var accumulator = ScrollAccumulator()
  private var visibility = CursorVisibility()
  private var idleTimer: (any ScheduledTimer)?
  private var gestures: PointerGestures?

  init(_ object: WlPointer, on seat: Seat, in system: WindowSystem) {
    self.object = object
    self.seat = seat
    self.system = system
    cursor = Cursor(of: object, in: system)
    contactID = system.seatList.makeContactID()
    object.onEvent = { [weak self] event in self?.receive(event) }
    bindGestures()
  }

  /// Creates the objects that receive touchpad gestures, if the compositor offers them.
  func bindGestures() {
    guard gestures == nil, let seat, let system, let manager = system.globals?.gestures else { return }
    gestures = PointerGestures(manager, of: object, id: contactID, on: seat, in: system) { [weak self] in
      self?.position ?? .zero
    }
  }

  func close() {
    gestures?.close()
    leave()
    cursor.close()
    object.releaseOrDestroy()
  }

  func windowDidClose(_ window: Window) {
    gestures?.windowDidClose(window)
    guard self.window === window else { return }
    stopIdleTimer()
    self.window = nil
  }

  /// Returns the serial of the press that holds this pointer; nil for another number, and if no button is pressed.
  func press(ofContact id: Int) -> UInt32? { id == contactID && !pressed.isEmpty ? pressSerial : nil }

  func surfaceWillClose(of window: Window) {
    gestures?.surfaceWillClose(of: window)
    if self.window === window { leave() }
  }

  /// Shows the cursor of `window` if the pointer is in it.
  func cursorChanged(in window: Window) {
    guard self.window === window else { return }
    visibility.hiding = window.cursorSettings.hiding
    showCursor()
  }

  /// Notifies the cursor of a touch of the same seat, which may hide it.
  func touchBegan(in window: Window) {
    guard self.window === window else { return }
    let wasHidden = visibility.isHidden
    visibility.touched()
    if visibility.isHidden != wasHidden { showCursor() }
  }

  private func receive(_ event: WlPointer.Event) {
    switch event {
    case .enter(let serial, let surface, let x, let y):
      window = system?.window(for: surface)
      position = Point(x: x, y: y)
      seat?.record(serial, .enter)
      cursor.pointerEntered(serial)
      if let window, let system {
        visibility.entered(window.cursorSettings.hiding, at: system.clock())
        showCursor()
      }
      send(.entered)
    case .leave: leave()
    case .motion(let time, let x, let y):
      position = Point(x: x, y: y)
      timestamp = time
      pointerUsed()
      send(.moved)
    case .button(let serial, let time, let button, let state):
      timestamp = time
      let button = PointerButton(rawValue: button)
      if state == .pressed {
        seat?.record(serial, .press)
        if pressed.isEmpty { pressSerial = serial }
        pressed.insert(button)
      } else {
        pressed.remove(button)
      }
      pointerUsed(buttons: state == .pressed ? 1 : -1)
      send(state == .pressed ? .pressed(button) : .released(button))
    case .frame: sendScroll()
    case .axis, .axisSource, .axisStop, .axisDiscrete, .axisValue120, .axisRelativeDirection:
      accumulator.add(event)
      // Version 4 and older have no `wl_pointer.frame`, so each axis event is sent as a scroll.
      if object.version < 5 { sendScroll() }
    }
  }

  private func sendScroll() {
    guard let scroll = accumulator.take() else { return }
    pointerUsed()
    timestamp = accumulator.milliseconds == 0 ? timestamp : accumulator.milliseconds
    send(.scrolled(scroll))
  }

  private func leave() {
    stopIdleTimer()
    _ = accumulator.take()
    pressed = []
    send(.left)
    window = nil
  }

  // MARK: Cursor

  private func pointerUsed(buttons change: Int = 0) {
    guard window != nil, let system else { return }
    let wasHidden = visibility.isHidden
    visibility.used(at: system.clock(), buttons: change)
    if wasHidden { showCursor() } else { startIdleTimer() }
  }

  private func showCursor() {
    guard let window else { return }
    cursor.show(
      visibility.isHidden ? .hidden : window.cursorSettings.effectiveShape(of: contactID), scale: window.scale
    )
    startIdleTimer()
  }

  /// Starts the timer that hides the cursor. No effect if the timer is running: a motion does not restart the timer. If
  /// the timer fires before the idle time has passed, it is started again with the remaining time.
  private func startIdleTimer() {
    guard idleTimer == nil, let system, let time = visibility.hidingTime else { return }
    idleTimer = system.scheduler.timer(after: time - system.clock(), every: nil) { [weak self] in
      guard let self else { return }
      idleTimer = nil
      visibility.timePassed(to: self.system?.clock() ?? 0)
      if visibility.isHidden { showCursor() } else { startIdleTimer() }
    }
  }

  private func stopIdleTimer() {
    idleTimer?.cancel()
    idleTimer = nil
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
