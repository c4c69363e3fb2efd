import CommandLineText
import Glibc
internal import JSON

/// The command `msg` of a program: sends a request in words to a running program, and returns the text to print.
package struct ControlMessage {
  /// The result of a command line.
  package enum Outcome: Equatable {
    /// The text for standard output.
    case success(String)
    /// The command line is wrong; the reason.
    case usage(String)
    /// No program listens; the reason.
    case unavailable(String)
    /// The request failed; the reason.
    case failed(String)
  }

  private let program: String
  private let methods: ControlMethods?
  private let notes: String
  private let replyLimit: Double?

  /// - Parameters:
  ///   - program: The name of the program.
  ///   - methods: Its methods, with which a request is checked before it is sent; `nil` if only the running program checks it.
  ///   - notes: The text of the help between the synopsis and the methods, such as examples.
  ///   - replyLimit: The longest wait for a reply, in seconds; `nil` for 30 s more than the request waits itself.
  package init(
    to program: String, _ methods: ControlMethods?, notes: String = "", replyLimit: Double? = nil
  ) {
    (self.program, self.methods, self.notes, self.replyLimit) = (program, methods, notes, replyLimit)
  }

  private var help: String {
    """
    Usage: \(program) msg [--socket PATH] METHOD [NAME=VALUE]...
    Sends a request to the \(program) that was started last, or to the one that was started with --control PATH, and prints the
    result as JSON. A path is relative to the present folder.
    Exit codes: 0 success, 1 the request failed, 64 invalid command line, 69 no \(program) runs.
    \(notes.isEmpty ? "" : "\n\(notes)\n")
    \(methods.map { "Methods:\n\($0.text)" } ?? "")
    """
  }

  /// Sends the request of the words after `msg`: `[--socket PATH] METHOD [NAME=VALUE]...`.
  ///
  /// - Parameter arguments: The words, as `ArgumentText` represents them.
  @MainActor
  package func send(_ arguments: some Sequence<String>) -> Outcome {
    var words = Array(arguments)[...]
    var socket: String?
    if let first = words.first, first == "--socket" || first.hasPrefix("--socket=") {
      words.removeFirst()
      socket = first == "--socket" ? words.popFirst() : String(first.dropFirst("--socket=".count))
      if socket == nil { return .usage("msg --socket needs a path; see \(program) msg --help") }
    }
    guard let first = words.first else {
      return .usage("msg needs a method; see \(program) msg --help")
    }
    if first == "--help" || first == "-h" { return .success(help) }
    if first.hasPrefix("-") { return .usage("unknown option \(first); see \(program) msg --help") }
    do {
      let request = try ControlWords(words)
      let parameters = request.parameters.map(Self.absolute)
      do { try methods?.check(request.method, parameters) } catch { return .usage(error.message) }
      guard let client = try client(at: socket) else {
        return .unavailable("XDG_RUNTIME_DIR is not set; use msg --socket PATH")
      }
      return .success(
        try client.call(request.method, parameters, within: replyLimit ?? Self.limit(parameters)).line)
    } catch let error as ControlSocketError {
      return .unavailable("\(error)")
    } catch let error as ControlError where error.code == .invalidRequest || error.code == .invalidParameters
    {
      return .usage(error.message)
    } catch {
      return .failed("\(error)")
    }
  }

  /// Sends the request of the words after `msg`, prints the result, and ends the program.
  ///
  /// - Parameter arguments: The words, as `ArgumentText` represents them.
  @MainActor
  package func run(_ arguments: some Sequence<String>) -> Never {
    switch send(arguments) {
    case .success(let text):
      print(text)
      endProgram(.success)
    case .usage(let reason): quit(.usage, reason)
    case .unavailable(let reason): quit(.unavailable, reason)
    case .failed(let reason): quit(.failed, reason)
    }
  }

  private func client(at socket: String?) throws(ControlSocketError) -> ControlClient? {
    if let socket { return try ControlClient(path: socket) }
    return try NumberedSockets.ofUser(program)?.connect()
  }

  /// The longest wait for the reply, in seconds. The program itself ends a request that waits.
  private static func limit(_ parameters: [JSONMember]) -> Double {
    (parameters.first { $0.key == "within" }?.node.text.flatMap { Double($0) } ?? 30) + 30
  }

  /// A path is relative to the folder of the caller, not to that of the running program.
  private static func absolute(_ parameter: JSONMember) -> JSONMember {
    guard parameter.key == "path", let path = parameter.node.text, !path.isEmpty else { return parameter }
    let absolute = PresentFolder.absolute(ArgumentText.bytes(path))
    return JSONMember(key: parameter.key, node: JSONNode(ArgumentText.text(absolute)))
  }
}
