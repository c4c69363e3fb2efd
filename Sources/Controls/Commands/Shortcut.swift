public import Input
internal import Views

/// A key with modifiers that performs a command.
///
/// UIKit: `UIKeyCommand.input`, `modifierFlags`. GTK: `GtkKeyvalTrigger`.
public struct Shortcut: Hashable, Sendable, CustomStringConvertible {
  /// The key. The case of a letter does not matter.
  public let key: Key
  /// Control, Alt, Shift and the logo key, of those that must be held. Locks are ignored.
  public let modifiers: KeyModifiers
  /// Whether Shift may be held, too, such as for the single letters of a viewer. ``description`` does not state it.
  public let allowsShift: Bool

  /// Creates a shortcut.
  ///
  /// A character that is no letter may need Shift in the layout of the user, such as "?". Without `.shift`, the shortcut
  /// of such a character is the same with and without Shift.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - modifiers: The modifiers that must be held; by default none.
  ///   - allowsShift: See ``allowsShift``.
  public init(_ key: Key, _ modifiers: KeyModifiers = [], allowsShift: Bool = false) {
    self.allowsShift = allowsShift
    self.key = Self.normalized(key)
    self.modifiers = modifiers.intersection(Self.relevant)
  }

  private static let relevant: KeyModifiers = [.control, .alt, .shift, .logo]

  /// How a key press agrees with a shortcut.
  enum Match: CaseIterable {
    /// The key types the character of the shortcut, or is its key.
    case symbol
    /// The key has the character of the shortcut at its position in a Latin layout.
    case position
  }

  /// Returns how a key press agrees with the shortcut; `nil` if it does not.
  func match(_ press: KeyPress) -> Match? {
    if agrees(press.symbol, press) { return .symbol }
    // The number pad types the characters of other keys.
    if let scalar = press.text?.unicodeScalars.first, press.text?.unicodeScalars.count == 1,
      agrees(Key(scalar), press)
    {
      return .symbol
    }
    return agrees(press.latinSymbol, press) ? .position : nil
  }

  private func agrees(_ symbol: Key, _ press: KeyPress) -> Bool {
    let symbol = Self.normalized(symbol)
    guard symbol == key else { return false }
    var held = press.modifiers.intersection(Self.relevant)
    let typesSymbol = symbol.scalar.map { !$0.properties.isAlphabetic } ?? false
    if typesSymbol || allowsShift, !modifiers.contains(.shift) { held.remove(.shift) }
    return held == modifiers
  }

  /// Returns the key of the main keyboard in place of a key of the number pad, and a small letter in place of a capital one.
  private static func normalized(_ key: Key) -> Key {
    if key == .keypadEnter { return .return }
    guard let scalar = key.scalar else { return key.withoutKeypad }
    let small = scalar.properties.lowercaseMapping.unicodeScalars
    return small.count == 1 ? small.first.map { Key($0) } ?? key : key
  }

  /// The text for menus and tooltips, such as "Ctrl+C".
  ///
  /// GTK: `gtk_accelerator_get_label`.
  public var description: String {
    let names: [(KeyModifiers, String)] = [
      (.control, "Ctrl+"), (.alt, "Alt+"), (.shift, "Shift+"), (.logo, "Super+"),
    ]
    return names.filter { modifiers.contains($0.0) }.map(\.1).joined() + key.label
  }
}

extension Key {
  /// The character of the key; `nil` for a key such as Escape, and for Space, which is named.
  fileprivate var scalar: Unicode.Scalar? {
    switch rawValue {
    case 0x21...0x7E, 0xA1...0xFF: Unicode.Scalar(rawValue)
    case 0x0100_0100...0x0110_FFFF: Unicode.Scalar(rawValue - 0x0100_0000)
    default: nil
    }
  }

  /// The label of the key on a keyboard.
  fileprivate var label: String {
    if let scalar { return scalar.properties.uppercaseMapping }
    // XKB_KEY_F1 to XKB_KEY_F35
    if (0xFFBE...0xFFE0).contains(rawValue) { return "F\(rawValue - 0xFFBE + 1)" }
    return Self.labels[self] ?? "?"
  }

  private static let labels: [Key: String] = [
    .space: "Space", .backspace: "Backspace", .tab: "Tab", .return: "Return", .escape: "Escape",
    .home: "Home",
    .end: "End", .left: "←", .up: "↑", .right: "→", .down: "↓", .pageUp: "Page Up", .pageDown: "Page Down",
    .menu: "Menu", .insert: "Insert", .delete: "Delete",
  ]
}
