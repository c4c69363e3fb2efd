internal import Drawing

/// Reads the members of an object and replaces placeholders by the values of an item. It reports members that
/// were not read.
struct ObjectReader {
  let position: TextPosition
  private let members: [JSONMember]
  /// The values for placeholders; `nil` outside of items.
  private let data: [String: JSONNode]?
  private var unread: Set<String>

  init(_ node: JSONNode, data: [String: JSONNode]?) throws(DescriptionError) {
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
    guard case .string(let text) = node.value, let data else { return node }
    if let name = Placeholder.name(of: text) {
      guard let value = data[name] else { throw Placeholder.missing(name, in: data, at: node.position) }
      return value
    }
    let filled = try Placeholder.fill(text, with: data, at: node.position)
    return JSONNode(value: .string(filled), position: node.position)
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
    guard text.contains("{") else { return text }
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[rest.index(after: open)...]
      if rest.first == "{" {
        result += "{"
        rest = rest.dropFirst()
        continue
      }
      guard let close = rest.firstIndex(of: "}") else {
        throw DescriptionError(position, "A placeholder does not end with }. Write {{ for a brace.")
      }
      let name = String(rest[..<close])
      guard let value = data[name] else { throw missing(name, in: data, at: position) }
      guard let text = Placeholder.text(of: value) else {
        throw DescriptionError(position, "“\(name)” is \(value.kind) and cannot stand in a text.")
      }
      result += text
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
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
