/// A key, identified by its meaning in the user's layout and not by its position.
///
/// xkbcommon: `xkb_keysym_t`.
public struct Key: RawRepresentable, Hashable, Sendable {
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

  /// The printable ASCII character of this key; nil for any other key.
  public var asciiCharacter: Character? {
    (0x20...0x7E).contains(rawValue) ? Unicode.Scalar(rawValue).map { Character($0) } : nil
  }

  public static let backspace = Key(rawValue: 0xFF08)
  public static let tab = Key(rawValue: 0xFF09)
  public static let `return` = Key(rawValue: 0xFF0D)
  public static let escape = Key(rawValue: 0xFF1B)
  public static let home = Key(rawValue: 0xFF50)
  public static let left = Key(rawValue: 0xFF51)
  public static let up = Key(rawValue: 0xFF52)
  public static let right = Key(rawValue: 0xFF53)
  public static let down = Key(rawValue: 0xFF54)
  public static let pageUp = Key(rawValue: 0xFF55)
  public static let pageDown = Key(rawValue: 0xFF56)
  public static let end = Key(rawValue: 0xFF57)
  public static let insert = Key(rawValue: 0xFF63)
  public static let delete = Key(rawValue: 0xFFFF)
  public static let keypadHome = Key(rawValue: 0xFF95)
  public static let keypadLeft = Key(rawValue: 0xFF96)
  public static let keypadUp = Key(rawValue: 0xFF97)
  public static let keypadRight = Key(rawValue: 0xFF98)
  public static let keypadDown = Key(rawValue: 0xFF99)
  public static let keypadPageUp = Key(rawValue: 0xFF9A)
  public static let keypadPageDown = Key(rawValue: 0xFF9B)
  public static let keypadEnd = Key(rawValue: 0xFF9C)
  public static let keypadEnter = Key(rawValue: 0xFF8D)
  public static let f1 = Key(rawValue: 0xFFBE)
  public static let f5 = Key(rawValue: 0xFFC2)
  public static let f11 = Key(rawValue: 0xFFC8)
  public static let space = Key(" ")
}
