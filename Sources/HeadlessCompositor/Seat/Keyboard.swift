/// A keyboard, by default with the US layout.
///
/// Wayland: `wl_keyboard`.
@MainActor public final class Keyboard {
  weak var compositor: Compositor?
  weak var seat: Seat?
  /// A number of milliseconds that is added to this device's timestamps; the sum wraps. It simulates devices with
  /// different clocks.
  public var timestampOffset: UInt32 = 0
  private var objects = DeviceObjects<WlKeyboardResource>()

  /// The surface with the keyboard focus.
  ///
  /// Wayland: `wl_keyboard.enter`.
  public private(set) weak var focus: Surface?
  /// The pressed keys, in the order they were pressed.
  public private(set) var pressedKeys: [Key] = []
  private var isCapsLocked = false
  private lazy var ownKeymap = KeymapFile(
    Keymap.text(layouts: compositor?.configuration.keyboardLayouts ?? ["us"]))
  /// The keymap of a text that is being typed.
  private var textKeymap: KeymapFile?
  /// The client's keyboard whose key or modifier was sent last; nil for this keyboard.
  private var virtualKeyboard: VirtualKeyboard?
  /// The input method that receives the keys instead of the focused client.
  private weak var grab: KeyboardGrab?

  /// The key repeat that clients are asked to perform: the rate in repeats per second and the delay before the first
  /// repeat in milliseconds. Rate 0 disables it.
  ///
  /// Wayland: `wl_keyboard.repeat_info`.
  public var repeatInfo: (rate: Int32, delay: Int32) = (25, 600) {
    didSet {
      for object in objects.all {
        object.wire?.sendRepeatInfo(rate: repeatInfo.rate, delay: repeatInfo.delay)
      }
      compositor?.flush()
    }
  }

  /// The index of the active layout in `Configuration.keyboardLayouts`.
  ///
  /// Wayland: `wl_keyboard.modifiers`.
  public var layout = 0 { didSet { if virtualKeyboard == nil { sendModifiers() } } }

  init() {}

  /// Closes the keymap of a removed seat. The seat itself stays until the display ends, because a client may still bind it.
  func seatRemoved() {
    textKeymap = nil
    ownKeymap = nil
  }

  // MARK: Input

  /// Presses a key. No effect if the key is pressed.
  ///
  /// Wayland: `wl_keyboard.key`.
  public func press(_ key: Key) {
    guard isPresent, !pressedKeys.contains(key) else { return }
    use(nil)
    pressedKeys.append(key)
    send(key, .pressed)
    if key == .capsLock { isCapsLocked.toggle() }
    if key.modifier != 0 || key == .capsLock { sendModifiers() }
  }

  /// Releases a key. No effect if the key is not pressed.
  ///
  /// Wayland: `wl_keyboard.key`.
  public func release(_ key: Key) {
    guard isPresent, let index = pressedKeys.firstIndex(of: key) else { return }
    use(nil)
    pressedKeys.remove(at: index)
    send(key, .released)
    if key.modifier != 0 { sendModifiers() }
  }

  /// Sends one repeat of a pressed key to clients of wl_keyboard 10, like a compositor that repeats keys
  /// itself.
  ///
  /// Wayland: `wl_keyboard.key_state.repeated`.
  public func sendRepeat(_ key: Key) {
    guard isPresent, pressedKeys.contains(key) else { return }
    send(key, .repeated)
  }

  /// Presses and releases a key.
  public func tap(_ key: Key) {
    press(key)
    release(key)
  }

  /// Whether ``type(_:)`` types a character, because the US layout has a key for it.
  public static func canType(_ character: Character) -> Bool { Key.stroke(for: character) != nil }

  /// Taps the keys that type `text` on the US layout. Characters without a key are skipped.
  public func type(_ text: String) {
    for character in text {
      guard let stroke = Key.stroke(for: character) else { continue }
      if stroke.isShifted { press(.shift) }
      tap(stroke.key)
      if stroke.isShifted { release(.shift) }
    }
  }

