/// A key that went down, repeats or went up while a view has the focus.
///
/// UIKit: `UIKey`.
public struct KeyPress: Hashable, Sendable {
  /// A key of the user's layout; its value is a symbol of X11.
  ///
  /// xkbcommon: `xkb_keysym_t`.
  public struct Symbol: RawRepresentable, Hashable, Sendable, ExpressibleByUnicodeScalarLiteral {
    /// The number of the symbol.
    public let rawValue: UInt32
    /// Creates a symbol from its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// Creates the symbol of an ASCII letter or digit, such as `"a"`.
    public init(_ character: Unicode.Scalar) { rawValue = character.value }
    /// Creates the symbol of an ASCII letter or digit from a literal, such as `"a"`.
    public init(unicodeScalarLiteral value: Unicode.Scalar) { self.init(value) }

    /// Moves the focus.
    public static let tab = Symbol(rawValue: 0xFF09)
    /// Tab with Shift.
    public static let backTab = Symbol(rawValue: 0xFE20)
    /// Return, also called Enter.
    public static let `return` = Symbol(rawValue: 0xFF0D)
    /// Enter on the number pad.
    public static let keypadEnter = Symbol(rawValue: 0xFF8D)
    /// Escape.
    public static let escape = Symbol(rawValue: 0xFF1B)
    /// The space bar.
    public static let space = Symbol(" ")
    /// Deletes before the cursor.
    public static let backspace = Symbol(rawValue: 0xFF08)
    /// Deletes after the cursor.
    public static let delete = Symbol(rawValue: 0xFFFF)
    /// The left arrow.
    public static let left = Symbol(rawValue: 0xFF51)
    /// The up arrow.
    public static let up = Symbol(rawValue: 0xFF52)
    /// The right arrow.
    public static let right = Symbol(rawValue: 0xFF53)
    /// The down arrow.
    public static let down = Symbol(rawValue: 0xFF54)
    /// Page Up.
    public static let pageUp = Symbol(rawValue: 0xFF55)
    /// Page Down.
    public static let pageDown = Symbol(rawValue: 0xFF56)
    /// Home.
    public static let home = Symbol(rawValue: 0xFF50)
    /// End.
    public static let end = Symbol(rawValue: 0xFF57)

    /// The symbol of the main keyboard for a key of the number pad without Num Lock; otherwise the symbol
    /// itself.
    public var withoutKeypad: Symbol {
      switch rawValue {
      case 0xFF95: .home
      case 0xFF96: .left
      case 0xFF97: .up
      case 0xFF98: .right
      case 0xFF99: .down
      case 0xFF9A: .pageUp
      case 0xFF9B: .pageDown
      case 0xFF9C: .end
      case 0xFF9F: .delete
      default: self
      }
    }
  }

  /// The modifier keys that are held.
  public struct Modifiers: OptionSet, Hashable, Sendable {
    /// One bit for each modifier.
    public let rawValue: UInt32
    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Shift.
    public static let shift = Modifiers(rawValue: 1 << 0)
    /// Control.
    public static let control = Modifiers(rawValue: 1 << 1)
    /// Alt.
    public static let alt = Modifiers(rawValue: 1 << 2)
    /// The logo key, also called Super or Windows.
    public static let logo = Modifiers(rawValue: 1 << 3)
  }

  /// The key in the user's layout.
  public var symbol: Symbol
  /// The symbol for shortcuts: a Latin letter, even if the keyboard layout has another script.
  public var latinSymbol: Symbol
  /// The text that the key types; `nil` if it types none, and for a release.
  public var text: String?
  /// The modifier keys that are held.
  public var modifiers: Modifiers
  /// Whether the key is held down and repeats.
  public var isRepeat: Bool

  /// Creates a key press.
  ///
  /// - Parameter latinSymbol: With `nil`, it is the same as `symbol`.
  public init(
    _ symbol: Symbol, latinSymbol: Symbol? = nil, text: String? = nil, modifiers: Modifiers = [],
    isRepeat: Bool = false
  ) {
    self.symbol = symbol
    self.latinSymbol = latinSymbol ?? symbol
    self.text = text
    self.modifiers = modifiers
    self.isRepeat = isRepeat
  }

  /// Whether Control, Alt or the logo key is held, so that the key is a shortcut and types no text.
  public var isShortcut: Bool { !modifiers.isDisjoint(with: [.control, .alt, .logo]) }
}
