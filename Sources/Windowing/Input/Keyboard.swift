import Input
import Wayland

/// Sends key events to the window with the keyboard focus.
///
/// Wayland: `wl_keyboard`.
@MainActor
final class Keyboard {
  private let object: WlKeyboard
  private weak var seat: Seat?
  private let seatID: SeatID
  private weak var system: WindowSystem?
  private var clock = EventClock()
  private weak var window: Window?
  private var keymap: Keymap?
  private var keyRepeat = KeyRepeat()
  private var timer: (any ScheduledTimer)?
  /// The time of the next repeat, and the time between two repeats, in seconds.
  private var schedule: (due: Double, interval: Double) = (0, 0)
  private var pressedAt: (milliseconds: UInt32, now: Double) = (0, 0)

  private(set) var modifiers: KeyModifiers = []

  init(_ object: WlKeyboard, on seat: Seat, in system: WindowSystem) {
    self.object = object
    self.seat = seat
    seatID = seat.id
    self.system = system
    // wl_keyboard.repeat_info exists since version 4. With older compositors the client chooses rate and delay.
    if object.version < 4 { _ = keyRepeat.configure(rate: 25, delay: 600) }
    object.onEvent = { [weak self] event in self?.receive(event) }
  }

  func close() {
    leave()
    object.releaseOrDestroy()
  }

  /// Cancels the repeat timer.
  func stopKeyRepeat() { perform(keyRepeat.stop()) }

  func windowDidClose(_ window: Window) {
    guard self.window === window else { return }
    stopKeyRepeat()
    self.window = nil
  }

  func surfaceWillClose(of window: Window) { if self.window === window { leave() } }

  private func receive(_ event: WlKeyboard.Event) {
    switch event {
    case .keymap(let format, let descriptor, let size):
      keymap = format == .xkbV1 ? Keymap(descriptor: descriptor.borrowed, size: Int(size)) : nil
    case .enter(let serial, let surface, _):
      seat?.record(serial, .focus)
      enter(system?.window(for: surface))
    case .leave: leave()
    case .key(let serial, let time, let code, let state):
      if state == .pressed { seat?.record(serial, .key) }
      key(code, state, time)
    case .modifiers(_, let depressed, let latched, let locked, let group):
      keymap?.update(depressed: depressed, latched: latched, locked: locked, layout: group)
      modifiers = keymap?.modifiers ?? []
    case .repeatInfo(let rate, let delay): perform(keyRepeat.configure(rate: rate, delay: delay))
    }
  }

  private func leave() {
    stopKeyRepeat()
    // When the keyboard leaves, all keys count as released (wl_keyboard.leave). The compositor sends the modifiers
    // again after the next enter.
    modifiers = []
    guard let window else { return }
    self.window = nil
    window.keyboardLeft(seatID)
  }

  private func enter(_ entered: Window?) {
    if window !== entered { leave() }
    window = entered
    entered?.keyboardEntered(seatID)
  }

  private func key(_ code: UInt32, _ state: WlKeyboard.KeyState, _ milliseconds: UInt32) {
    guard let keymap, let system else { return }
    switch state {
    case .pressed:
      pressedAt = (milliseconds, system.clock())
      perform(keyRepeat.pressed(code, repeats: keymap.repeats(code)))
      send(.pressed, keymap.press(code), milliseconds)
    case .repeated:
      // Since version 10 of wl_keyboard, the compositor can repeat keys itself.
      send(.repeated, keymap.press(code), milliseconds)
    default:
      perform(keyRepeat.released(code))
      send(.released, keymap.release(code), milliseconds)
    }
  }

  private func send(_ kind: KeyEvent.Kind, _ translation: Keymap.Translation, _ milliseconds: UInt32) {
    guard let window, let system else { return }
    window.delegate?.window(
      window,
      key: KeyEvent(
        kind: kind, key: translation.key, latinKey: translation.latinKey, text: translation.text,
        modifiers: modifiers, milliseconds: milliseconds,
        time: clock.seconds(at: milliseconds, now: system.clock()), seat: seat?.id))
  }

  // MARK: Key repeat

  private func perform(_ action: KeyRepeat.Action?) {
    switch action {
    case nil: break
    case .stop:
      timer?.cancel()
      timer = nil
    case .start(let delay, let interval):
      guard let system else { return }
      schedule = (system.clock() + delay, interval)
      startTimer()
    }
  }

  private func startTimer() {
    guard let system else { return }
    timer?.cancel()
    timer = system.scheduler.timer(after: schedule.due - system.clock(), every: nil) { [weak self] in
      self?.repeatIsDue()
    }
  }

  private func repeatIsDue() {
    timer = nil
    guard window != nil, let system else { return stopKeyRepeat() }
    // If a round trip for an earlier key is pending, do not start another one. The end of the pending round trip starts
    // the timer.
    guard keyRepeat.becameDue() else { return }
    system.afterRoundtrip { [weak self] in self?.compositorAnswered() }
  }

  private func compositorAnswered() {
    let code = keyRepeat.answered()
    guard keyRepeat.held != nil, let system else { return }
    // If the compositor responded late, the missed repeats are skipped.
    if timer == nil {
      if code != nil { schedule.due = max(schedule.due + schedule.interval, system.clock()) }
      startTimer()
    }
    if let code { repeatKey(code) }
  }

  private func repeatKey(_ code: UInt32) {
    guard window != nil, let keymap, let system else { return }
    let elapsed = max(0, system.clock() - pressedAt.now) * 1000
    send(
      .repeated, keymap.press(code),
      pressedAt.milliseconds &+ UInt32(truncatingIfNeeded: Int(min(elapsed, 1e15))))
  }
}
