internal import Geometry
internal import Input
internal import Views

/// What keys do in a scroll view.
enum ScrollKeys {
  /// The distance of an arrow key, in points.
  private static let lineDistance = 40.0
  /// The factor of the scale for the keys plus and minus.
  static let zoomFactor = 1.5

  /// The distance of a page, in points, for the length of the visible part.
  static func page(_ length: Double) -> Double { max(length - lineDistance, length / 2) }

  /// Returns the axis and the distance by which a key scrolls, in points; `nil` if it does not scroll.
  ///
  /// - Parameter height: The height of the scroll view, in points.
  static func scroll(_ key: KeyPress, height: Double) -> (axis: Axis, distance: Double)? {
    guard !key.isShortcut else { return nil }
    return switch key.symbol.withoutKeypad {
    case .down: (.vertical, lineDistance)
    case .up: (.vertical, -lineDistance)
    case .right: (.horizontal, lineDistance)
    case .left: (.horizontal, -lineDistance)
    case .pageDown: (.vertical, page(height))
    case .pageUp: (.vertical, -page(height))
    case .end: (.vertical, .greatestFiniteMagnitude)
    case .home: (.vertical, -.greatestFiniteMagnitude)
    default: nil
    }
  }

  /// Returns the scale to which plus, minus or 0 zooms, alone or with Control; `nil` for another key.
  ///
  /// - Parameters:
  ///   - scale: The scale at the end of the present motion.
  ///   - least: The smallest scale.
  static func scale(_ key: KeyPress, from scale: Double, least: Double) -> Double? {
    guard key.modifiers.isDisjoint(with: [.alt, .logo]) else { return nil }
    return switch key.symbol.zoomCharacter {
    case "+", "=": scale * zoomFactor
    case "-": scale / zoomFactor
    case "0": least
    default: nil
    }
  }
}

extension Key {
  /// The character of a key, also on the number pad.
  fileprivate var zoomCharacter: Character? {
    switch rawValue {
    case 0xFFAB: "+"  // XKB_KEY_KP_Add
    case 0xFFAD: "-"  // XKB_KEY_KP_Subtract
    case 0xFFB0: "0"  // XKB_KEY_KP_0
    default: asciiCharacter
    }
  }
}
