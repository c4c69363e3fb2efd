/// A client that serves the text fields of a seat, such as fcitx or a keyboard on the screen.
///
/// Wayland: `zwp_input_method_v2`.
@MainActor final class InputMethod {
  private let resource: Resource<ZwpInputMethodV2Resource>
  private weak var seat: Seat?
  private var doneCount: UInt32 = 0
  private var isActive = false
  private var changes = TextChanges()
  private weak var grab: KeyboardGrab?
  fileprivate var popups = ObjectList<InputPopup>()

  init(_ resource: Resource<ZwpInputMethodV2Resource>, of seat: Seat) {
    self.resource = resource
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onDestroy = { [unowned self] in
      if let grab { self.seat?.keyboard.endGrab(grab) }
      self.seat?.textInput.end(self)
    }
    if seat.textInput.begin(self) {
      self.seat = seat
      update(seat.textInput.state)
    } else {
      resource.wire?.sendUnavailable()
    }
  }

  /// Notifies the client that the seat has no use for it.
  func becomeUnavailable() {
    seat = nil
    resource.wire?.sendUnavailable()
  }

  /// Sends the state of the focused text field; nil if none has the focus.
  func update(_ state: TextInput.State?) {
    guard seat != nil, let wire = resource.wire, state != nil || isActive else { return }
    if let state {
      if !isActive { wire.sendActivate() }
      if let text = state.surroundingText {
        wire.sendSurroundingText(
          text: text, cursor: UInt32(clamping: state.cursor), anchor: UInt32(clamping: state.anchor))
      }
      wire.sendTextChangeCause(cause: state.isFromInputMethod ? .inputMethod : .other)
      wire.sendContentType(hint: .init(rawValue: state.hints), purpose: .init(rawValue: state.purpose))
    } else {
      wire.sendDeactivate()
    }
    isActive = state != nil
    doneCount &+= 1
    wire.sendDone()
    for popup in popups { popup.update() }
  }

  private func handle(_ request: ZwpInputMethodV2Resource.Request) {
    switch request {
    case .commitString(let text): changes.commit = text
    case .setPreeditString(let text, let begin, let end): changes.preedit = (text, begin, end)
    case .deleteSurroundingText(let before, let after): changes.deletion = (before, after)
    case .commit(let serial):
      let (applied, isCurrent) = (changes, serial == doneCount)
      changes = TextChanges()
      if isCurrent, isActive { apply(applied) }
    case .getInputPopupSurface(let id, let wire): createPopup(id, wire.model())
    case .grabKeyboard(let id):
      guard let object = resource.create(ZwpInputMethodKeyboardGrabV2Resource.self, id: id) else { return }
      let grab = KeyboardGrab(object, of: seat?.keyboard)
      if let seat, !seat.keyboard.isGrabbed {
        self.grab = grab
        seat.keyboard.setGrab(grab)
      }
    case .destroy: resource.destroy()
    }
  }

  private func apply(_ changes: TextChanges) {
    guard let input = seat?.textInput, let seat,
      seat.permitsInput(of: resource.clientHandle, to: input.focus)
    else { return }
    if let (text, begin, end) = changes.preedit { input.sendPreedit(text, cursor: (begin, end)) }
    if let deletion = changes.deletion {
      input.sendDeletion(before: deletion.before, after: deletion.after)
    }
    if let text = changes.commit { input.sendCommit(text) }
    input.done()
  }

  private func createPopup(_ id: UInt32, _ surface: Surface?) {
    guard let surface, let compositor = surface.compositor else { return }
    let isFree = surface.roleName == nil || surface.roleName == "input_popup"
    guard isFree, surface.role == nil, !surface.hasXdgSurface else {
      resource.postError(
        ZwpInputMethodV2Resource.Error.role,
        "the surface already has the role \(surface.roleName ?? "xdg_surface")")
      return
    }
    guard let object = resource.create(ZwpInputPopupSurfaceV2Resource.self, id: id) else { return }
    popups.append(InputPopup(object, surface: surface, method: self, compositor: compositor))
  }

  /// The rectangle of the text cursor, in the coordinates of the compositor; nil while no text field has the focus.
  fileprivate var cursorRectangle: IntegerRect? { isActive ? seat?.textInput.cursorRectangle : nil }

