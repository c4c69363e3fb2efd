/// A JSON value with its position in the text.
///
/// Foundation's decoders report a missing or invalid value only by its key, without line and column.
package struct JSONNode: Sendable {
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([JSONMember])
  }

  package let value: Content
  /// The position in the parsed text; the beginning for a value that was not parsed.
  package let position: TextPosition

  package init(value: Content, position: TextPosition = TextPosition()) {
    (self.value, self.position) = (value, position)
  }

  /// The kind of the value, for error messages.
  package var kind: String {
    switch value {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }

  /// Returns the value of a member of an object; `nil` if this is no object or has no such member.
  package subscript(key: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.key == key }?.node
  }

  /// The characters of a text; `nil` for other kinds.
  package var text: String? { if case .string(let text) = value { text } else { nil } }
  package var number: Double? { if case .number(let number) = value { number } else { nil } }
  package var bool: Bool? { if case .bool(let bool) = value { bool } else { nil } }
  /// The values of a list; `nil` for other kinds.
  package var elements: [JSONNode]? { if case .array(let nodes) = value { nodes } else { nil } }
}

/// A key with its value.
package struct JSONMember: Sendable {
  package let key: String
  package let position: TextPosition
  package let node: JSONNode

  package init(key: String, position: TextPosition = TextPosition(), node: JSONNode) {
    (self.key, self.position, self.node) = (key, position, node)
  }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self.init(value: .string(text)) }
  package init(booleanLiteral bool: Bool) { self.init(value: .bool(bool)) }
  package init(integerLiteral number: Int) { self.init(value: .number(Double(number))) }
  package init(floatLiteral number: Double) { self.init(value: .number(number)) }
  package init(arrayLiteral nodes: JSONNode...) { self.init(value: .array(nodes)) }
  package typealias Key = String
  package typealias Value = JSONNode
  package init(dictionaryLiteral members: (String, JSONNode)...) { self.init(members) }

  package init(_ members: [(String, JSONNode)]) {
    self.init(value: .object(members.map { JSONMember(key: $0, node: $1) }))
  }
  package init(_ nodes: [JSONNode]) { self.init(value: .array(nodes)) }
  package init(_ text: String) { self.init(value: .string(text)) }
  package init(_ bool: Bool) { self.init(value: .bool(bool)) }
  package init(_ number: Int) { self.init(value: .number(Double(number))) }
  package init(_ number: Double) { self.init(value: .number(number)) }
}
