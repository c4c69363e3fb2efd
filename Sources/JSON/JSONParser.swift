/// Parses JSON (RFC 8259) and records the position of each value.
package struct JSONParser {
  /// The syntax of a text.
  package enum Dialect: Sendable {
    /// JSON as RFC 8259 describes it, which programs exchange.
    case strict
    /// JSON that people write. In addition, it may have comments: `//` to the end of the line, and `/*` to `*/`. The last member of an
    /// object and the last value of a list may have a comma after them.
    case configuration
  }

  /// The largest depth of nested objects and lists.
  package static let mostDepth = 64
  /// The largest size of a text, in bytes.
  package static let mostBytes = 1 << 20

  private let bytes: [UInt8]
  private let dialect: Dialect
  private var index = 0
  private var position = TextPosition()

  /// Parses a text.
  ///
  /// - Throws: The first mistake in the text.
  package static func parse(
    _ bytes: [UInt8], _ dialect: Dialect = .strict, mostBytes: Int = mostBytes
  ) throws(JSONError) -> JSONNode {
    guard bytes.count <= mostBytes else {
      throw JSONError(TextPosition(), "The text has more than \(mostBytes) bytes. Make it smaller.")
    }
    var parser = JSONParser(bytes, dialect)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.index = 3 }  // a byte order mark
    let node = try parser.parseValue(depth: 0)
    try parser.skipSpace()
    guard parser.index == bytes.count else {
      throw parser.error("There is more text after the end of the object.")
    }
    return node
  }

  private init(_ bytes: [UInt8], _ dialect: Dialect) { (self.bytes, self.dialect) = (bytes, dialect) }

  private func error(_ message: String) -> JSONError { JSONError(position, message) }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func advance() {
    let byte = bytes[index]
    index += 1
    if byte == UInt8(ascii: "\n") {
      position.line += 1
      position.column = 1
    } else if byte & 0xC0 != 0x80 {
      position.column += 1  // the other bytes belong to the same character
    }
  }

  private mutating func skipSpace() throws(JSONError) {
    while let byte = next {
      switch byte {
      case 0x20, 0x0A, 0x0D, 0x09: advance()
      case UInt8(ascii: "/") where dialect == .configuration: try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONError) {
    let start = position
    advance()
    switch next {
    case UInt8(ascii: "/"):
      while let byte = next, byte != 0x0A { advance() }
    case UInt8(ascii: "*"):
      advance()
      while let byte = next {
        advance()
        if byte == UInt8(ascii: "*"), take("/") { return }
      }
      throw JSONError(start, "The comment does not end. Write */ at its end.")
    default: throw JSONError(start, "A comment begins with // or with /*.")
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    advance()
    return true
  }

  private mutating func parseValue(depth: Int) throws(JSONError) -> JSONNode {
    try skipSpace()
    guard depth < Self.mostDepth else {
      throw error("More than \(Self.mostDepth) lists and objects are inside each other.")
    }
    let start = position
    guard let byte = next else { throw error("The text ends, but a value is missing.") }
    let value: JSONNode.Content
    switch byte {
    case UInt8(ascii: "{"): value = .object(try parseObject(depth: depth))
    case UInt8(ascii: "["): value = .array(try parseArray(depth: depth))
    case UInt8(ascii: "\""): value = .string(try parseString())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): value = .number(try parseNumber())
    default:
      switch takeWord() {
      case "true": value = .bool(true)
      case "false": value = .bool(false)
      case "null": value = .null
      case let word:
        let hint = word.isEmpty ? "" : " “\(word)” is not a value. Put a text in quotation marks."
        throw JSONError(start, "A value is expected here." + hint)
      }
    }
    return JSONNode(value: value, position: start)
  }

  private mutating func takeWord() -> String {
    let start = index
    while let byte = next, isLetter(byte), index - start < 20 { advance() }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private mutating func parseObject(depth: Int) throws(JSONError) -> [JSONMember] {
    advance()
    var members: [JSONMember] = []
    var places: [String: TextPosition] = [:]
    try skipSpace()
    if take("}") { return members }
    while true {
      try skipSpace()
      let place = position
      guard next == UInt8(ascii: "\"") else {
        throw error("A key in quotation marks is expected here. The last member has no comma after it.")
      }
      let key = try parseString()
      if let first = places[key] {
        throw JSONError(
          place,
          "The key “\(key)” is declared twice in this object, first in line \(first.line), column \(first.column). "
            + "Remove or rename one of the two.")
      }
      places[key] = place
      try skipSpace()
      guard take(":") else { throw error("A colon is expected after the key “\(key)”.") }
      members.append(JSONMember(key: key, position: place, node: try parseValue(depth: depth + 1)))
      try skipSpace()
      if take("}") { return members }
      guard take(",") else { throw error("A comma or } is expected here.") }
      if try endsAfterComma("}") { return members }
    }
  }

  private mutating func parseArray(depth: Int) throws(JSONError) -> [JSONNode] {
    advance()
    var nodes: [JSONNode] = []
    try skipSpace()
    if take("]") { return nodes }
    while true {
      nodes.append(try parseValue(depth: depth + 1))
      try skipSpace()
      if take("]") { return nodes }
      guard take(",") else { throw error("A comma or ] is expected here.") }
      if try endsAfterComma("]") { return nodes }
    }
  }

  /// Whether the object or list ends after a comma.
  private mutating func endsAfterComma(_ end: Unicode.Scalar) throws(JSONError) -> Bool {
    guard dialect == .configuration else { return false }
    try skipSpace()
    return take(end)
  }

  private mutating func parseNumber() throws(JSONError) -> Double {
    let (start, place) = (index, position)
    while let byte = next, isLetter(byte) || isDigit(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E {
      advance()
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    guard Self.isNumber(Array(bytes[start..<index])), let number = Double(text), number.isFinite else {
      throw JSONError(place, "“\(text.prefix(40))” is not a number, or it is too large.")
    }
    return number
  }

  private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// Whether the text is a number in the syntax of JSON. Swift's `Double` accepts more, such as hexadecimal
  /// numbers and `nan`.
  private static func isNumber(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 >= 0x30 && $0 <= 0x39 } ?? false }
    func skipDigits() -> Bool {
      let count = rest.prefix { isDigit($0) }.count
      rest.removeFirst(count)
      return count > 0
    }
    if rest.first == 0x2D { rest.removeFirst() }
    let isZero = rest.first == 0x30
    guard skipDigits() else { return false }
    if isZero, text.dropFirst(text.first == 0x2D ? 2 : 1).first.map({ isDigit($0) }) == true { return false }
    if rest.first == 0x2E {
      rest.removeFirst()
      guard skipDigits() else { return false }
    }
    if rest.first == 0x65 || rest.first == 0x45 {
      rest.removeFirst()
      if rest.first == 0x2B || rest.first == 0x2D { rest.removeFirst() }
      guard skipDigits() else { return false }
    }
    return rest.isEmpty
  }

  private mutating func parseString() throws(JSONError) -> String {
    let place = position
    advance()
    var text: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        advance()
        guard let string = String(validating: text, as: UTF8.self) else {
          throw JSONError(place, "The text is not UTF-8. Save the file as UTF-8.")
        }
        return string
      case UInt8(ascii: "\\"):
        advance()
        text += Array(String(try parseEscape()).utf8)
      case 0..<0x20:
        throw error("A line break or control character in a text is written as \\n or \\u0000.")
      default:
        text.append(byte)
        advance()
      }
    }
    throw JSONError(place, "The text in quotation marks does not end.")
  }

  private mutating func parseEscape() throws(JSONError) -> Unicode.Scalar {
    guard let byte = next else { throw error("The text ends after a backslash.") }
    let plain: [UInt8: Unicode.Scalar] = [
      0x22: "\"", 0x5C: "\\", 0x2F: "/", 0x62: "\u{8}", 0x66: "\u{C}", 0x6E: "\n", 0x72: "\r", 0x74: "\t",
    ]
    if let scalar = plain[byte] {
      advance()
      return scalar
    }
    guard byte == UInt8(ascii: "u") else { throw error("This character cannot follow a backslash.") }
    advance()
    let first = try parseHex()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // The first half of a pair of surrogates. The other half must follow.
    guard first < 0xDC00, take("\\"), take("u") else {
      throw error("Half of a pair of \\u escapes is missing.")
    }
    let second = try parseHex()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw error("Half of a pair of \\u escapes is missing.") }
    return scalar
  }

  private mutating func parseHex() throws(JSONError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error("Four hexadecimal digits are expected after \\u.")
      }
      value = value << 4 | UInt32(digit)
      advance()
    }
    return value
  }
}
