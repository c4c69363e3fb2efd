public import Geometry
import Wayland

/// The state of a text field that an input method uses. Offsets are in bytes of UTF-8.
///
/// Wayland: `zwp_text_input_v3`.
public struct TextInputContext: Equatable, Sendable {
  /// The kind of text.
  ///
  /// Wayland: `zwp_text_input_v3.content_purpose`.
  public enum Purpose: UInt32, CaseIterable, Sendable {
    case normal, alpha, digits, number, phone, url, email, name, password, pin, date, time, datetime, terminal
  }

  /// Hints for corrections and the keyboard's layout.
  ///
  /// Wayland: `zwp_text_input_v3.content_hint`.
  public struct Hints: OptionSet, Hashable, Sendable {
    /// The bits of `zwp_text_input_v3.content_hint`.
    public let rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Words are completed.
    public static let completion = Hints(rawValue: 1)
    /// Spelling is corrected.
    public static let spellcheck = Hints(rawValue: 2)
    /// Sentences begin with capitals.
    public static let autoCapitalization = Hints(rawValue: 4)
    /// Lower case is preferred.
    public static let lowercase = Hints(rawValue: 8)
    /// Upper case is preferred.
    public static let uppercase = Hints(rawValue: 16)
    /// The case of titles is preferred.
    public static let titlecase = Hints(rawValue: 32)
    /// The characters are not shown.
    public static let hiddenText = Hints(rawValue: 64)
    /// The input method does not store the text.
    public static let sensitiveData = Hints(rawValue: 128)
    /// Only Latin characters are entered.
    public static let latin = Hints(rawValue: 256)
    /// The text may have several lines.
    public static let multiline = Hints(rawValue: 512)
  }

  /// The text of the field, without preedit text; nil if it is not known. If it is longer than 4000 bytes, only 4000
  /// bytes around the cursor are sent.
  public var text: String?
  /// The offset of the cursor in `text`. It is clamped and moved back to the beginning of a character.
  public var cursor = 0
  /// The offset of the selection's other end; equal to `cursor` if nothing is selected.
  public var anchor = 0
  /// The kind of text.
  public var purpose = Purpose.normal
  /// Hints for corrections and the keyboard's layout.
  public var hints: Hints = []
  /// The cursor's rectangle in the window, in points. The input method shows its suggestions beside it.
  public var cursorRectangle = Rect.zero

  /// Creates the context of an empty field.
  public init() {}

  /// Creates the context of a field with the text `text` and the cursor at its end.
  public init(text: String) {
    self.text = text
    cursor = text.utf8.count
    anchor = cursor
  }

  /// The largest length that `zwp_text_input_v3.set_surrounding_text` allows, in bytes.
  static let limit = 4000

  /// The text to send: at most 4000 bytes around the cursor, without NUL; nil if the text is not known.
  package var surroundingText: (text: String, cursor: Int32, anchor: Int32)? {
    guard let text else { return nil }
    let bytes = Array(text.utf8)
    let cursor = Self.boundary(cursor, in: bytes)
    let anchor = Self.boundary(anchor, in: bytes)
    var start = 0
    var end = bytes.count
    if bytes.count > Self.limit {
      start = Self.boundary(
        max(0, min(cursor - Self.limit / 2, bytes.count - Self.limit)), in: bytes, forward: true)
      end = Self.boundary(start + Self.limit, in: bytes)
    }
    // A protocol string ends at NUL, so replace it with a space, which has the same length.
    let part = bytes[start..<end].map { $0 == 0 ? 32 : $0 }
    return (
      String(decoding: part, as: UTF8.self), Int32(cursor - start),
      Int32(min(max(anchor, start), end) - start)
    )
  }

  /// Returns the offset, clamped to the text and moved to the beginning of a character: backward, or forward if
  /// `forward` is set.
  static func boundary(_ offset: Int, in bytes: [UInt8], forward: Bool = false) -> Int {
    var place = min(max(0, offset), bytes.count)
    while place > 0, place < bytes.count, bytes[place] & 0xc0 == 0x80 { place += forward ? 1 : -1 }
    return place
  }
}
