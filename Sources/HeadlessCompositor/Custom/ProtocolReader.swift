/// An `<interface>` of a protocol file.
struct DescribedInterface {
  let name: String
  let version: Int32
  var requests: [CustomMessage] = []
  var events: [CustomMessage] = []
}

/// A `<request>` or `<event>`; its opcode is its index.
struct CustomMessage: Sendable {
  struct Argument: Sendable {
    /// The letter in `wl_message.signature`: i, u, f, s, o, n, a or h.
    let kind: Character
    let interface: String?
    let isNullable: Bool
  }

  let name: String
  let since: Int
  let isDestructor: Bool
  var arguments: [Argument] = []

  /// In the format of `wl_message.signature`.
  var signature: String {
    (since > 1 ? String(since) : "")
      + arguments.map { ($0.isNullable ? "?" : "") + String($0.kind) }.joined()
  }
}

/// Reads the interfaces of a protocol file. It knows the part of XML that such files use: elements, attributes, comments and the
/// five entities.
struct ProtocolReader {
  private static let kinds: [String: Character] = [
    "int": "i", "uint": "u", "fixed": "f", "string": "s", "object": "o", "new_id": "n", "array": "a",
    "fd": "h",
  ]
  private static let entities = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]

  private var rest: Substring
  private var line = 1
  private var interfaces: [DescribedInterface] = []
  private var message: CustomMessage?
  private var open: [String] = []

  /// - Throws: `CustomProtocolError` if the text is no protocol file.
  static func read(_ text: String) throws(CustomProtocolError) -> [DescribedInterface] {
    var reader = ProtocolReader(rest: text[...])
    try reader.readAll()
    return reader.interfaces
  }

  private init(rest: Substring) { self.rest = rest }

  private func mistake(_ reason: String) -> CustomProtocolError {
    CustomProtocolError(line: line, reason: reason)
  }

  private mutating func readAll() throws(CustomProtocolError) {
    while let start = rest.firstIndex(of: "<") {
      skip(to: start)
      if rest.hasPrefix("<!--") {
        try skip(after: "-->")
      } else if rest.hasPrefix("<![CDATA[") {
        try skip(after: "]]>")
      } else if rest.hasPrefix("<?") || rest.hasPrefix("<!") {
        try skip(after: ">")
      } else {
        try readTag()
      }
    }
    guard open.isEmpty else { throw mistake("</\(open.last ?? "")> is missing") }
    guard !interfaces.isEmpty else { throw mistake("the file has no <interface>") }
  }

  private mutating func skip(to index: Substring.Index) {
    line += rest[..<index].count { $0.isNewline }
    rest = rest[index...]
  }

  private mutating func skip(after mark: String) throws(CustomProtocolError) {
    guard let range = rest.firstRange(of: mark) else { throw mistake("“\(mark)” is missing") }
    skip(to: range.upperBound)
  }

  // MARK: Elements

  private mutating func readTag() throws(CustomProtocolError) {
    let isEnd = rest.hasPrefix("</")
    rest = rest.dropFirst(isEnd ? 2 : 1)
    let name = readName()
    guard !name.isEmpty else { throw mistake("an element has no name") }
    var attributes: [String: String] = [:]
    while true {
      skipSpace()
      if rest.hasPrefix("/>") {
        rest = rest.dropFirst(2)
        open.append(name)
        try begin(name, attributes)
        return try end(name)
      }
      if rest.hasPrefix(">") { break }
      let key = readName()
      guard !key.isEmpty else { throw mistake("<\(name)> does not end") }
      attributes[key] = try readValue(of: key)
    }
    rest = rest.dropFirst()
    if isEnd { return try end(name) }
    open.append(name)
    try begin(name, attributes)
  }

  private mutating func readName() -> String {
    let name = rest.prefix { $0.isLetter || $0.isNumber || "_-:.".contains($0) }
    rest = rest[name.endIndex...]
    return String(name)
  }

  private mutating func skipSpace() { skip(to: rest.firstIndex { !$0.isWhitespace } ?? rest.endIndex) }

  private mutating func readValue(of key: String) throws(CustomProtocolError) -> String {
    skipSpace()
    guard rest.first == "=" else { throw mistake("the attribute \(key) has no value") }
    rest = rest.dropFirst()
    skipSpace()
    guard let quote = rest.first, quote == "\"" || quote == "'",
      let end = rest.dropFirst().firstIndex(of: quote)
    else { throw mistake("the value of \(key) is not between quotation marks") }
    let value = rest[rest.index(after: rest.startIndex)..<end]
    skip(to: end)
    rest = rest.dropFirst()
    return Self.unescaped(value)
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.contains("&") else { return String(text) }
    return entities.reduce(String(text)) { $0.replacing("&\($1.key);", with: $1.value) }
  }

  private mutating func begin(
    _ element: String, _ attributes: [String: String]
  ) throws(CustomProtocolError) {
    switch element {
    case "interface":
      let name = try required("name", of: element, attributes)
      guard !interfaces.contains(where: { $0.name == name }) else {
        throw mistake("the interface \(name) is described twice")
      }
      let version = try number("version", of: element, attributes)
      interfaces.append(DescribedInterface(name: name, version: Int32(version)))
    case "request", "event":
      guard !interfaces.isEmpty, message == nil else {
        throw mistake("<\(element)> is not in an interface")
      }
      message = CustomMessage(
        name: try required("name", of: element, attributes),
        since: attributes["since"] == nil ? 1 : try number("since", of: element, attributes),
        isDestructor: attributes["type"] == "destructor")
    case "arg":
      let type = try required("type", of: element, attributes)
      guard let kind = Self.kinds[type] else { throw mistake("the argument type “\(type)” is unknown") }
      let interface = attributes["interface"]
      guard kind != "n" || interface != nil else {
        throw mistake("a new object without an interface is not supported")
      }
      guard message != nil, message?.arguments.count ?? 0 < 20 else {
        throw mistake("<arg> is not in a message, or it is the 21st: libwayland supports 20")
      }
      message?.arguments.append(
        CustomMessage.Argument(
          kind: kind, interface: interface,
          isNullable: attributes["allow-null"] == "true" && "soa".contains(kind)))
    default: break
    }
  }

  private mutating func end(_ element: String) throws(CustomProtocolError) {
    guard open.popLast() == element else { throw mistake("</\(element)> ends no open element") }
    guard element == "request" || element == "event", let message, let last = interfaces.indices.last else {
      return
    }
    if element == "request" {
      interfaces[last].requests.append(message)
    } else {
      interfaces[last].events.append(message)
    }
    self.message = nil
  }

  private func required(
    _ key: String, of element: String, _ attributes: [String: String]
  ) throws(CustomProtocolError) -> String {
    guard let value = attributes[key], !value.isEmpty else {
      throw mistake("<\(element)> has no attribute \(key)")
    }
    return value
  }

  private func number(
    _ key: String, of element: String, _ attributes: [String: String]
  ) throws(CustomProtocolError) -> Int {
    let text = try required(key, of: element, attributes)
    guard let value = Int(text), (1...1_000_000).contains(value) else {
      throw mistake("\(key)=\"\(text)\" is not a positive integer")
    }
    return value
  }
}
