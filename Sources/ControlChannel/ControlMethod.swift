package import JSON

/// A method of a program that clients of its control channel can call.
package struct ControlMethod {
  package typealias Action = @MainActor (ControlArguments) async throws(ControlError) -> JSONNode

  /// The name, such as `pointer.move`.
  package let name: String
  /// A sentence for the list of methods.
  package let summary: String
  package let parameters: [ControlParameter]
  let action: Action

  /// Creates a method.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - summary: A sentence that describes it.
  ///   - parameters: Its parameters. Requests with others are rejected.
  ///   - action: Performs the method and returns the result. The requests of a client are performed one after the other.
  package init(
    _ name: String, _ summary: String, _ parameters: [ControlParameter] = [], action: @escaping Action
  ) {
    (self.name, self.summary, self.parameters, self.action) = (name, summary, parameters, action)
  }

  /// Returns the method, with an action that is called after each request, also after one that has failed.
  package func followed(by action: @escaping @MainActor () async -> Void) -> ControlMethod {
    ControlMethod(name, summary, parameters) { [own = self.action] arguments throws(ControlError) in
      let result: JSONNode
      do throws(ControlError) { result = try await own(arguments) } catch {
        await action()
        throw error
      }
      await action()
      return result
    }
  }

  /// The method and its parameters, as in the result of `methods`.
  var node: JSONNode {
    [
      "name": JSONNode(name), "summary": JSONNode(summary),
      "parameters": JSONNode(
        parameters.map { parameter in
          [
            "name": JSONNode(parameter.name), "value": JSONNode(parameter.kind.description),
            "required": JSONNode(parameter.isRequired), "summary": JSONNode(parameter.summary),
          ]
        }),
    ]
  }
}

/// The methods of a program by their names, with `version` and `methods`, which every program has.
package struct ControlMethods {
  /// The version of the protocol. It grows with each change that older clients do not understand.
  package static let version = 1

  private let methods: [String: ControlMethod]

  /// - Parameters:
  ///   - program: The name of the program, for the method `version`.
  ///   - methods: Its methods. Of two with the same name, the last one is used.
  package init(of program: String, _ methods: [ControlMethod]) {
    let version = ControlMethod("version", "Returns the name of the program and the version of the protocol.")
    {
      _ in
      ["program": JSONNode(program), "version": JSONNode(Self.version)]
    }
    let summary = "Returns the methods with their parameters."
    var nodes = (methods + [version]).map { ($0.name, $0.node) }
    nodes.append(("methods", ControlMethod("methods", summary) { _ in [] }.node))
    let sorted = JSONNode(nodes.sorted { $0.0 < $1.0 }.map(\.1))
    let list = ControlMethod("methods", summary) { _ in sorted }
    self.methods = Dictionary((methods + [version, list]).map { ($0.name, $0) }) { $1 }
  }

  /// The methods with their parameters, such as `show [index=…]`, and their meanings, by name.
  package var usages: [(usage: String, summary: String)] {
    methods.values.sorted { $0.name < $1.name }.map { method in
      let words = method.parameters.map { $0.isRequired ? "\($0.name)=…" : "[\($0.name)=…]" }
      return (([method.name] + words).joined(separator: " "), method.summary)
    }
  }

  /// The methods as text for people, one in a line.
  package var text: String {
    let width = usages.map(\.usage.count).max() ?? 0
    return usages.map { usage, summary in
      "  \(usage)\(String(repeating: " ", count: width - usage.count))  \(summary)"
    }.joined(separator: "\n")
  }

  /// Checks the parameters of a request and performs the method.
  ///
  /// - Returns: The result.
  /// - Throws: The mistake in the request, or the reason why the method failed.
  @MainActor
  package func perform(_ name: String, _ parameters: [JSONMember]) async throws(ControlError) -> JSONNode {
    let (method, arguments) = try check(name, parameters)
    return try await method.action(arguments)
  }

  /// Checks the name and the parameters of a request.
  @discardableResult
  package func check(
    _ name: String, _ parameters: [JSONMember]
  ) throws(ControlError) -> (ControlMethod, ControlArguments) {
    guard let method = methods[name] else {
      throw ControlError(
        .methodNotFound, "There is no method “\(name)”. The method “methods” lists all.")
    }
    return (method, try ControlArguments(parameters, of: method))
  }
}

