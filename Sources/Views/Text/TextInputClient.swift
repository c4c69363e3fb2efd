public import Geometry

/// A view with text that an input method can edit.
///
/// The window connects the focused view with the input method. All offsets are in UTF-8 bytes.
///
/// Wayland: `zwp_text_input_v3`. UIKit: `UITextInput`.
@MainActor
public protocol TextInputClient: View {
  /// The current text, selection and cursor, for the input method.
  var textInputState: TextInputState { get }
  /// Called after ``textInputState`` has changed for a reason other than ``applyTextInput(_:)``. The window
  /// sets this closure.
  var onTextInputStateChange: (() -> Void)? { get set }
  /// Applies a change that the input method makes.
  func applyTextInput(_ edit: TextInputEdit)
}

/// The state of a text field that an input method reads.
public struct TextInputState: Hashable, Sendable {
  /// The text, without the text that is being composed; empty for a password.
  public var text: String
  /// The position of the cursor, in bytes of `text`.
  public var cursor: Int
  /// The position of the other end of the selection, in bytes of `text`.
  public var anchor: Int
  /// The rectangle of the cursor, in the view's coordinates.
  public var cursorBounds: Rect
  /// Whether the text is a password. The input method should neither display nor learn it.
  public var isSecure: Bool
  /// The kind of text.
  public var purpose: TextInputPurpose

  /// Creates a state.
  public init(
    text: String, cursor: Int, anchor: Int, cursorBounds: Rect, isSecure: Bool = false,
    purpose: TextInputPurpose = .normal
  ) {
    (self.text, self.cursor, self.anchor, self.cursorBounds) = (text, cursor, anchor, cursorBounds)
    (self.isSecure, self.purpose) = (isSecure, purpose)
  }
}

/// The kind of text that a text field is for. An input method may show a suitable on-screen keyboard.
///
/// The purpose does not restrict the text of the field.
///
/// Wayland: `zwp_text_input_v3.content_purpose`. UIKit: `UIKeyboardType`. GTK: `GtkInputPurpose`.
public enum TextInputPurpose: Hashable, Sendable, CaseIterable {
  /// Any text.
  case normal
  /// Digits only.
  case digits
  /// A number, which may have a sign and a decimal separator.
  case number
  /// A phone number.
  case phone
  /// A web address.
  case url
  /// An email address.
  case email
  /// The name of a person.
  case name
  /// A password. Set `TextField.isSecure` to hide it.
  case password
  /// A PIN. Set `TextField.isSecure` to hide it.
  case pin
}

/// A change that an input method makes to a text field. The steps are applied in the order of the properties.
///
/// Wayland: `zwp_text_input_v3.done`.
public struct TextInputEdit: Hashable, Sendable {
  /// The number of bytes to delete before the cursor.
  public var deletedBefore: Int
  /// The number of bytes to delete after the cursor.
  public var deletedAfter: Int
  /// The text to insert. It replaces the selection.
  public var committed: String
  /// The text that is being composed. It replaces the previously composed text. It is displayed at the cursor,
  /// and is not yet part of the field's text.
  public var composition: String
  /// The position of the cursor in the composed text, in bytes; `nil` for the end.
  public var compositionCursor: Int?

  /// Creates a change.
  public init(
    deletedBefore: Int = 0, deletedAfter: Int = 0, committed: String = "", composition: String = "",
    compositionCursor: Int? = nil
  ) {
    (self.deletedBefore, self.deletedAfter, self.committed) = (deletedBefore, deletedAfter, committed)
    (self.composition, self.compositionCursor) = (composition, compositionCursor)
  }
}
