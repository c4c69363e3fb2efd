internal import JSON

/// A value of a configuration, with its place in the text.
///
/// Each function returns `nil` if the value is not what the function reads. It reports the problem, so that the reader goes on and
/// finds all problems at once.
package struct ConfigurationValue {
  private let node: JSONNode
  private let path: String
  private let problems: ProblemList

  init(_ node: JSONNode, at path: String, _ problems: ProblemList) {
    (self.node, self.path, self.problems) = (node, path, problems)
  }

  /// Reads the object of a whole text.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8: JSON in which comments and a comma after the last value are allowed.
  ///   - name: The object for messages, such as “a playlist”.
  ///   - read: Reads the members. Each member that it asks for is allowed, all others are reported.
  /// - Throws: All mistakes in the text. After a mistake in the syntax, the rest of the text is not read.
  package static func read<Value>(
    _ bytes: [UInt8], as name: String, _ read: (inout ConfigurationObject) -> Value?
  ) throws(ConfigurationError) -> Value {
    let problems = ProblemList()
    let node: JSONNode
    do { node = try JSONParser.parse(bytes, .configuration, mostBytes: ConfigurationFile.mostBytes) } catch {
      problems.add(error.position, "", error.message)
      throw problems.error ?? ConfigurationError(problems: [], omittedCount: 0)
    }
    let value = ConfigurationValue(node, at: "", problems).object(name, read)
    if let error = problems.error { throw error }
    // A reader reports why it returns no value, so the value is there.
    guard let value, let value else { throw ConfigurationError(problems: [], omittedCount: 0) }
    return value
  }

  /// Whether the value is an object, where other kinds are allowed, too.
  package var isObject: Bool { if case .object = node.value { true } else { false } }

  /// Reports a problem of the value.
  package func report(_ message: String) { problems.add(node.position, path, message) }

  private func mismatch<Value>(_ expected: String) -> Value? {
    report("This must be \(expected), not \(node.kind).")
    return nil
  }

  /// Reads an object.
  package func object<Value>(
    _ name: String, _ read: (inout ConfigurationObject) -> Value
  ) -> Value? {
    guard case .object(let members) = node.value else { return mismatch("\(name), an object in { }") }
    var object = ConfigurationObject(members, of: name, at: node.position, path, problems)
    let value = read(&object)
    object.reportUnknownMembers()
    return value
  }

  /// Reads a list.
  ///
  /// - Parameter count: The allowed numbers of values.
  package func list(_ count: ClosedRange<Int>) -> [ConfigurationValue]? {
    guard let nodes = node.elements else { return mismatch("a list in [ ]") }
    guard count.contains(nodes.count) else {
      report("The list has \(nodes.count) values. Allowed are \(count.lowerBound) to \(count.upperBound).")
      return nil
    }
    return nodes.enumerated().map { ConfigurationValue($1, at: "\(path)[\($0)]", problems) }
  }

  /// Reads a text.
  ///
  /// - Parameter length: The largest length, in bytes of UTF-8.
  package func text(atMost length: Int = 4096) -> String? {
    guard let text = node.text else { return mismatch("a text in quotation marks") }
    guard (1...length).contains(text.utf8.count) else {
      report(text.isEmpty ? "The text is empty." : "The text has more than \(length) bytes.")
      return nil
    }
    return text
  }

  /// Reads a number.
  package func number(_ range: ClosedRange<Double>) -> Double? {
    let limits = "a number from \(Self.shown(range.lowerBound)) to \(Self.shown(range.upperBound))"
    guard let number = node.number else { return mismatch(limits) }
    guard range.contains(number) else {
      report("This must be \(limits), not \(Self.shown(number)).")
      return nil
    }
    return number
  }

  /// Reads a whole number.
  package func integer(_ range: ClosedRange<Int>) -> Int? {
    let limits = "a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard let number = node.number else { return mismatch(limits) }
    guard let integer = Int(exactly: number), range.contains(integer) else {
      report("This must be \(limits), not \(Self.shown(number)).")
      return nil
    }
    return integer
  }

  private static func shown(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  /// Reads `true` or `false`.
  package func flag() -> Bool? { node.bool ?? mismatch("true or false") }

  /// Reads one of several names.
  package func choice<Value>(_ choices: [(name: String, value: Value)]) -> Value? {
    let names = choices.map(\.name)
    let list = "one of " + names.map { "\"\($0)\"" }.joined(separator: ", ")
    guard let text = node.text else { return mismatch(list) }
    if let choice = choices.first(where: { $0.name == text }) { return choice.value }
    problems.add(
      node.position, path,
      "This must be \(list), not “\(text.prefix(40))”.\(NameSuggestion.sentence(for: text, among: names))",
      allowed: names)
    return nil
  }

  /// Reads a text in a form of its own, such as a date.
  ///
  /// - Parameter form: The form for messages, such as “a date such as "2027-03-28"”.
  package func parsed<Value>(as form: String, _ parse: (String) -> Value?) -> Value? {
    guard let text = node.text else { return mismatch(form) }
    if let value = parse(text) { return value }
    report("This must be \(form), not “\(text.prefix(40))”.")
    return nil
  }
}
