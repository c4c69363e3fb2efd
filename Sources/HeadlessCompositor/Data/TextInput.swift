/// The input method of a seat, controlled by the test. It serves the client with the keyboard focus.
///
/// Wayland: `zwp_text_input_v3`.
@MainActor public final class TextInput {
  /// The committed state of an enabled text field.
  public struct State: Equatable, Sendable {
    /// The text around the cursor; nil if the client has not sent it.
    public var surroundingText: String?
    /// The cursor, in bytes of UTF-8.
    public var cursor: Int32 = 0
    /// The offset of the selection's other end, in bytes of UTF-8.
    public var anchor: Int32 = 0
    /// Whether the input method caused the last change of the text.
    public var isFromInputMethod = true
    /// The bits of `zwp_text_input_v3.content_hint`.
    public var hints: UInt32 = 0
    /// A value of `zwp_text_input_v3.content_purpose`.
    public var purpose: UInt32 = 0
    /// The cursor's rectangle: x, y, width and height in surface coordinates; nil if the client has not sent it.
    public var cursorRectangle: [Int32]?

    /// Creates the state of a field that was just enabled.
    public init() {}
  }

  weak var compositor: Compositor?
  private var objects = DeviceObjects<ZwpTextInputV3Resource>()
  /// The text fields of clients that use version 1 of the protocol, while they are activated.
  private var olderFields = ObjectList<TextInputV1>()
  /// The surface with the text input focus.
  public private(set) weak var focus: Surface?
  /// The client that serves text fields as the input method; nil if only the test does.
  private(set) var inputMethod: InputMethod?

  init() {}

  /// The state of the focused client's text field; nil while no field is enabled.
  public var state: State? { enabledFields.first?.current }

  /// The number of commits of the focused client.
  ///
  /// Wayland: `zwp_text_input_v3.commit`.
  public var commitCount: UInt32 { focusedFields.first?.commitCount ?? 0 }

  // MARK: Input

  /// Sends a preedit text. The client applies it after `done(serial:)`.
  ///
  /// - Parameters:
  ///   - text: The text; nil removes the preedit text.
  ///   - cursor: The beginning and the end of the cursor, in bytes of UTF-8. −1 hides the cursor.
  ///
  /// Wayland: `zwp_text_input_v3.preedit_string`.
  public func sendPreedit(_ text: String?, cursor: (begin: Int32, end: Int32) = (-1, -1)) {
    for field in enabledFields { field.sendPreedit(text, cursor: cursor) }
  }

  /// Sends text to insert. The client applies it after `done(serial:)`.
  ///
  /// Wayland: `zwp_text_input_v3.commit_string`.
  public func sendCommit(_ text: String?) {
    for field in enabledFields { field.sendCommit(text) }
  }

  /// Sends a deletion around the cursor, in bytes of UTF-8. The client applies it after `done(serial:)`.
  ///
  /// Wayland: `zwp_text_input_v3.delete_surrounding_text`.
  public func sendDeletion(before: UInt32, after: UInt32) {
    for field in enabledFields { field.sendDeletion(before: before, after: after) }
  }

  /// Tells the client to apply the events that were sent since the last `done(serial:)`.
  ///
  /// - Parameter serial: The number of the commit to which the events refer. Nil uses the number of the client's last
  ///   commit; a smaller number refers to an older state.
  ///
  /// Wayland: `zwp_text_input_v3.done`.
  public func done(serial: UInt32? = nil) {
    for field in enabledFields { field.done(serial: serial) }
    compositor?.flush()
  }

  /// Inserts text, as an input method does when it finishes its composition.
  public func insert(_ text: String) {
    sendCommit(text)
    done()
  }

  // MARK: Input methods

  /// Makes a client's object the input method.
  ///
  /// - Returns: False if there is another one.
  func begin(_ method: InputMethod) -> Bool {
    guard inputMethod == nil else { return false }
    inputMethod = method
    stateChanged()
    return true
  }

  /// Removes the input method because its client has destroyed it.
  func end(_ method: InputMethod) { if inputMethod === method { inputMethod = nil } }

  /// Notifies the input method that it is not used any more, because the seat was removed.
  func endInputMethod() {
    inputMethod?.becomeUnavailable()
    inputMethod = nil
  }

  /// Notifies the input method of a change of the text field.
  func stateChanged() { inputMethod?.update(state) }

  /// The popups of the input method, below the text cursor.
  func placedPopups() -> [PlacedSurface] { inputMethod?.placedPopups() ?? [] }

