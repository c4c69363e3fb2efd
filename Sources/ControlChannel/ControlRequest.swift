import JSON

/// A request of JSON-RPC 2.0: `{"jsonrpc": "2.0", "id": 1, "method": "capture", "params": {"path": "a.png"}}`.
struct ControlRequest: Sendable {
  /// An integer or a text; `nil` if the client expects no reply.
  let id: JSONNode?
  let method: String
  let parameters: [JSONMember]

  /// The longest text of an identifier, in bytes.
  static let longestID = 256

  /// Reads a line.
  ///
  /// - Throws: The mistake, with the identifier of the request if it can be read.
  init(_ line: [UInt8]) throws(Mistake) {
    let node: JSONNode
    do { node = try JSONParser.parse(line) } catch {
      throw Mistake(id: nil, .parseError, "The line is not JSON: \(error)")
    }
    guard case .object(let members) = node.value else {
      throw Mistake(id: nil, .invalidRequest, "A request is an object in one line, not \(node.kind).")
    }
    let id = try Self.identifier(node["id"])
    func mistake(_ message: String) -> Mistake { Mistake(id: id, .invalidRequest, message) }
    let known: Set = ["jsonrpc", "id", "method", "params"]
    if let member = members.first(where: { !known.contains($0.key) }) {
      throw mistake(
        "A request has no member “\(member.key)”. It has “jsonrpc”, “id”, “method” and “params”.")
    }
    if let version = node["jsonrpc"], version.text != "2.0" {
      throw mistake("“jsonrpc” must be \"2.0\", or be left out.")
    }
    guard let method = node["method"]?.text else { throw mistake("“method” must be the name of a method.") }
    switch node["params"]?.value {
    case nil: parameters = []
    case .object(let members): parameters = members
    default: throw mistake("“params” must be an object.")
    }
    self.id = id
    self.method = method
  }

  private static func identifier(_ node: JSONNode?) throws(Mistake) -> JSONNode? {
    switch node?.value {
    case nil: return nil
    case .number(let number) where abs(number) < 0x1p53 && number == number.rounded(): return node
    case .string(let text) where text.utf8.count <= longestID: return node
    default:
      throw Mistake(
        id: nil, .invalidRequest,
        "“id” must be an integer below 2⁵³, or a text of at most \(longestID) bytes.")
    }
  }

  struct Mistake: Error {
    let id: JSONNode?
    let error: ControlError

    init(id: JSONNode?, _ code: ControlError.Code, _ message: String) {
      self.id = id
      error = ControlError(code, message)
    }
  }
}

/// The replies of JSON-RPC 2.0.
enum ControlReply {
  static func line(id: JSONNode, _ result: Result<JSONNode, ControlError>) -> [UInt8] {
    var members: [(String, JSONNode)] = [("jsonrpc", "2.0"), ("id", id)]
    switch result {
    case .success(let value): members.append(("result", value))
    case .failure(let error): members.append(("error", error.node))
    }
    return Array((JSONNode(members).line + "\n").utf8)
  }
}
