public import Input

/// A key that went down, repeats or went up while a view has the focus.
///
/// UIKit: `UIKey`.
public struct KeyPress: Hashable, Sendable {
  /// The key in the user's layout.
  public var symbol: Key
  /// The symbol for shortcuts: a Latin letter or digit, even if the keyboard layout has another script.
  public var latinSymbol: Key
  /// The text that the key types; `nil` if it types none, and for a release.
  public var text: String?
  /// The modifier keys that are held. A window omits Caps Lock and Num Lock.
  public var modifiers: KeyModifiers
  /// Whether the key went down, repeats or went up.
  public var phase: Phase

  /// The part of a key press.
  public enum Phase: Hashable, Sendable {
    /// The key went down.
    case pressed
    /// The key is held down and repeats.
    case repeated
    /// The key went up.
    case released
  }

  /// Creates a key press.
  ///
  /// - Parameter latinSymbol: With `nil`, it is the same as `symbol`.
  public init(
    _ symbol: Key, latinSymbol: Key? = nil, text: String? = nil, modifiers: KeyModifiers = [],
    phase: Phase = .pressed
  ) {
    self.symbol = symbol
    self.latinSymbol = latinSymbol ?? symbol
    self.text = text
    self.modifiers = modifiers
    self.phase = phase
  }

  /// Whether the key is held down and repeats.
  public var isRepeat: Bool { phase == .repeated }

  /// Whether Control, Alt or the logo key is held, so that the key is a shortcut and types no text.
  public var isShortcut: Bool { !modifiers.isDisjoint(with: [.control, .alt, .logo]) }
}
