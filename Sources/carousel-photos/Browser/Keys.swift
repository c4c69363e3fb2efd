import CarouselUI

/// The keys of the browser, apart from those that scroll the carousel.
nonisolated enum Keys {
  /// The action of a key.
  enum Action {
    case quit
    /// Hides the key list, or else leaves full screen, or else quits.
    case dismiss
    case toggleVertical
    case toggleFullscreen
    case toggleHelp
    case copy
    case nextType
    case type(CarouselType)
  }

  /// The carousel types that the keys 1 to 9 and 0 select, in this order.
  static let types = CarouselType.allCases.filter { $0 != .custom }

  /// Returns the action of a key press, or `nil` if the key has none.
  static func action(for key: KeyPress) -> Action? {
    guard key.phase == .pressed else { return nil }
    if key.modifiers == .control, key.latinSymbol == "c" { return .copy }
    guard !key.isShortcut else { return nil }
    switch key.symbol {
    case .escape: return .dismiss
    case .f1: return .toggleHelp
    case .f11: return .toggleFullscreen
    default: break
    }
    // The character of the key is tried first, then the character that the key has in a Latin layout.
    return [key.text?.first, key.latinSymbol.asciiCharacter].lazy.compactMap { $0 }
      .compactMap { action(for: $0) }.first
  }

  private static func action(for character: Character) -> Action? {
    switch Character(character.lowercased()) {
    case "q": return .quit
    case "v": return .toggleVertical
    case "f": return .toggleFullscreen
    case "?": return .toggleHelp
    case "t": return .nextType
    default: break
    }
    // The key 0 follows 9 on the keyboard, so it selects the tenth type.
    guard let digit = character.wholeNumberValue, types.indices.contains((digit + 9) % 10) else { return nil }
    return .type(types[(digit + 9) % 10])
  }

  /// The lines of the key list: the keys and their meaning.
  static let lines: [(keys: String, meaning: String)] = [
    ("← → ↑ ↓  Space", "previous, next photo"),
    ("Page Up, Page Down", "five photos back, forward"),
    ("Home, End", "first, last photo"),
    ("1 … 9, 0", "carousel type"),
    ("t", "next carousel type"),
    ("v", "vertical or horizontal"),
    ("f, F11", "full screen"),
    ("Ctrl+C", "copy the photo"),
    ("?, F1", "show or hide this list"),
    ("Escape", "leave full screen, or quit"),
    ("q", "quit"),
  ]

  /// The key list as text, for `--help`.
  static var help: String {
    let width = lines.map(\.keys.count).max() ?? 0
    return "Keys:\n"
      + lines.map { line in
        "  " + line.keys + String(repeating: " ", count: width - line.keys.count) + "  " + line.meaning
      }.joined(separator: "\n")
      + "\nYou can also scroll with the wheel or a touchpad, drag, and tap a photo."
  }
}
