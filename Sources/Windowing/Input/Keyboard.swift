import Dispatch
import Wayland

/// Sends key events to the window that has keyboard focus.
///
/// Wayland: `wl_keyboard`.
@MainActor
final class Keyboard {
  private let object: WlKeyboard
  private unowned let system: WindowSystem
  /// Called with the serial of each key press and of keyboard focus.
  private let inputArrived: (UInt32) -> Void
  private weak var window: Window?
  private var keymap: Keymap?
  private var keyRepeat = KeyRepeat()
  private var timer: (any DispatchSourceTimer)?
  private var pressedAt: (milliseconds: UInt32, now: Double) = (0, 0)

  private(set) var modifiers: KeyModifiers = []

  init(_ object: WlKeyboard, in system: WindowSystem, inputArrived: @escaping (UInt32) -> Void) {
    self.object = object
    self.inputArrived = inputArrived
    self.system = system
    object.onEvent = { [weak self] event in self?.receive(event) }
  }

  func close() {
    leave()
    object.release()
  }

  /// Cancels the repeat timer.
  func stopKeyRepeat() { perform(keyRepeat.stop()) }

  func windowDidClose(_ window: Window) {
    guard self.window === window else { return }
    stopKeyRepeat()
    self.window = nil
  }

  private func receive(_ event: WlKeyboard.Event) {
    switch event {
    case .keymap(let format, let descriptor, let size):
      keymap = format == .xkbV1 ? Keymap(descriptor: descriptor.borrowed, size: Int(size)) : nil
    case .enter(let serial, let surface, _):
      inputArrived(serial)
      window = system.window(for: surface)
      if let window { window.delegate?.window(window, hasKeyboard: true) }
    case .leave: leave()
    case .key(let serial, let time, let code, let state):
      if state == .pressed { inputArrived(serial) }
      key(code, isDown: state == .pressed, time)
    case .modifiers(_, let depressed, let latched, let locked, let group):
      keymap?.update(depressed: depressed, latched: latched, locked: locked, layout: group)
      modifiers = keymap?.modifiers ?? []
    case .repeatInfo(let rate, let delay): perform(keyRepeat.configure(rate: rate, delay: delay))
    }
  }

  private func leave() {
    stopKeyRepeat()
    // All keys count as released (wl_keyboard.leave). The compositor sends the modifiers again after the next enter.
    modifiers = []
    guard let window else { return }
    self.window = nil
    window.delegate?.window(window, hasKeyboard: false)
  }

  private func key(_ code: UInt32, isDown: Bool, _ milliseconds: UInt32) {
    guard let keymap else { return }
    if isDown {
      pressedAt = (milliseconds, system.clock())
      perform(keyRepeat.pressed(code, repeats: keymap.repeats(code)))
      send(.pressed, keymap.press(code), milliseconds)
    } else {
      perform(keyRepeat.released(code))
      send(.released, keymap.release(code), milliseconds)
    }
  }

  private func send(_ kind: KeyEvent.Kind, _ translation: Keymap.Translation, _ milliseconds: UInt32) {
    guard let window else { return }
    window.delegate?.window(
      window,
      key: KeyEvent(
        kind: kind, key: translation.key, latinKey: translation.latinKey, text: translation.text,
        modifiers: modifiers,
        milliseconds: milliseconds, time: system.time(at: milliseconds)))
  }

  // MARK: Key repeat

  private func perform(_ action: KeyRepeat.Action?) {
    switch action {
    case nil: break
    case .stop:
      timer?.cancel()
      timer = nil
    case .start(let delay, let interval):
      timer?.cancel()
      let timer = DispatchSource.makeTimerSource(queue: .main)
      timer.schedule(deadline: .now() + delay, repeating: interval, leeway: .milliseconds(1))
      timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.repeatKey() } }
      timer.resume()
      self.timer = timer
    }
  }

  private func repeatKey() {
    guard window != nil, let code = keyRepeat.held, let keymap else { return stopKeyRepeat() }
    let elapsed = max(0, system.clock() - pressedAt.now) * 1000
    send(
      .repeated, keymap.press(code),
      pressedAt.milliseconds &+ UInt32(truncatingIfNeeded: Int(elapsed)))
  }
}
