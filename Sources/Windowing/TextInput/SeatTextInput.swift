import Geometry
import Wayland

/// Connects the input method of one seat to the text field that is being edited.
///
/// Wayland: `zwp_text_input_v3`.
@MainActor
final class SeatTextInput {
  private enum Update {
    case none
    case deferred(isFromInputMethod: Bool)
  }

  private let object: ZwpTextInputV3
  private unowned let system: WindowSystem
  /// The window that has the text input focus.
  private(set) weak var window: Window?
  /// The session that the input method serves.
  private weak var session: TextInputSession?
  /// The number of commits, modulo 2³². The serial of a `done` event is such a number.
  private var commitCount: UInt32 = 0
  /// The state that was sent last. Only differences from it are sent.
  private var sent: TextInputContext?
  /// The events since the last `done`.
  private var pending = TextInputChange()
  private var hasPreedit = false
  /// Whether the `done` event that is being handled refers to an older state than the last one sent. While it does, no
  /// state is sent.
  private var isOutdated = false
  private var update = Update.none

  init(_ object: ZwpTextInputV3, in system: WindowSystem) {
    self.object = object
    self.system = system
    object.onEvent = { [weak self] event in self?.receive(event) }
  }

  func close() {
    leave()
    object.destroy()
  }

  private func receive(_ event: ZwpTextInputV3.Event) {
    switch event {
    case .enter(let surface):
      leave()
      window = system.window(for: surface)
      updateSession()
    case .leave: leave()
    case .preeditString(let text, let begin, let end):
      pending.preedit = .init(text, begin: begin, end: end)
    case .commitString(let text): pending.committed = text ?? ""
    case .deleteSurroundingText(let before, let after):
      pending.deletedBefore = Int(before)
      pending.deletedAfter = Int(after)
    case .done(let serial): done(serial)
    }
  }

  private func leave() {
    window = nil
    stopServing()
  }

  private func stopServing() {
    let session = session
    self.session = nil
    sent = nil
    pending = TextInputChange()
    update = .none
    removePreedit(of: session)
    session?.setActive(false)
  }

  private func removePreedit(of session: TextInputSession?) {
    guard hasPreedit else { return }
    hasPreedit = false
    session?.receive(TextInputChange())
  }

  private func done(_ serial: UInt32) {
    let change = pending
    pending = TextInputChange()
    guard let session else { return }
    isOutdated = serial != commitCount
    let hadPreedit = hasPreedit
    hasPreedit = change.preedit != nil
    if hadPreedit || change != TextInputChange() { session.receive(change) }
    guard !isOutdated else {
      isOutdated = false
      return
    }
    if case .deferred(let isFromInputMethod) = update, self.session === session {
      send(session.context, isFromInputMethod: isFromInputMethod)
    }
  }

  // MARK: For sessions

  /// Enables the session of the window with the text input focus, or of its popup.
  func updateSession() {
    guard let session = window?.servedTextInput?.session, self.session !== session else { return }
    stopServing()
    // The calls above may have ended the session.
    guard window?.servedTextInput?.session === session, self.session == nil else { return }
    self.session = session
    // Enabling resets the compositor's state, so the whole context is sent.
    object.enable()
    send(session.context, isFromInputMethod: false)
    session.setActive(true)
  }

  func update(_ session: TextInputSession, isFromInputMethod: Bool) {
    guard self.session === session else { return }
    if isOutdated {
      update = .deferred(isFromInputMethod: isFromInputMethod)
    } else {
      send(session.context, isFromInputMethod: isFromInputMethod)
    }
  }

  func disable(_ session: TextInputSession) {
    guard self.session === session else { return }
    self.session = nil
    sent = nil
    pending = TextInputChange()
    hasPreedit = false
    update = .none
    // After a popup, the field of its parent is served again.
    guard window?.servedTextInput == nil else { return updateSession() }
    object.disable()
    commit()
  }

  private func send(_ context: TextInputContext, isFromInputMethod: Bool) {
    update = .none
    var context = context
    // The rectangle is relative to the surface with the text input focus, which may be the parent of a popup.
    let offset = window?.servedTextInput?.offset ?? .zero
    context.cursorRectangle.origin = context.cursorRectangle.origin + offset
    if let text = context.surroundingText,
      sent?.text != context.text || sent?.cursor != context.cursor || sent?.anchor != context.anchor
    {
      object.setSurroundingText(text: text.text, cursor: text.cursor, anchor: text.anchor)
      object.setTextChangeCause(cause: isFromInputMethod ? .inputMethod : .other)
    }
    if sent?.hints != context.hints || sent?.purpose != context.purpose {
      object.setContentType(
        hint: .init(rawValue: context.hints.rawValue), purpose: .init(rawValue: context.purpose.rawValue))
    }
    if sent?.cursorRectangle != context.cursorRectangle {
      let rect = context.cursorRectangle
      object.setCursorRectangle(
        x: Self.whole(rect.origin.x.rounded(.down)), y: Self.whole(rect.origin.y.rounded(.down)),
        width: Self.whole(rect.size.width.rounded(.up)), height: Self.whole(rect.size.height.rounded(.up)))
    }
    sent = context
    commit()
  }

  private func commit() {
    object.commit()
    commitCount &+= 1
  }

  private static func whole(_ value: Double) -> Int32 {
    value.isNaN ? 0 : Int32(min(max(value, -1_000_000), 1_000_000))
  }
}