  /// The rectangle of the text cursor, in the coordinates of the compositor; nil while no field is enabled.
  var cursorRectangle: IntegerRect? {
    guard let state, let origin = focus?.globalOrigin else { return nil }
    let rect = state.cursorRectangle ?? [0, 0, 0, 0]
    return IntegerRect(
      x: origin.x.addingClamped(Int(rect[0])), y: origin.y.addingClamped(Int(rect[1])),
      width: max(0, Int(rect[2])), height: max(0, Int(rect[3])))
  }

  // MARK: Focus

  /// Moves the text input focus to the surface with the keyboard focus.
  func focusChanged(to surface: Surface?) {
    guard surface !== focus else { return }
    for case let field as TextInputObject in focusedFields { field.reset() }
    if let focus, let wire = focus.resource.wire {
      for object in objects.of(focus) { object.wire?.sendLeave(surface: wire) }
    }
    focus = surface
    if let surface { for object in objects.of(surface) { enter(object) } }
    stateChanged()
  }

  private func enter(_ object: Resource<ZwpTextInputV3Resource>) {
    if let wire = focus?.resource.wire { object.wire?.sendEnter(surface: wire) }
  }

  // MARK: Clients

  private var focusedFields: [any TextField] {
    guard let focus else { return [] }
    let fields = objects.of(focus).compactMap { $0.model as? TextInputObject }
    return fields + olderFields.filter { $0.surface === focus }
  }

  private var enabledFields: [any TextField] { focusedFields.filter { $0.current != nil } }

  /// Adds a text field of version 1 that was activated.
  func add(_ field: TextInputV1) {
    olderFields.append(field)
    stateChanged()
  }

  /// Removes a text field of version 1 that was deactivated.
  func remove(_ field: TextInputV1) {
    olderFields.remove(field)
    stateChanged()
  }

  func add(_ resource: Resource<ZwpTextInputV3Resource>) {
    objects.add(resource)
    resource.model = TextInputObject(resource) { [weak self] in self?.stateChanged() }
    resource.onDestroy = { [weak self, unowned resource] in
      self?.objects.remove(resource)
      self?.stateChanged()
    }
    if let focus, focus.resource.clientHandle == resource.clientHandle { enter(resource) }
  }
}

/// A text field of a client.
@MainActor protocol TextField: AnyObject {
  /// The committed state; nil while the text field is disabled.
  var current: TextInput.State? { get }
  /// The number of commits.
  var commitCount: UInt32 { get }
  func sendPreedit(_ text: String?, cursor: (begin: Int32, end: Int32))
  func sendCommit(_ text: String?)
  func sendDeletion(before: UInt32, after: UInt32)
  func done(serial: UInt32?)
}

/// A client's text input: its pending and committed state.
@MainActor private final class TextInputObject: TextField {
  private let resource: Resource<ZwpTextInputV3Resource>
  private(set) var commitCount: UInt32 = 0
  private(set) var current: TextInput.State?
  private var pending: TextInput.State?

  init(_ resource: Resource<ZwpTextInputV3Resource>, onCommit: @escaping () -> Void) {
    self.resource = resource
    resource.onRequest = { [unowned self, unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .enable: pending = TextInput.State()
      case .disable: pending = nil
      case .setSurroundingText(let text, let cursor, let anchor):
        pending?.surroundingText = text
        pending?.cursor = cursor
        pending?.anchor = anchor
      case .setTextChangeCause(let cause): pending?.isFromInputMethod = cause == .inputMethod
      case .setContentType(let hint, let purpose):
        pending?.hints = hint.rawValue
        pending?.purpose = purpose.rawValue
      case .setCursorRectangle(let x, let y, let width, let height):
        pending?.cursorRectangle = [x, y, width, height]
      case .commit:
        commitCount &+= 1
        current = pending
        onCommit()
      }
    }
  }

  func reset() {
    current = nil
    pending = nil
  }

  func sendPreedit(_ text: String?, cursor: (begin: Int32, end: Int32)) {
    resource.wire?.sendPreeditString(text: text, cursorBegin: cursor.begin, cursorEnd: cursor.end)
  }

  func sendCommit(_ text: String?) { resource.wire?.sendCommitString(text: text) }

  func sendDeletion(before: UInt32, after: UInt32) {
    resource.wire?.sendDeleteSurroundingText(beforeLength: before, afterLength: after)
  }

  func done(serial: UInt32?) { resource.wire?.sendDone(serial: serial ?? commitCount) }
}

extension Compositor {
  func bindTextInput(_ resource: Resource<ZwpTextInputManagerV3Resource>) {
    resource.onRequest = { [unowned resource] request in
      switch request {
      case .destroy: resource.destroy()
      case .getTextInput(let id, let wire):
        guard let seat = wire.model(as: Seat.self),
          let object = resource.create(ZwpTextInputV3Resource.self, id: id)
        else { return }
        seat.textInput.add(object)
      }
    }
  }
}
