/// A key, identified by its meaning in the user's layout and not by its position.
///
/// xkbcommon: `xkb_keysym_t`.
public struct Key: RawRepresentable, Hashable, Sendable, ExpressibleByUnicodeScalarLiteral {
  /// The keysym: a Latin-1 code point, `0x0100_0000` plus any other code point, or a number from xkbcommon's list.
  ///
  /// xkbcommon: `XKB_KEY_Escape` and the like.
  public let rawValue: UInt32
  /// Creates a key from a keysym.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates the key that types `character`.
  ///
  /// xkbcommon: `xkb_utf32_to_keysym`.
  public init(_ character: Unicode.Scalar) {
    let value = character.value
    rawValue = value < 0x100 ? value : 0x0100_0000 | value
  }

  /// Creates the key that types a character, from a literal such as `"a"`.
  public init(unicodeScalarLiteral value: Unicode.Scalar) { self.init(value) }

  /// The printable ASCII character of this key; nil for any other key.
  public var asciiCharacter: Character? {
    (0x20...0x7E).contains(rawValue) ? Unicode.Scalar(rawValue).map { Character($0) } : nil
  }

  /// The key of the main keyboard for a key of the number pad without Num Lock; otherwise the key itself.
  public var withoutKeypad: Key {
    switch self {
    case .keypadHome: .home
    case .keypadLeft: .left
    case .keypadUp: .up
    case .keypadRight: .right
    case .keypadDown: .down
    case .keypadPageUp: .pageUp
    case .keypadPageDown: .pageDown
    case .keypadEnd: .end
    case .keypadDelete: .delete
    default: self
    }
  }

  /// `XKB_KEY_BackSpace`.
  public static let backspace = Key(rawValue: 0xFF08)
  /// `XKB_KEY_Tab`.
  public static let tab = Key(rawValue: 0xFF09)
  /// `XKB_KEY_ISO_Left_Tab`: Tab with Shift.
  public static let backTab = Key(rawValue: 0xFE20)
  /// `XKB_KEY_Return`.
  public static let `return` = Key(rawValue: 0xFF0D)
  /// `XKB_KEY_Escape`.
  public static let escape = Key(rawValue: 0xFF1B)
  /// `XKB_KEY_Home`.
  public static let home = Key(rawValue: 0xFF50)
  /// `XKB_KEY_Left`.
  public static let left = Key(rawValue: 0xFF51)
  /// `XKB_KEY_Up`.
  public static let up = Key(rawValue: 0xFF52)
  /// `XKB_KEY_Right`.
  public static let right = Key(rawValue: 0xFF53)
  /// `XKB_KEY_Down`.
  public static let down = Key(rawValue: 0xFF54)
  /// `XKB_KEY_Page_Up`.
  public static let pageUp = Key(rawValue: 0xFF55)
  /// `XKB_KEY_Page_Down`.
  public static let pageDown = Key(rawValue: 0xFF56)
  /// `XKB_KEY_End`.
  public static let end = Key(rawValue: 0xFF57)
  /// `XKB_KEY_Menu`: opens a context menu.
  public static let menu = Key(rawValue: 0xFF67)
  /// `XKB_KEY_Insert`.
  public static let insert = Key(rawValue: 0xFF63)
  /// `XKB_KEY_Delete`.
  public static let delete = Key(rawValue: 0xFFFF)
  /// `XKB_KEY_KP_Home`.
  public static let keypadHome = Key(rawValue: 0xFF95)
  /// `XKB_KEY_KP_Left`.
  public static let keypadLeft = Key(rawValue: 0xFF96)
  /// `XKB_KEY_KP_Up`.
  public static let keypadUp = Key(rawValue: 0xFF97)
  /// `XKB_KEY_KP_Right`.
  public static let keypadRight = Key(rawValue: 0xFF98)
  /// `XKB_KEY_KP_Down`.
  public static let keypadDown = Key(rawValue: 0xFF99)
  /// `XKB_KEY_KP_Page_Up`.
  public static let keypadPageUp = Key(rawValue: 0xFF9A)
  /// `XKB_KEY_KP_Page_Down`.
  public static let keypadPageDown = Key(rawValue: 0xFF9B)
  /// `XKB_KEY_KP_End`.
  public static let keypadEnd = Key(rawValue: 0xFF9C)
  /// `XKB_KEY_KP_Delete`.
  public static let keypadDelete = Key(rawValue: 0xFF9F)
  /// `XKB_KEY_KP_Enter`.
  public static let keypadEnter = Key(rawValue: 0xFF8D)
  /// `XKB_KEY_F1`.
  public static let f1 = Key(rawValue: 0xFFBE)
  /// `XKB_KEY_F5`.
  public static let f5 = Key(rawValue: 0xFFC2)
  /// `XKB_KEY_F9`.
  public static let f9 = Key(rawValue: 0xFFC6)
  /// `XKB_KEY_F10`.
  public static let f10 = Key(rawValue: 0xFFC7)
  /// `XKB_KEY_F11`.
  public static let f11 = Key(rawValue: 0xFFC8)
  /// `XKB_KEY_space`.
  public static let space = Key(" ")
}
