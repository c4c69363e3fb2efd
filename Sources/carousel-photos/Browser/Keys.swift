import CarouselUI

/// What the keys do, besides those that scroll.
nonisolated enum Keys {
  enum Action {
    case quit
    case toggleVertical
    case toggleFullscreen
    case toggleHelp
    case nextType
    case type(CarouselType)
  }

  /// The types in the order of the digits.
  static let types = CarouselType.allCases.filter { $0 != .custom }

  /// Returns what a key asks for, or `nil` when it is not one of ours.
  static func action(for event: KeyEvent) -> Action? {
    guard event.kind == .pressed, event.modifiers.isDisjoint(with: [.control, .alt, .logo]) else {
      return nil
    }
    switch event.key {
    case .escape: return .quit
    case .f1: return .toggleHelp
    case .f11: return .toggleFullscreen
    default: break
    }
    // What the key writes; else, where it writes no Latin letter, what it would in a Latin layout.
    return [event.text?.first, event.latinKey.asciiCharacter].lazy.compactMap { $0 }
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
    // 1 to 9, and 0 for the tenth, as the keys stand.
    guard let digit = character.wholeNumberValue, types.indices.contains((digit + 9) % 10) else { return nil }
    return .type(types[(digit + 9) % 10])
  }

  /// Each line: keys and what they do.
  static let lines: [(keys: String, meaning: String)] = [
    ("← → ↑ ↓  Space", "previous, next picture"),
    ("Page Up, Page Down", "five pictures back, on"),
    ("Home, End", "first, last picture"),
    ("1 … 9, 0", "type of carousel"),
    ("t", "next type"),
    ("v", "vertical or horizontal"),
    ("f, F11", "full screen"),
    ("?, F1", "this list"),
    ("q, Escape", "quit"),
  ]

  static var help: String {
    let width = lines.map(\.keys.count).max() ?? 0
    return "Keys:\n"
      + lines.map { line in
        "  " + line.keys + String(repeating: " ", count: width - line.keys.count) + "  " + line.meaning
      }.joined(separator: "\n")
      + "\nThe wheel, a touchpad, dragging and tapping a picture work, too."
  }
}
