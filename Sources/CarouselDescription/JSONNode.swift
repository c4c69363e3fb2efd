/// A JSON value with its position in the text.
///
/// Foundation's decoders report a missing or invalid value only by its key, without line and column.
struct JSONNode: Sendable {
  enum Value: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    case object([JSONMember])
  }

  let value: Value
  let position: TextPosition

  /// The kind of the value, for error messages.
  var kind: String {
    switch value {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// A key with its value.
struct JSONMember: Sendable {
  let key: String
  let position: TextPosition
  let node: JSONNode
}
