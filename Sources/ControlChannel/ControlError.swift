import JSON

/// The error of a request. The codes are those of JSON-RPC 2.0.
package struct ControlError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Code: Int, Sendable {
    /// The line is not JSON, or it is too long.
    case parseError = -32700
    /// The JSON is not a request.
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParameters = -32602
    /// The program could not do what the request asked for.
    case failed = -32000
    /// The time limit of the request is over.
    case timeout = -32001
  }

  package let code: Code
  /// A sentence that names what was wrong and what is permitted.
  package let message: String

  package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

  package var description: String { message }

  /// The member `error` of a reply.
  var node: JSONNode { ["code": JSONNode(code.rawValue), "message": JSONNode(message)] }
}
