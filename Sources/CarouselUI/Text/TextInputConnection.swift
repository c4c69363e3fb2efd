internal import Geometry
internal import Views
internal import Windowing

/// Connects the focused text field of a window with the input method.
///
/// Wayland: `zwp_text_input_v3`.
@MainActor
final class TextInputConnection: TextInputDelegate {
  private let window: Window
  private let tree: ViewTree
  private weak var client: (any TextInputClient)?
  private var session: TextInputSession?
  /// Called when the input method changes text.
  var onInput: (() -> Void)?

  /// Creates the connection for the views of `tree`, which is shown in `window`.
  init(_ window: Window, _ tree: ViewTree) {
    self.window = window
    self.tree = tree
  }

  /// Connects the input method with the focused view.
  func focusChanged() {
    let focused = tree.focus.focusedView as? any TextInputClient
    guard focused !== client else { return }
    client?.onTextInputStateChange = nil
    session?.end()
    session = nil
    client = focused
    guard let focused, let context = context(of: focused) else { return }
    focused.onTextInputStateChange = { [weak self] in self?.update() }
    session = window.beginTextInput(context, delegate: self)
  }

  /// Sends the state of the field if it has changed, including its position: a field in an item moves with the
  /// carousel.
  func update(isFromInputMethod: Bool = false) {
    guard let session, let client, let context = context(of: client) else { return }
    session.update(context, isFromInputMethod: isFromInputMethod)
  }

  private func context(of client: any TextInputClient) -> TextInputContext? {
    let state = client.textInputState
    var context = TextInputContext()
    // For a password, the input method receives no text.
    context.text = state.isSecure ? nil : state.text
    (context.cursor, context.anchor) = (state.cursor, state.anchor)
    context.purpose = .init(state.purpose)
    if state.isSecure {
      if state.purpose == .normal { context.purpose = .password }
      context.hints = [.hiddenText, .sensitiveData]
    } else if state.purpose == .password || state.purpose == .pin {
      context.hints = .sensitiveData
    }
    context.cursorRectangle = tree.windowRect(of: state.cursorBounds, in: client) ?? .zero
    return context
  }

  func textInput(_ session: TextInputSession, didReceive change: TextInputChange) {
    onInput?()
    guard let client else { return }
    client.applyTextInput(
      TextInputEdit(
        deletedBefore: change.deletedBefore, deletedAfter: change.deletedAfter, committed: change.committed,
        composition: change.preedit?.text ?? "", compositionCursor: change.preedit?.cursor?.upperBound))
    update(isFromInputMethod: true)
  }
}

extension TextInputContext.Purpose {
  fileprivate init(_ purpose: TextInputPurpose) {
    self =
      switch purpose {
      case .normal: .normal
      case .digits: .digits
      case .number: .number
      case .phone: .phone
      case .url: .url
      case .email: .email
      case .name: .name
      case .password: .password
      case .pin: .pin
      }
  }
}

extension ViewTree {
  /// Returns the bounding box in the window of `rect`, which is in the coordinates of `view`; `nil` if the view
  /// is not visible in this tree.
  func windowRect(of rect: Rect, in view: View) -> Rect? {
    guard view.tree === self, let map = view.homography(to: nil) else { return nil }
    return map.concatenated(with: Homography(root.mapToSuperview)).boundingBox(of: rect)
  }
}
