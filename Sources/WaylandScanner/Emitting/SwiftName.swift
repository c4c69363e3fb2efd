/// Converts the protocols' snake_case names to Swift names.
enum SwiftName {
  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "package", "private",
    "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// `wl_surface` → `WlSurface`.
  static func type(_ name: String) -> String {
    let joined = name.split(separator: "_").map(capitalized).joined()
    // `X.Type`, `X.Self` and `X.Protocol` have a special meaning in Swift.
    return ["Type", "Self", "Protocol"].contains(joined) ? joined + "Value" : joined
  }

  /// `buffer_scale` → `bufferScale`, `90` → `_90`, `default` → `` `default` ``.
  static func member(_ name: String) -> String {
    let bare = label(name)
    return keywords.contains(bare) ? "`\(bare)`" : bare
  }

  /// The same as `member`, but without backticks around keywords, because argument labels do not need them.
  static func label(_ name: String) -> String {
    let words = name.split(separator: "_")
    guard let first = words.first else { return "_" }
    let joined = first.lowercased() + words.dropFirst().map(capitalized).joined()
    return joined.first?.isNumber == true ? "_" + joined : joined
  }

  /// The list of associated values after the name of an enum case: `(a, b)`, or an empty string without values.
  static func payload(_ values: [String]) -> String {
    values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
  }

  private static func capitalized(_ word: Substring) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }
}
