/// A text field of a client that uses the first version of the protocol. The client itself gives it the focus.
///
/// Wayland: `zwp_text_input_v1`.
@MainActor final class TextInputV1: TextField {
  private let resource: Resource<ZwpTextInputV1Resource>
  private(set) weak var surface: Surface?
  private weak var seat: Seat?
  private(set) var current: TextInput.State?
  private(set) var commitCount: UInt32 = 0
  private var pending = TextInput.State()
  private var serial: UInt32 = 0
  /// The changes of the input method that `done(serial:)` sends.
  private var changes = TextChanges()

  init(_ resource: Resource<ZwpTextInputV1Resource>) {
    self.resource = resource
    resource.model = self
    resource.onRequest = { [unowned self] in handle($0) }
    resource.onDestroy = { [unowned self] in deactivate() }
  }

  private func handle(_ request: ZwpTextInputV1Resource.Request) {
    switch request {
    case .activate(let seat, let surface): activate(seat.model(), surface.model())
    case .deactivate(let wire):
      guard let seat, wire.model(as: Seat.self) === seat else { return }
      deactivate()
      resource.wire?.sendLeave()
    case .showInputPanel, .hideInputPanel, .setPreferredLanguage, .invokeAction: break
    case .reset: pending = TextInput.State()
    case .setSurroundingText(let text, let cursor, let anchor):
      pending.surroundingText = text
      pending.cursor = Int32(clamping: cursor)
      pending.anchor = Int32(clamping: anchor)
    case .setContentType(let hint, let purpose):
      pending.hints = hint.rawValue
      // zwp_text_input_v3 has the purpose “pin” before “date”.
      let isOld = purpose.rawValue < ZwpTextInputV1Resource.ContentPurpose.date.rawValue
      pending.purpose = isOld ? purpose.rawValue : purpose.rawValue &+ 1
    case .setCursorRectangle(let x, let y, let width, let height):
      pending.cursorRectangle = [x, y, width, height]
    case .commitState(let serial):
      self.serial = serial
      commitCount &+= 1
      guard let seat else { return }
      current = pending
      seat.textInput.stateChanged()
    }
  }

  private func activate(_ seat: Seat?, _ surface: Surface?) {
    guard let seat, let surface, surface.client === seat.compositor?.client(resource.clientHandle) else {
      return
    }
    deactivate()
    self.seat = seat
    self.surface = surface
    current = pending
    if let wire = surface.resource.wire { resource.wire?.sendEnter(surface: wire) }
    seat.textInput.add(self)
  }

  private func deactivate() {
    current = nil
    seat?.textInput.remove(self)
    seat = nil
  }

  // MARK: Input method

  func sendPreedit(_ text: String?, cursor: (begin: Int32, end: Int32)) {
    changes.preedit = text.map { ($0, cursor.begin, cursor.end) }
  }

  func sendCommit(_ text: String?) { changes.commit = text }

  func sendDeletion(before: UInt32, after: UInt32) { changes.deletion = (before, after) }

  func done(serial: UInt32?) {
    defer { changes = TextChanges() }
    guard let wire = resource.wire else { return }
    if let deletion = changes.deletion {
      wire.sendDeleteSurroundingText(
        index: -Int32(clamping: deletion.before), length: deletion.before &+ deletion.after)
    }
    if changes.commit != nil || changes.deletion != nil {
      wire.sendCommitString(serial: self.serial, text: changes.commit ?? "")
    }
    if let (text, begin, _) = changes.preedit {
      wire.sendPreeditCursor(index: begin)
      wire.sendPreeditString(serial: self.serial, text: text, commit: text)
    } else if changes.commit == nil {
      wire.sendPreeditString(serial: self.serial, text: "", commit: "")
    }
  }
}

/// Changes of an input method that are applied together.
struct TextChanges {
  var commit: String?
  var preedit: (text: String, begin: Int32, end: Int32)?
  var deletion: (before: UInt32, after: UInt32)?
}

extension Compositor {
  func bindTextInputV1(_ resource: Resource<ZwpTextInputManagerV1Resource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .createTextInput(let id):
        if let object = resource.create(ZwpTextInputV1Resource.self, id: id) { _ = TextInputV1(object) }
      }
    }
  }
}
