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
  private let methods: ControlMethods
  private let sockets: NumberedSockets?
  private let folder: String

  /// - Parameters:
  ///   - program: The name of the program.
  ///   - methods: Its methods, with which a request is checked before it is sent.
  ///   - sockets: The sockets of the running programs; `nil` if the session has no runtime folder.
  ///   - folder: The present folder. A path is relative to it, and not to that of the running program.
  package init(to program: String, _ methods: ControlMethods, _ sockets: NumberedSockets?, in folder: String)
  {
    (self.program, self.methods, self.sockets, self.folder) = (program, methods, sockets, folder)
  }

  /// Sends the request of the words after `msg`: `[--socket PATH] METHOD [NAME=VALUE]...`.
  @MainActor
  package func send(_ arguments: some Sequence<String>) -> Outcome {
    var words = Array(arguments)[...]
    var path: String?
    if let first = words.first, first == "--socket" || first.hasPrefix("--socket=") {
      words.removeFirst()
      path = first == "--socket" ? words.popFirst() : String(first.dropFirst("--socket=".count))
      if path == nil { return .usage("msg --socket needs a path") }
    }
    guard let first = words.first else { return .usage("a method is missing; msg --help lists them") }
    if first == "--help" || first == "-h" {
      return .success(
        "Usage: \(program) msg [--socket PATH] METHOD [NAME=VALUE]...\n\nMethods:\n\(methods.text)")
    }
    if first.hasPrefix("-") { return .usage("unknown option \(first); see \(program) msg --help") }
    do {
      let request = try ControlWords(words)
      let parameters = request.parameters.map(absolute)
      do { try methods.check(request.method, parameters) } catch { return .usage(error.message) }
      guard let client = try path.map({ try ControlClient(path: $0) }) ?? sockets?.connect() else {
        return .unavailable("XDG_RUNTIME_DIR is not set; use msg --socket PATH")
      }
      return .success(try client.call(request.method, parameters, within: Self.limit(parameters)).line)
    } catch let error as ControlSocketError {
      return .unavailable("\(error)")
    } catch let error as ControlError where error.code == .invalidRequest || error.code == .invalidParameters
    {
      return .usage(error.message)
    } catch {
      return .failed("\(error)")
    }
  }

  /// The longest wait for the reply, in seconds. The program itself ends a request that waits.
  private static func limit(_ parameters: [JSONMember]) -> Double {
    (parameters.first { $0.key == "within" }?.node.text.flatMap { Double($0) } ?? 30) + 30
  }

  private func absolute(_ parameter: JSONMember) -> JSONMember {
    guard parameter.key == "path", let path = parameter.node.text, !path.isEmpty, !path.hasPrefix("/") else {
      return parameter
    }
    return JSONMember(key: parameter.key, node: JSONNode(folder + "/" + path))
  }
}
