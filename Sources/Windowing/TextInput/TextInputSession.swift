import Geometry

/// Receives the text of an input method. All methods except `textInput(_:didReceive:)` have an empty default.
@MainActor
public protocol TextInputDelegate: AnyObject {
  /// The input method changed the text. The field applies the change and calls `session.update(_:)`.
  ///
  /// Wayland: `zwp_text_input_v3.done`.
  func textInput(_ session: TextInputSession, didReceive change: TextInputChange)
  /// An input method began or stopped serving the field. It stops when the window loses focus. If there is preedit text
  /// at that time, a call of `textInput(_:didReceive:)` removes the text before this call.
  ///
  /// Wayland: `zwp_text_input_v3.enter`, `zwp_text_input_v3.leave`.
  func textInput(_ session: TextInputSession, isActive: Bool)
}

/// The default implementations, which do nothing.
extension TextInputDelegate {
  public func textInput(_ session: TextInputSession, isActive: Bool) {}
}

/// A text field that is being edited in a window. A window has at most one session.
///
/// Keys that the input method does not handle still arrive as key events.
///
/// Wayland: `zwp_text_input_v3`.
@MainActor
public final class TextInputSession {
  /// Receives the text.
  public weak var delegate: (any TextInputDelegate)?
  /// The state of the field that was sent last.
  public private(set) var context: TextInputContext
  /// Whether an input method serves the field.
  public private(set) var isActive = false
  private weak var window: Window?

  init(_ context: TextInputContext, in window: Window, delegate: any TextInputDelegate) {
    self.context = context
    self.window = window
    self.delegate = delegate
  }

  isolated deinit { end() }

  /// Sends the field's new state. Call it after each change of the text, the selection or the cursor.
  ///
  /// - Parameters:
  ///   - context: The state.
  ///   - isFromInputMethod: Whether the change was made in `textInput(_:didReceive:)`. False for changes by keys or
  ///     the pointer: the input method may then end its composition.
  ///
  /// Wayland: `zwp_text_input_v3.set_surrounding_text`, `zwp_text_input_v3.commit`.
  public func update(_ context: TextInputContext, isFromInputMethod: Bool = false) {
    guard context != self.context else { return }
    self.context = context
    for input in inputs { input.update(self, isFromInputMethod: isFromInputMethod) }
  }

  /// Ends editing. The delegate is not called afterwards.
  ///
  /// Wayland: `zwp_text_input_v3.disable`.
  public func end() {
    delegate = nil
    let inputs = inputs
    if window?.textInput === self { window?.textInput = nil }
    for input in inputs { input.disable(self) }
    isActive = false
    window = nil
  }

  func receive(_ change: TextInputChange) { delegate?.textInput(self, didReceive: change) }

  func setActive(_ isActive: Bool) {
    guard isActive != self.isActive else { return }
    self.isActive = isActive
    delegate?.textInput(self, isActive: isActive)
  }

  /// The text inputs of all seats. Those that serve another session ignore the calls.
  private var inputs: [SeatTextInput] { window?.system.seats.compactMap(\.transfers?.textInput) ?? [] }
}

extension Window {
  /// The session that an input method serves while this window has the text input focus: that of the newest popup that
  /// has one, otherwise that of the window itself.
  ///
  /// Some compositors leave the focus with the parent of a popup, and the program passes the keys on to the popup.
  var servedTextInput: (session: TextInputSession, offset: Point)? {
    for popup in popups.reversed() {
      if let served = popup.servedTextInput { return (served.session, served.offset + popup.offsetInParent) }
    }
    return textInput.map { ($0, .zero) }
  }

  /// The position of a popup's surface in the surface of its parent, in points.
  private var offsetInParent: Point {
    guard let parentWindow, let popupPosition else { return .zero }
    return parentWindow.rectangles.geometry.origin + popupPosition - rectangles.geometry.origin
  }

  /// Begins editing a text field. An input method serves the field while the window has focus.
  ///
  /// - Parameters:
  ///   - context: The state of the field.
  ///   - delegate: Receives the text. It is not retained.
  /// - Returns: The session. The caller retains it; releasing it ends the session. A previous session of the window is
  ///   ended.
  ///
  /// Wayland: `zwp_text_input_v3.enable`.
  public func beginTextInput(
    _ context: TextInputContext, delegate: any TextInputDelegate
  ) -> TextInputSession {
    textInput?.end()
    let session = TextInputSession(context, in: self, delegate: delegate)
    textInput = session
    for seat in system.seats { seat.transfers?.textInput?.updateSession() }
    return session
  }
}
