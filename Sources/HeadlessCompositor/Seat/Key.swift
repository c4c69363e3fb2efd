/// A physical key, independent of the keyboard layout.
///
/// Wayland: `wl_keyboard.key`.
public struct Key: Hashable, Sendable {
  /// The key code of linux/input-event-codes.h, such as `KEY_ESC`.
  public let code: UInt32
  /// Creates a key from a key code of linux/input-event-codes.h.
  public init(code: UInt32) { self.code = code }

  /// The Escape key, `KEY_ESC`.
  public static let escape = Key(code: 1)
  /// The Backspace key, `KEY_BACKSPACE`.
  public static let backspace = Key(code: 14)
  /// The Tab key, `KEY_TAB`.
  public static let tab = Key(code: 15)
  /// The Enter key, `KEY_ENTER`.
  public static let enter = Key(code: 28)
  /// The left Control key, `KEY_LEFTCTRL`.
  public static let control = Key(code: 29)
  /// The left Shift key, `KEY_LEFTSHIFT`.
  public static let shift = Key(code: 42)
  /// The left Alt key, `KEY_LEFTALT`.
  public static let alt = Key(code: 56)
  /// The space key, `KEY_SPACE`.
  public static let space = Key(code: 57)
  /// The Caps Lock key, `KEY_CAPSLOCK`.
  public static let capsLock = Key(code: 58)
  /// The F1 key, `KEY_F1`.
  public static let f1 = Key(code: 59)
  /// The F5 key, `KEY_F5`.
  public static let f5 = Key(code: 63)
  /// The F11 key, `KEY_F11`.
  public static let f11 = Key(code: 87)
  /// The Home key, `KEY_HOME`.
  public static let home = Key(code: 102)
  /// The up arrow key, `KEY_UP`.
  public static let up = Key(code: 103)
  /// The Page Up key, `KEY_PAGEUP`.
  public static let pageUp = Key(code: 104)
  /// The left arrow key, `KEY_LEFT`.
  public static let left = Key(code: 105)
  /// The right arrow key, `KEY_RIGHT`.
  public static let right = Key(code: 106)
  /// The End key, `KEY_END`.
  public static let end = Key(code: 107)
  /// The down arrow key, `KEY_DOWN`.
  public static let down = Key(code: 108)
  /// The Page Down key, `KEY_PAGEDOWN`.
  public static let pageDown = Key(code: 109)
  /// The Delete key, `KEY_DELETE`.
  public static let delete = Key(code: 111)
  /// The left Super key, `KEY_LEFTMETA`.
  public static let `super` = Key(code: 125)

  /// Creates the key that types `character` on the US layout without Shift, such as "q" or "1"; nil if there is no
  /// such key.
  public init?(_ character: Character) {
    guard let stroke = Key.stroke(for: character), !stroke.isShifted else { return nil }
    self = stroke.key
  }

  /// The mask of the modifier that the key sets, as in xkb's core modifiers: Shift 1, Control 4, Mod1 8, Mod4 64. 0
  /// for other keys.
  var modifier: UInt32 {
    switch self {
    case .shift: 1
    case .control: 4
    case .alt: 8
    case .super: 64
    default: 0
    }
  }

  /// Returns the key that types `character` on the US layout, and whether it requires Shift.
  static func stroke(for character: Character) -> (key: Key, isShifted: Bool)? {
    for (first, plain, shifted) in rows {
      if let index = plain.firstIndex(of: character) {
        return (Key(code: first + UInt32(plain.distance(from: plain.startIndex, to: index))), false)
      }
      if let index = shifted.firstIndex(of: character) {
        return (Key(code: first + UInt32(shifted.distance(from: shifted.startIndex, to: index))), true)
      }
    }
    switch character {
    case " ": return (.space, false)
    case "\n": return (.enter, false)
    case "\t": return (.tab, false)
    default: return nil
    }
  }

  /// The rows of the US layout. In each row the key codes are consecutive and begin with `first`.
  private static let rows: [(first: UInt32, plain: String, shifted: String)] = [
    (2, "1234567890-=", "!@#$%^&*()_+"), (16, "qwertyuiop[]", "QWERTYUIOP{}"),
    (30, "asdfghjkl;'`", "ASDFGHJKL:\"~"), (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
  ]
}