  /// Types a text in any script. The focused client gets a keymap with the characters, and the former one at the end, as from
  /// `wtype`.
  ///
  /// Wayland: `wl_keyboard.keymap`.
  public func typeWithOwnKeymap(_ text: String) {
    guard isPresent else { return }
    use(nil)
    var rest = Array(text.unicodeScalars)[...]
    while !rest.isEmpty {
      let part = rest.prefix(Keymap.mostScalars)
      rest = rest.dropFirst(Keymap.mostScalars)
      let scalars = part.reduce(into: [Unicode.Scalar]()) { if !$0.contains($1) { $0.append($1) } }
      textKeymap = KeymapFile(Keymap.text(typing: scalars))
      sendKeymap()
      for scalar in part {
        guard let index = scalars.firstIndex(of: scalar) else { continue }
        let key = Key(code: Keymap.firstCode + UInt32(index))
        send(key, .pressed)
        send(key, .released)
      }
    }
    textKeymap = nil
    sendKeymap()
  }

  /// Activates a toplevel and gives it the keyboard focus; nil removes the focus and deactivates the active toplevel.
  ///
  /// Wayland: `wl_keyboard.enter`, `wl_keyboard.leave`.
  public func focus(_ toplevel: Toplevel?) {
    if let toplevel {
      toplevel.activate()
    } else {
      compositor?.activeToplevel?.setActivated(false)
      focus(nil as Surface?)
    }
  }

  // MARK: Focus

  /// Moves the keyboard focus to a surface; nil removes it.
  func focus(_ surface: Surface?) {
    guard focus !== surface, let compositor else { return }
    if let old = focus, let wire = old.resource.wire {
      let serial = compositor.nextSerial()
      for object in objects.of(old) { object.wire?.sendLeave(serial: serial, surface: wire) }
    }
    let previousClient = focus?.resource.clientHandle
    focus = isPresent ? surface : nil
    if let focus, focus.resource.clientHandle != previousClient {
      seat?.clipboard.sendSelection(to: focus)
      seat?.primarySelection.sendSelection(to: focus)
    }
    if let focus {
      for object in objects.of(focus) {
        sendKeymap(to: object)
        enter(object)
      }
    }
    seat?.textInput.focusChanged(to: focus)
    compositor.flush()
  }

  /// Removes the focus from a surface that was destroyed or is no longer visible.
  func removeReferences(to surface: Surface) {
    if focus === surface { focus(nil as Surface?) }
  }

  private func enter(_ object: Resource<WlKeyboardResource>) {
    guard let compositor, let wire = focus?.resource.wire else { return }
    let keys = pressedKeys.map(\.code).withUnsafeBytes { Array($0) }
    object.wire?.sendEnter(serial: compositor.nextSerial(), surface: wire, keys: keys)
    sendModifiers(to: object)
  }

  // MARK: Clients

  /// Adds a client's wl_keyboard, sends the keymap, and sends enter if the client has the focus.
  func add(_ object: Resource<WlKeyboardResource>) {
    objects.add(object)
    object.model = SentKeymap()
    object.onDestroy = { [weak self, unowned object] in self?.objects.remove(object) }
    object.onRequest = { [unowned object] request in
      switch request {
      case .release: object.destroy()
      }
    }
    sendKeymap(to: object)
    object.wire?.sendRepeatInfo(rate: repeatInfo.rate, delay: repeatInfo.delay)
    if let focus, focus.resource.clientHandle == object.clientHandle { enter(object) }
  }

  /// Sends the keymap to a client that does not have it.
  private func sendKeymap(to object: Resource<WlKeyboardResource>) {
    guard let keymap, let sent = object.model as? SentKeymap, sent.file !== keymap else { return }
    sent.file = keymap
    object.wire?.sendKeymap(format: .xkbV1, fd: keymap.descriptor, size: keymap.size)
  }

  // MARK: Keyboards of clients

  /// The keymap of the keyboard whose keys are sent. A client has it while it has the focus.
  private var keymap: KeymapFile? { virtualKeyboard?.keymap ?? textKeymap ?? ownKeymap }

  private var modifiers: KeyboardModifiers {
    if let virtualKeyboard { return virtualKeyboard.modifiers }
    return KeyboardModifiers(
      depressed: pressedKeys.reduce(0) { $0 | $1.modifier }, locked: isCapsLocked ? 2 : 0,
      group: UInt32(clamping: layout))
  }

