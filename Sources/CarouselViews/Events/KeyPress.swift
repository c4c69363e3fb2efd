public import Input

/// A key that went down, repeats or went up while a view has the focus.
///
/// UIKit: `UIKey`.
public struct KeyPress: Hashable, Sendable {
  /// The key in the user's layout.
  public var symbol: Key
  /// The symbol for shortcuts: a Latin letter, even if the keyboard layout has another script.
  public var latinSymbol: Key
  /// The text that the key types; `nil` if it types none, and for a release.
  public var text: String?
  /// The modifier keys that are held. A window omits Caps Lock and Num Lock.
  public var modifiers: KeyModifiers
  /// Whether the key is held down and repeats.
  public var isRepeat: Bool

  /// Creates a key press.
  ///
  /// - Parameter latinSymbol: With `nil`, it is the same as `symbol`.
  public init(
    _ symbol: Key, latinSymbol: Key? = nil, text: String? = nil, modifiers: KeyModifiers = [],
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
