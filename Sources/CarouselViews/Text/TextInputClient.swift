public import Geometry

/// A view that is edited with an input method.
///
/// The window connects the view with the focus. Offsets are in bytes of UTF-8.
///
/// Wayland: `zwp_text_input_v3`. UIKit: `UITextInput`.
@MainActor
public protocol TextInputClient: View {
  /// The text around the cursor.
  var textInputState: TextInputState { get }
  /// Called after ``textInputState`` has changed for another reason than ``applyTextInput(_:)``. The window sets it.
  var onTextInputStateChange: (() -> Void)? { get set }
  /// Applies a change that an input method makes.
  func applyTextInput(_ edit: TextInputEdit)
}

/// The part of a field's state that an input method reads.
public struct TextInputState: Hashable, Sendable {
  /// The text, without the one that is being composed; empty for a password.
  public var text: String
  /// The cursor, in bytes of `text`.
  public var cursor: Int
  /// The other end of the selection, in bytes of `text`.
  public var anchor: Int
  /// The cursor's rectangle in the view's coordinates.
  public var cursorBounds: Rect
  /// Whether the text is a password, which is neither shown nor learned.
  public var isSecure: Bool
}

/// A change that an input method makes to a field, in the order of its properties.
///
/// Wayland: `zwp_text_input_v3.done`.
public struct TextInputEdit: Hashable, Sendable {
  /// The bytes to delete before the cursor.
  public var deletedBefore: Int
  /// The bytes to delete after the cursor.
  public var deletedAfter: Int
  /// The text to insert at the cursor, in place of the selection.
  public var committed: String
  /// The text that is being composed, in place of the former one. It is shown at the cursor and is not part of the text.
  public var composition: String
  /// The cursor in the composed text, in bytes; `nil` for its end.
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
