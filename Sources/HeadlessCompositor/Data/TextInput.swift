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
  /// The surface with the text input focus.
  public private(set) weak var focus: Surface?

  init() {}

  /// The state of the focused client's text field; nil while no field is enabled.
  public var state: State? { focusedObjects.lazy.compactMap(\.current).first }

  /// The number of commits of the focused client.
  ///
  /// Wayland: `zwp_text_input_v3.commit`.
  public var commitCount: UInt32 { focusedObjects.first?.commitCount ?? 0 }

  // MARK: Input

  /// Sends a preedit text. The client applies it after `done(serial:)`.
  ///
  /// - Parameters:
  ///   - text: The text; nil removes the preedit text.
  ///   - cursor: The beginning and the end of the cursor, in bytes of UTF-8. −1 hides the cursor.
  ///
  /// Wayland: `zwp_text_input_v3.preedit_string`.
  public func sendPreedit(_ text: String?, cursor: (begin: Int32, end: Int32) = (-1, -1)) {
    for object in enabledObjects {
      object.wire?.sendPreeditString(text: text, cursorBegin: cursor.begin, cursorEnd: cursor.end)
    }
  }

  /// Sends text to insert. The client applies it after `done(serial:)`.
  ///
  /// Wayland: `zwp_text_input_v3.commit_string`.
  public func sendCommit(_ text: String?) {
    for object in enabledObjects { object.wire?.sendCommitString(text: text) }
  }

  /// Sends a deletion around the cursor, in bytes of UTF-8. The client applies it after `done(serial:)`.
  ///
  /// Wayland: `zwp_text_input_v3.delete_surrounding_text`.
  public func sendDeletion(before: UInt32, after: UInt32) {
    for object in enabledObjects {
      object.wire?.sendDeleteSurroundingText(beforeLength: before, afterLength: after)
    }
  }

  /// Tells the client to apply the events that were sent since the last `done(serial:)`.
  ///
  /// - Parameter serial: The number of the commit to which the events refer. Nil uses the number of the client's last
  ///   commit; a smaller number refers to an older state.
  ///
  /// Wayland: `zwp_text_input_v3.done`.
  public func done(serial: UInt32? = nil) {
    for object in enabledObjects { object.wire?.sendDone(serial: serial ?? object.model.commitCount) }
    compositor?.flush()
  }

  /// Inserts text, as an input method does when it finishes its composition.
  public func insert(_ text: String) {
    sendCommit(text)
    done()
  }

  // MARK: Focus

  /// Moves the text input focus to the surface with the keyboard focus.
  func focusChanged(to surface: Surface?) {
    guard surface !== focus else { return }
    for object in focusedObjects { object.reset() }
    if let focus, let wire = focus.resource.wire {
      for object in objects.of(focus) { object.wire?.sendLeave(surface: wire) }
    }
    focus = surface
    if let surface { for object in objects.of(surface) { enter(object) } }
  }

  private func enter(_ object: Resource<ZwpTextInputV3Resource>) {
    if let wire = focus?.resource.wire { object.wire?.sendEnter(surface: wire) }
  }

  // MARK: Clients

  private var focusedObjects: [TextInputObject] {
    focus.map { objects.of($0).compactMap { $0.model as? TextInputObject } } ?? []
  }

  private var enabledObjects: [(wire: ZwpTextInputV3Resource?, model: TextInputObject)] {
    focusedObjects.filter { $0.current != nil }.map { ($0.resource.wire, $0) }
  }

  func add(_ resource: Resource<ZwpTextInputV3Resource>) {
    objects.add(resource)
    resource.model = TextInputObject(resource)
    resource.onDestroy = { [weak self, unowned resource] in self?.objects.remove(resource) }
    if let focus, focus.resource.clientHandle == resource.clientHandle { enter(resource) }
  }
}

/// A client's text input: its pending and committed state.
@MainActor private final class TextInputObject {
  let resource: Resource<ZwpTextInputV3Resource>
  private(set) var commitCount: UInt32 = 0
  /// The committed state; nil while the text input is disabled.
  private(set) var current: TextInput.State?
  private var pending: TextInput.State?

  init(_ resource: Resource<ZwpTextInputV3Resource>) {
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
      }
    }
  }

  func reset() {
    current = nil
    pending = nil
  }
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