/// A named parameter of a method.
package struct ControlParameter: Sendable {
  package enum Kind: Sendable, CustomStringConvertible {
    case number(ClosedRange<Double>)
    case integer(ClosedRange<Int>)
    case text
    case flag
    case choice([String])

    package var description: String {
      switch self {
      case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
      case .integer(let range): "an integer from \(range.lowerBound) to \(range.upperBound)"
      case .text: "a text"
      case .flag: "true or false"
      case .choice(let names): "one of " + names.joined(separator: ", ")
      }
    }

    /// Returns the value of a parameter; `nil` if it has another kind or is out of range. A text with a number, or with true or
    /// false, counts as such, because a shell has only texts.
    func value(of node: JSONNode) -> JSONNode? {
      switch self {
      case .number(let range):
        guard let number = node.number ?? node.text.flatMap({ Double($0) }), range.contains(number) else {
          return nil
        }
        return JSONNode(number)
      case .integer(let range):
        let integer = node.number.flatMap { Int(exactly: $0) } ?? node.text.flatMap { Int($0) }
        return integer.flatMap { range.contains($0) ? JSONNode($0) : nil }
      case .text: return node.text.map { JSONNode($0) }
      case .flag: return (node.bool ?? node.text.flatMap { Bool($0) }).map { JSONNode($0) }
      case .choice(let names): return node.text.flatMap { names.contains($0) ? JSONNode($0) : nil }
      }
    }
  }

  package let name: String
  package let kind: Kind
  package let isRequired: Bool
  package let summary: String

  package static func required(_ name: String, _ kind: Kind, _ summary: String) -> ControlParameter {
    ControlParameter(name: name, kind: kind, isRequired: true, summary: summary)
  }

  package static func optional(_ name: String, _ kind: Kind, _ summary: String) -> ControlParameter {
    ControlParameter(name: name, kind: kind, isRequired: false, summary: summary)
  }
}

/// The checked parameters of a request. Each has the kind that the method declares.
package struct ControlArguments: Sendable {
  private let nodes: [String: JSONNode]

  init(_ members: [JSONMember], of method: ControlMethod) throws(ControlError) {
    var nodes: [String: JSONNode] = [:]
    for member in members {
      guard let parameter = method.parameters.first(where: { $0.name == member.key }) else {
        let names = method.parameters.map { "“\($0.name)”" }.joined(separator: ", ")
        throw ControlError(
          .invalidParameters,
          "\(method.name) has no parameter “\(member.key)”. "
            + (names.isEmpty ? "It has none." : "It has \(names)."))
      }
      guard let value = parameter.kind.value(of: member.node) else {
        throw ControlError(
          .invalidParameters, "“\(parameter.name)” of \(method.name) must be \(parameter.kind).")
      }
      nodes[member.key] = value
    }
    if let parameter = method.parameters.first(where: { $0.isRequired && nodes[$0.name] == nil }) {
      throw ControlError(
        .invalidParameters, "\(method.name) needs “\(parameter.name)”, \(parameter.kind).")
    }
    self.nodes = nodes
  }

  package func number(_ name: String) -> Double? { nodes[name]?.number }
  package func number(_ name: String, or value: Double) -> Double { nodes[name]?.number ?? value }
  package func integer(_ name: String) -> Int? { nodes[name]?.number.flatMap { Int(exactly: $0) } }
  package func text(_ name: String) -> String? { nodes[name]?.text }
  package func flag(_ name: String) -> Bool? { nodes[name]?.bool }
}
