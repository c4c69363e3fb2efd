internal import Drawing
internal import JSON

/// Reads the members of an object and replaces placeholders by the values of an item. It reports members that
/// were not read.
struct ObjectReader {
  let position: TextPosition
  private let members: [JSONMember]
  private let data: ItemValues
  private var unread: Set<String>
  /// Whether a member that was read contains a placeholder with an unknown value. The member then counts as missing.
  private(set) var hasUnknownValues = false

  init(_ node: JSONNode, data: ItemValues = .none) throws(DescriptionError) {
    guard case .object(let members) = node.value else {
      throw DescriptionError(node.position, "An object in { } is expected here, not \(node.kind).")
    }
    position = node.position
    self.members = members
    self.data = data
    unread = Set(members.map(\.key))
  }

  /// Returns a member without replacing placeholders.
  mutating func raw(_ key: String) -> JSONNode? {
    unread.remove(key)
    return members.first { $0.key == key }?.node
  }

  /// Returns a member. If its text is a single placeholder, returns the value for the placeholder instead.
  mutating func node(_ key: String) throws(DescriptionError) -> JSONNode? {
    guard let node = raw(key) else { return nil }
    guard case .string(let text) = node.value else { return node }
    switch data {
    case .none: return node
    case .item(let values):
      if let name = Placeholder.name(of: text) {
        guard let value = values[name] else { throw Placeholder.missing(name, in: values, at: node.position) }
        return value
      }
      let filled = try Placeholder.fill(text, with: values, at: node.position)
      return JSONNode(value: .string(filled), position: node.position)
    case .unknown:
      guard try !Placeholder.contains(text, at: node.position) else {
        hasUnknownValues = true
        return nil
      }
      return JSONNode(
        value: .string(try Placeholder.fill(text, with: [:], at: node.position)), position: node.position)
    }
  }

  mutating func string(_ key: String) throws(DescriptionError) -> String? {
    guard let node = try node(key) else { return nil }
    guard let text = Placeholder.text(of: node) else { throw mismatch(key, "a text", node) }
    return text
  }

  mutating func bool(_ key: String) throws(DescriptionError) -> Bool? {
    guard let node = try node(key) else { return nil }
    guard case .bool(let value) = node.value else { throw mismatch(key, "true or false", node) }
    return value
  }

  mutating func number(_ key: String, in range: ClosedRange<Double>) throws(DescriptionError) -> Double? {
    guard let node = try node(key) else { return nil }
    guard case .number(let value) = node.value else { throw mismatch(key, "a number", node) }
    guard range.contains(value) else {
      throw DescriptionError(
        node.position, "“\(key)” must be from \(range.lowerBound) to \(range.upperBound), not \(value).")
    }
    return value
  }

  mutating func color(_ key: String) throws(DescriptionError) -> Color? {
    guard let node = try node(key) else { return nil }
    guard case .string(let text) = node.value, let color = Self.colors[text] ?? Color(text) else {
      throw mismatch(key, "a color such as \"#3A404A\" or \"teal\"", node)
    }
    return color
  }

  private static let colors: [String: Color] = [
    "clear": .clear, "black": .black, "white": .white, "gray": .gray, "red": .red, "orange": .orange,
    "yellow": .yellow, "green": .green, "teal": .teal, "blue": .blue, "purple": .purple, "pink": .pink,
  ]

  /// Returns the value for the word in a member.
  mutating func choice<Value>(
    _ key: String, _ choices: KeyValuePairs<String, Value>
  ) throws(DescriptionError) -> Value? {
    guard let node = try node(key) else { return nil }
    if case .string(let text) = node.value, let choice = choices.first(where: { $0.key == text }) {
      return choice.value
    }
    throw mismatch(key, "one of " + choices.map { "“\($0.key)”" }.joined(separator: ", "), node)
  }

  mutating func array(_ key: String) throws(DescriptionError) -> [JSONNode]? {
    guard let node = raw(key) else { return nil }
    guard case .array(let nodes) = node.value else { throw mismatch(key, "a list in [ ]", node) }
    return nodes
  }

  /// Reports a member that has not been read. Its name is probably misspelled.
  func finish(_ subject: String) throws(DescriptionError) {
    guard let member = members.first(where: { unread.contains($0.key) }) else { return }
    throw DescriptionError(member.position, "\(subject) has no property “\(member.key)”. Check the spelling.")
  }

  private func mismatch(_ key: String, _ wanted: String, _ node: JSONNode) -> DescriptionError {
    DescriptionError(node.position, "“\(key)” must be \(wanted), not \(node.kind).")
  }
}

/// Placeholders: names in braces, which are replaced by values of an item. Two opening braces stand for a
/// single brace.
enum Placeholder {
  /// Returns the name in the placeholder, if the text consists of a single placeholder.
  static func name(of text: String) -> String? {
    guard text.hasPrefix("{"), text.hasSuffix("}"), text.count > 2 else { return nil }
    let name = text.dropFirst().dropLast()
    return name.contains("{") || name.contains("}") ? nil : String(name)
  }

  static func fill(
    _ text: String, with data: [String: JSONNode], at position: TextPosition
  ) throws(DescriptionError) -> String {
    var result = ""
    for part in try parts(of: text, at: position) {
      switch part {
      case .text(let text): result += text
      case .name(let name):
        guard let value = data[name] else { throw missing(name, in: data, at: position) }
        guard let text = Placeholder.text(of: value) else {
          throw DescriptionError(position, "“\(name)” is \(value.kind) and cannot stand in a text.")
        }
        result += text
      }
    }
    return result
  }

  /// Returns whether a text contains a placeholder.
  static func contains(_ text: String, at position: TextPosition) throws(DescriptionError) -> Bool {
    try parts(of: text, at: position).contains {
      if case .name = $0 { true } else { false }
    }
  }

  private enum Part {
    case text(String)
    case name(String)
  }

  /// Divides a text into placeholders and the texts between them.
  private static func parts(of text: String, at position: TextPosition) throws(DescriptionError) -> [Part] {
    var parts: [Part] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      parts.append(.text(String(rest[..<open])))
      rest = rest[rest.index(after: open)...]
      if rest.first == "{" {
        parts.append(.text("{"))
        rest = rest.dropFirst()
        continue
      }
      guard let close = rest.firstIndex(of: "}") else {
        throw DescriptionError(position, "A placeholder does not end with }. Write {{ for a brace.")
      }
      parts.append(.name(String(rest[..<close])))
      rest = rest[rest.index(after: close)...]
    }
    return parts + [.text(String(rest))]
  }

  /// Returns a value as a text; `nil` for lists and objects.
  static func text(of node: JSONNode) -> String? {
    switch node.value {
    case .string(let text): text
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .bool(let bool): bool ? "true" : "false"
    case .null, .array, .object: nil
    }
  }

  static func missing(_ name: String, in data: [String: JSONNode], at position: TextPosition)
    -> DescriptionError
  {
    let names = data.keys.sorted().map { "“\($0)”" }.joined(separator: ", ")
    return DescriptionError(position, "The item has no value “\(name)”. It has \(names).")
  }
}