  /// Makes another keyboard the one whose keys are sent; nil for this keyboard. The focused client gets its keymap and
  /// modifiers. Another client gets the keymap with the focus, so that a flood of keymaps does not fill its socket.
  private func use(_ keyboard: VirtualKeyboard?) {
    let old = keymap
    guard keyboard !== virtualKeyboard else { return }
    virtualKeyboard = keyboard
    if keymap !== old { sendKeymap() }
  }

  private func sendKeymap() {
    if let focus { for object in objects.of(focus) { sendKeymap(to: object) } }
    if let keymap { grab?.send(keymap) }
    sendModifiers()
  }

  /// Sends the new keymap of a client's keyboard if its keys were sent last.
  func keymapChanged(of keyboard: VirtualKeyboard) {
    if virtualKeyboard === keyboard { sendKeymap() }
  }

  /// Sends a key of a client's keyboard.
  func send(_ key: Key, _ state: WlKeyboardResource.KeyState, of keyboard: VirtualKeyboard) {
    guard isPresent else { return }
    use(keyboard)
    send(key, state)
  }

  /// Sends the modifiers of a client's keyboard.
  func sendModifiers(of keyboard: VirtualKeyboard) {
    guard isPresent else { return }
    use(keyboard)
    sendModifiers()
  }

  /// Sends the keymap of this keyboard again after a client's keyboard was destroyed.
  func removeReferences(to keyboard: VirtualKeyboard) {
    guard virtualKeyboard === keyboard else { return }
    use(nil)
    compositor?.flush()
  }

  /// Sends the keys to an input method instead of the focused client.
  func setGrab(_ new: KeyboardGrab) {
    grab = new
    if let keymap { new.send(keymap) }
    sendModifiers()
    new.sendRepeat(rate: repeatInfo.rate, delay: repeatInfo.delay)
  }

  /// Sends the keys to the focused client again if this input method received them.
  func endGrab(_ old: KeyboardGrab) {
    guard grab === old || grab == nil else { return }
    grab = nil
    sendModifiers()
  }

  /// Whether an input method receives the keys.
  var isGrabbed: Bool { grab != nil }

  /// The input method that receives the keys. The keys that it sends itself go to the focused client.
  private var activeGrab: KeyboardGrab? {
    guard let grab, virtualKeyboard == nil || virtualKeyboard?.clientHandle != grab.clientHandle else {
      return nil
    }
    return grab
  }

  // MARK: Events

  private var isPresent: Bool { seat?.has(.keyboard) ?? false }

  /// The timestamp of an event that is sent now.
  private var timestamp: UInt32 { (compositor?.milliseconds ?? 0) &+ timestampOffset }

  private func send(_ key: Key, _ state: WlKeyboardResource.KeyState) {
    guard let compositor else { return }
    let serial = compositor.nextSerial()
    if state == .pressed { compositor.recordPress(serial: serial) }
    if let activeGrab {
      if state != .repeated { activeGrab.send(key, state, serial: serial, time: timestamp) }
    } else if let focus {
      for object in objects.of(focus) where state != .repeated || object.version >= 10 {
        object.wire?.sendKey(serial: serial, time: timestamp, key: key.code, state: state)
      }
    }
    compositor.flush()
  }

  private func sendModifiers() {
    if let activeGrab {
      activeGrab.send(modifiers, serial: compositor?.nextSerial() ?? 0)
    } else if let focus {
      for object in objects.of(focus) { sendModifiers(to: object) }
    }
    compositor?.flush()
  }

  private func sendModifiers(to object: Resource<WlKeyboardResource>) {
    guard let compositor else { return }
    let modifiers = modifiers
    object.wire?.sendModifiers(
      serial: compositor.nextSerial(), modsDepressed: modifiers.depressed, modsLatched: modifiers.latched,
      modsLocked: modifiers.locked, group: modifiers.group)
  }
}

/// The keymap that a client's `wl_keyboard` has received last.
@MainActor private final class SentKeymap {
  weak var file: KeymapFile?
}