  /// The visible popups, from bottom to top.
  func placedPopups() -> [PlacedSurface] {
    var placed: [PlacedSurface] = []
    for popup in popups where popup.isShown {
      popup.surface?.appendTree(x: popup.position.x, y: popup.position.y, to: &placed)
    }
    return placed
  }
}

/// A popup of an input method. Its top left corner is below the text cursor.
///
/// Wayland: `zwp_input_popup_surface_v2`.
@MainActor final class InputPopup: SurfaceRole {
  private let resource: Resource<ZwpInputPopupSurfaceV2Resource>
  private(set) weak var surface: Surface?
  private weak var method: InputMethod?
  private weak var compositor: Compositor?

  init(
    _ resource: Resource<ZwpInputPopupSurfaceV2Resource>, surface: Surface, method: InputMethod,
    compositor: Compositor
  ) {
    self.resource = resource
    self.surface = surface
    self.method = method
    self.compositor = compositor
    surface.role = self
    surface.roleName = "input_popup"
    resource.model = self
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      }
    }
    resource.onDestroy = { [unowned self] in
      self.method?.popups.remove(self)
      self.surface?.contents = nil
      if let surface = self.surface {
        if surface.role === self { surface.role = nil }
        self.compositor?.removeInput(to: surface)
      }
      self.compositor?.requestFocusUpdate(.pointer)
    }
    update()
  }

  var isShown: Bool { method?.cursorRectangle != nil }

  /// The position among all outputs, in logical pixels.
  var position: (x: Int, y: Int) {
    method?.cursorRectangle.map { ($0.x, $0.y.addingClamped($0.height)) } ?? (0, 0)
  }

  /// Sends the rectangle of the text cursor, relative to the popup, and the outputs of the popup.
  func update() {
    guard let cursor = method?.cursorRectangle else { return }
    resource.wire?.sendTextInputRectangle(
      x: 0, y: Int32(clamping: -cursor.height), width: Int32(clamping: cursor.width),
      height: Int32(clamping: cursor.height))
    surface?.updateOutputMembership()
  }

  func committed(_ surface: Surface) { compositor?.requestFocusUpdate(.pointer) }
}

/// The keys of a seat, sent to its input method instead of the focused client.
///
/// Wayland: `zwp_input_method_keyboard_grab_v2`.
@MainActor final class KeyboardGrab {
  private let resource: Resource<ZwpInputMethodKeyboardGrabV2Resource>

  init(_ resource: Resource<ZwpInputMethodKeyboardGrabV2Resource>, of keyboard: Keyboard?) {
    self.resource = resource
    resource.model = self
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .release: resource.destroy()
      }
    }
    resource.onDestroy = { [unowned self, weak keyboard] in keyboard?.endGrab(self) }
  }

  /// The client's `wl_client`; nil after the grab was released.
  var clientHandle: OpaquePointer? { resource.clientHandle }

  func send(_ keymap: KeymapFile) {
    resource.wire?.sendKeymap(format: .xkbV1, fd: keymap.descriptor, size: keymap.size)
  }

  func send(_ key: Key, _ state: WlKeyboardResource.KeyState, serial: UInt32, time: UInt32) {
    resource.wire?.sendKey(serial: serial, time: time, key: key.code, state: state)
  }

  func send(_ modifiers: KeyboardModifiers, serial: UInt32) {
    resource.wire?.sendModifiers(
      serial: serial, modsDepressed: modifiers.depressed, modsLatched: modifiers.latched,
      modsLocked: modifiers.locked, group: modifiers.group)
  }

  func sendRepeat(rate: Int32, delay: Int32) { resource.wire?.sendRepeatInfo(rate: rate, delay: delay) }
}

extension Compositor {
  func bindInputMethod(_ resource: Resource<ZwpInputMethodManagerV2Resource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .getInputMethod(let wire, let id):
        guard let seat = wire.model(as: Seat.self),
          let object = resource.create(ZwpInputMethodV2Resource.self, id: id)
        else { return }
        _ = InputMethod(object, of: seat)
      case .destroy: resource.destroy()
      }
    }
  }
}
