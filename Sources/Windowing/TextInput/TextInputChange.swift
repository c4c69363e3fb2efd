/// A change that an input method makes to a text field. The field applies the properties in the order of their
/// declaration. Lengths are in bytes of UTF-8.
///
/// Wayland: `zwp_text_input_v3.done`.
public struct TextInputChange: Equatable, Sendable {
  /// Text that is being composed. The field shows it at the cursor, but it is not part of the field's text.
  ///
  /// Wayland: `zwp_text_input_v3.preedit_string`.
  public struct Preedit: Equatable, Sendable {
    /// The text; not empty.
    public var text: String
    /// The cursor or the selected part of the preedit text, in bytes of `text`; nil if no cursor is shown.
    public var cursor: Range<Int>?

    /// Creates a preedit text.
    public init(text: String, cursor: Range<Int>?) {
      self.text = text
      self.cursor = cursor
    }

    /// Creates a preedit text from an event; nil if the event has no text. Offsets are clamped to the text and to
    /// whole characters.
    init?(_ text: String?, begin: Int32, end: Int32) {
      guard let text, !text.isEmpty else { return nil }
      self.text = text
      let bytes = Array(text.utf8)
      guard begin >= 0, end >= 0 else { return }
      let places = [begin, end].map { TextInputContext.boundary(Int($0), in: bytes) }.sorted()
      cursor = places[0]..<places[1]
    }
  }

  /// The number of bytes to delete before the cursor or the selection.
  ///
  /// Wayland: `zwp_text_input_v3.delete_surrounding_text`.
  public var deletedBefore = 0
  /// The number of bytes to delete after the cursor or the selection.
  public var deletedAfter = 0
  /// The text to insert at the cursor; it replaces the selection. Empty for no insertion.
  ///
  /// Wayland: `zwp_text_input_v3.commit_string`.
  public var committed = ""
  /// The new preedit text, which replaces the previous one; nil for none.
  public var preedit: Preedit?

  /// Creates a change that removes the preedit text.
  public init() {}

  /// Applies the deletion and the committed text to a field's context. The field itself shows the preedit text.
  ///
  /// Lengths beyond the ends of the text are clamped. A character is not deleted if only some of its bytes are in the
  /// range.
  public func apply(to context: inout TextInputContext) {
    let bytes = Array((context.text ?? "").utf8)
    let cursor = TextInputContext.boundary(context.cursor, in: bytes)
    let anchor = TextInputContext.boundary(context.anchor, in: bytes)
    var (low, high) = (min(cursor, anchor), max(cursor, anchor))
    let isDeleting = deletedBefore > 0 || deletedAfter > 0
    var removed = low..<low
    if isDeleting {
      removed =
        TextInputContext.boundary(
          low - min(max(0, deletedBefore), low), in: bytes, forward: true)..<low
      let end = TextInputContext.boundary(high + min(max(0, deletedAfter), bytes.count - high), in: bytes)
      // If only text around the selection is deleted, the selection is kept.
      if committed.isEmpty, low < high {
        let text = bytes[..<removed.lowerBound] + bytes[low..<high] + bytes[max(high, end)...]
        context.text = String(decoding: text, as: UTF8.self)
        context.cursor = cursor - removed.count
        context.anchor = anchor - removed.count
        return
      }
      low = removed.lowerBound
      high = max(high, end)
    } else if committed.isEmpty {
      return
    }
    let inserted = Array(committed.utf8)
    context.text = String(decoding: bytes[..<low] + inserted + bytes[high...], as: UTF8.self)
    context.cursor = low + inserted.count
    context.anchor = context.cursor
  }
}
