import Glibc

/// A keyboard whose keys a client presses, such as wtype or a keyboard on the screen. It has a keymap of its own, which
/// the focused client receives before the first key.
///
/// Wayland: `zwp_virtual_keyboard_v1`.
@MainActor final class VirtualKeyboard {
  private let resource: Resource<ZwpVirtualKeyboardV1Resource>
  private weak var seat: Seat?
  private(set) var keymap: KeymapFile?
  private(set) var modifiers = KeyboardModifiers()
  private var pressedKeys: [Key] = []

  init(_ resource: Resource<ZwpVirtualKeyboardV1Resource>, of seat: Seat) {
    self.resource = resource
    self.seat = seat
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onDestroy = { [unowned self] in releaseAll() }
  }

  /// The client's `wl_client`; nil after the keyboard was destroyed.
  var clientHandle: OpaquePointer? { resource.clientHandle }

  private func handle(_ request: ZwpVirtualKeyboardV1Resource.Request) {
    switch request {
    case .keymap(let format, let file, let size):
      defer { close(file) }
      let isText = format == WlKeyboardResource.KeymapFormat.xkbV1.rawValue
      guard isText, let new = KeymapFile(copyOf: file, size: size) else {
        resource.postError(
          ZwpVirtualKeyboardV1Resource.Error.noKeymap,
          "a keymap of format \(format) and \(size) bytes cannot be read")
        return
      }
      keymap = new
      seat?.keyboard.keymapChanged(of: self)
    case .key(_, let code, let state):
      // KEY_MAX of linux/input-event-codes.h
      guard hasKeymap, code <= 0x2ff else { return }
      let key = Key(code: code)
      if state == WlKeyboardResource.KeyState.pressed.rawValue {
        guard !pressedKeys.contains(key) else { return }
        pressedKeys.append(key)
        send(key, .pressed)
      } else if let index = pressedKeys.firstIndex(of: key) {
        pressedKeys.remove(at: index)
        send(key, .released)
      }
    case .modifiers(let depressed, let latched, let locked, let group):
      guard hasKeymap else { return }
      modifiers = KeyboardModifiers(depressed: depressed, latched: latched, locked: locked, group: group)
      if isPermitted { seat?.keyboard.sendModifiers(of: self) }
    case .destroy: resource.destroy()
    }
  }

  private var hasKeymap: Bool {
    if keymap != nil { return true }
    resource.postError(ZwpVirtualKeyboardV1Resource.Error.noKeymap, "the keyboard has no keymap")
    return false
  }

  private var isPermitted: Bool {
    seat?.permitsInput(of: resource.clientHandle, to: seat?.keyboard.focus) ?? false
  }

  private func send(_ key: Key, _ state: WlKeyboardResource.KeyState) {
    if isPermitted { seat?.keyboard.send(key, state, of: self) }
  }

  private func releaseAll() {
    for key in pressedKeys { seat?.keyboard.send(key, .released, of: self) }
    pressedKeys = []
    seat?.keyboard.removeReferences(to: self)
  }
}

extension Compositor {
  func bindVirtualKeyboard(_ resource: Resource<ZwpVirtualKeyboardManagerV1Resource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .createVirtualKeyboard(let wire, let id):
        guard let seat = wire.model(as: Seat.self),
          let object = resource.create(ZwpVirtualKeyboardV1Resource.self, id: id)
        else { return }
        _ = VirtualKeyboard(object, of: seat)
      }
    }
  }
}

extension Seat {
  /// Returns whether a client may send input to a surface now. A client that sends input faster than the surface's client
  /// reads it gets a protocol error. Without this limit, libwayland would disconnect the reader when its socket is full.
  func permitsInput(of sender: OpaquePointer?, to surface: Surface?) -> Bool {
    guard let compositor, let sender = compositor.client(sender) else { return false }
    guard surface?.client?.isKeepingUp ?? true else {
      sender.postError(message: "the client sends input faster than the focused client reads it")
      return false
    }
    return true
  }
}
