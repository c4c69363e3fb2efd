import ControlChannel
import Glibc
import JSON
import TestSupport
import Testing
import Threads

@MainActor @Suite("The server of a control channel")
struct ControlServerTests {
  private let folder: TemporaryFolder
  private var path: String { folder("control") }

  init() throws { folder = try TemporaryFolder() }

  private static let methods = [
    ControlMethod(
      "add", "Adds two numbers.",
      [.required("a", .number(0...100), "a number"), .optional("b", .integer(0...9), "an integer")]
    ) { arguments in
      ["sum": JSONNode(arguments.number("a", or: 0) + Double(arguments.integer("b") ?? 0))]
    },
    ControlMethod("slow", "Waits for ten turns of the main actor.") { _ in
      for _ in 0..<10 { await Task.yield() }
      return "slow"
    },
    ControlMethod("forever", "Waits until it is canceled.") { _ in
      try? await Task.sleep(nanoseconds: .max / 2)
      return [:]
    },
    ControlMethod("fail", "Fails.") { _ throws(ControlError) in throw ControlError(.failed, "It failed.") },
    ControlMethod("large", "Returns a large text.") { _ in JSONNode(String(repeating: "x", count: 100_000)) },
  ]

  private func makeServer(_ limits: ControlLimits = ControlLimits()) throws -> ControlServer {
    try ControlServer(path: path, methods: ControlMethods(of: "test", Self.methods), limits: limits)
  }

  /// Runs `work`, which blocks, on a thread of its own, while the server runs on the main queue.
  private func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value
  {
    try await withCheckedThrowingContinuation { continuation in
      SystemThread { continuation.resume(with: Result { try work() }) }?.detach()
    }
  }

  /// Sends bytes, shuts the sending side down, and returns the lines of the replies until the server closes.
  private func exchange(_ text: String) async throws -> [String] {
    let path = path
    return try await onThread {
      let socket = try #require(RawClient(path))
      socket.send(Array(text.utf8))
      socket.endSending()
      return String(decoding: socket.readAll(), as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  @Test("A client gets the result or the error of each request, in order")
  func calls() async throws {
    let server = try makeServer()
    let lines = try await exchange(
      """
      {"jsonrpc":"2.0","id":1,"method":"slow"}
      {"id":"two","method":"add","params":{"a":1.5,"b":2}}
      {"id":3,"method":"add","params":{"a":"40","b":"2"}}
      {"id":4,"method":"fail"}
      {"method":"add","params":{"a":1}}
      {"id":5,"method":"version"}

      """)
    #expect(
      lines == [
        #"{"jsonrpc":"2.0","id":1,"result":"slow"}"#, #"{"jsonrpc":"2.0","id":"two","result":{"sum":3.5}}"#,
        #"{"jsonrpc":"2.0","id":3,"result":{"sum":42}}"#,
        #"{"jsonrpc":"2.0","id":4,"error":{"code":-32000,"message":"It failed."}}"#,
        #"{"jsonrpc":"2.0","id":5,"result":{"program":"test","version":1}}"#,
      ])
    withExtendedLifetime(server) {}
  }

  @Test(
    "A wrong request gets an error that names the mistake",
    arguments: [
      ("nonsense", -32700, "“nonsense” is not a value"), ("[1]", -32600, "not a list"),
      (#"{"id":1}"#, -32600, "“method”"), (#"{"id":1,"method":"add","params":[1]}"#, -32600, "“params”"),
      (#"{"id":1,"method":"add","jsonrpc":"1.0"}"#, -32600, "“jsonrpc”"),
      (#"{"id":1,"method":"add","extra":1}"#, -32600, "“extra”"),
      (#"{"id":[],"method":"add"}"#, -32600, "“id”"),
      (#"{"id":1,"method":"sub"}"#, -32601, "“sub”"), (#"{"id":1,"method":"add"}"#, -32602, "needs “a”"),
      (#"{"id":1,"method":"add","params":{"a":101}}"#, -32602, "from 0.0 to 100.0"),
      (#"{"id":1,"method":"add","params":{"a":"nan"}}"#, -32602, "from 0.0 to 100.0"),
      (#"{"id":1,"method":"add","params":{"a":1,"b":1.5}}"#, -32602, "an integer from 0 to 9"),
      (#"{"id":1,"method":"add","params":{"a":1,"c":1}}"#, -32602, "has “a”, “b”"),
      (#"{"id":1,"method":"slow","params":{"c":1}}"#, -32602, "It has none"),
      (String(repeating: "[", count: 1000), -32700, "inside each other"),
    ])
  func mistakes(line: String, code: Int, words: String) async throws {
    let server = try makeServer()
    let lines = try await exchange(line + "\n")
    let reply = try JSONParser.parse(Array(try #require(lines.first).utf8))
    #expect(lines.count == 1)
    #expect(reply["error"]?["code"]?.number == Double(code))
    #expect(reply["error"]?["message"]?.text?.contains(words) == true, "\(lines)")
    withExtendedLifetime(server) {}
  }

  @Test("The last line needs no end")
  func lastLine() async throws {
    let server = try makeServer()
    #expect(
      try await exchange(#"{"id":1,"method":"slow"}"# + "\n" + #"{"id":2,"method":"slow"}"#).count == 2)
    withExtendedLifetime(server) {}
  }

  @Test("An identifier is returned as it was sent, or refused")
  func identifiers() async throws {
    let server = try makeServer()
    let ids = ["9007199254740991", "-7", "\"é\\n\""]
    let lines = try await exchange(ids.map { #"{"id":\#($0),"method":"slow"}"# + "\n" }.joined())
    #expect(lines == ids.map { #"{"jsonrpc":"2.0","id":\#($0),"result":"slow"}"# })
    for id in [
      "9007199254740992", "1.5", "1e300", "null", "true", "\"" + String(repeating: "x", count: 257) + "\"",
    ] {
      let lines = try await exchange(#"{"id":\#(id),"method":"slow"}"# + "\n")
      #expect(lines.first?.contains("-32600") == true)
    }
    withExtendedLifetime(server) {}
  }

  @Test(
    "A request that waits ends when its client leaves, also while further requests wait", arguments: [0, 200])
  func leaving(further: Int) async throws {
    var limits = ControlLimits()
    limits.waitingRequests = 8
    let server = try makeServer(limits)
    let path = path
    var client: RawClient? = try await onThread {
      let client = try #require(RawClient(path))
      let lines =
        [#"{"id":1,"method":"forever"}"#] + Array(repeating: #"{"id":2,"method":"slow"}"#, count: further)
      client.send(Array((lines.joined(separator: "\n") + "\n").utf8))
      return client
    }
    try await waitUntil("the client") { server.connectionCount == 1 }
    withExtendedLifetime(client) {}
    client = nil
    try await waitUntil("the end of the request") { server.connectionCount == 0 }
  }

  @Test("Requests of clients that leave at once are performed, and the clients are forgotten")
  func sendAndClose() async throws {
    let server = try makeServer()
    let path = path
    try await onThread {
      for _ in 0..<200 {
        RawClient(path)?.send(Array((#"{"method":"slow"}"# + "\n{").utf8))
      }
    }
    try await waitUntil("the end of the clients") { server.connectionCount == 0 }
    #expect(try await exchange(#"{"id":1,"method":"slow"}"# + "\n").count == 1)
  }

  @Test("A line above the limit gets one error, and the next request is performed")
  func longLine() async throws {
    var limits = ControlLimits()
    limits.lineBytes = 100
    let server = try makeServer(limits)
    let lines = try await exchange(
      String(repeating: "x", count: 100_000) + "\n" + #"{"id":1,"method":"slow"}"# + "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("at most 100 bytes") == true)
    #expect(lines.last?.contains(#""result":"slow""#) == true)
    withExtendedLifetime(server) {}
  }

  @Test(
    "Requests that arrive at once wait for their turn, also more than may wait and more than a second allows")
  func many() async throws {
    var limits = ControlLimits()
    limits.waitingRequests = 4
    limits.requestsPerSecond = 400
    let server = try makeServer(limits)
    let count = 500
    let lines = try await exchange(
      (0..<count).map { #"{"id":\#($0),"method":"add","params":{"a":1}}"# + "\n" }.joined())
    #expect(lines == (0..<count).map { #"{"jsonrpc":"2.0","id":\#($0),"result":{"sum":1}}"# })
    withExtendedLifetime(server) {}
  }

  @Test("A client that reads no replies is disconnected, and another one is served")
  func unread() async throws {
    var limits = ControlLimits()
    limits.unreadBytes = 1 << 18
    let server = try makeServer(limits)
    let path = path
    let silent = try await onThread {
      let socket = try #require(RawClient(path))
      socket.send(Array((0..<60).map { #"{"id":\#($0),"method":"large"}"# + "\n" }.joined().utf8))
      return socket
    }
    try await waitUntil("the disconnect") { server.connectionCount == 0 }
    #expect(try await exchange(#"{"id":1,"method":"slow"}"# + "\n").count == 1)
    withExtendedLifetime(silent) {}
  }

  @Test("A client that has left is not counted, even if the server has not noticed it yet")
  func leftConnections() async throws {
    var limits = ControlLimits()
    limits.connections = 1
    let server = try makeServer(limits)
    let path = path
    func exchange(_ client: RawClient) async throws -> String {
      try await onThread {
        client.send(Array((#"{"id":1,"method":"slow"}"# + "\n").utf8))
        return String(decoding: client.readSome(), as: UTF8.self)
      }
    }
    var first = RawClient(path)
    #expect(try await exchange(try #require(first)).contains("result"))
    // The server runs on this thread, so it notices the second client before the end of the first one.
    let second = try #require(RawClient(path))
    first = nil
    #expect(try await exchange(second).contains("result"))
    withExtendedLifetime(server) {}
  }

  @Test("Connections above the limit get an error and are closed, until another client leaves")
  func connections() async throws {
    var limits = ControlLimits()
    limits.connections = 2
    let server = try makeServer(limits)
    let path = path
    var clients: [RawClient] = []
    for _ in 0..<2 {
      clients.append(
        try await onThread {
          let client = try #require(RawClient(path))
          client.send(Array((#"{"id":1,"method":"slow"}"# + "\n").utf8))
          _ = client.readSome()
          return client
        })
    }
    #expect(server.connectionCount == 2)
    let message = "2 clients are connected, and no more are permitted."
    #expect(
      try await exchange(#"{"id":1,"method":"slow"}"# + "\n") == [
        #"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"\#(message)"}}"#
      ])
    await #expect(throws: ControlError(.failed, message)) {
      try await onThread { try ControlClient(path: path).call("slow") }
    }
    clients.removeLast()
    try await waitUntil("the end of a client") { server.connectionCount == 1 }
    #expect(try await exchange(#"{"id":1,"method":"slow"}"# + "\n").count == 1)
    withExtendedLifetime(clients) {}
  }

  @Test("Clients of random bytes change nothing for others", arguments: 1...8 as ClosedRange<UInt64>)
  func garbage(seed: UInt64) async throws {
    let server = try makeServer()
    var random = SplitMix(seed: seed)
    let pieces = [
      "{", "}", "\n", "\"id\":1", ",", "\"method\":\"add\"", "\"params\":{\"a\":1}", "\u{0}", "\\u12", "[",
      "1e9",
    ]
    for _ in 0..<20 {
      let text = (0..<40).map { _ in pieces.randomElement(using: &random) ?? "" }.joined() + "\n"
      for line in try await exchange(text) {
        let reply = try JSONParser.parse(Array(line.utf8))
        #expect((reply["result"] == nil) != (reply["error"] == nil))
      }
    }
    #expect(try await exchange(#"{"id":1,"method":"slow"}"# + "\n").count == 1)
    try await waitUntil("the end of the clients") { server.connectionCount == 0 }
  }

  @Test("The client returns results and errors")
  func client() async throws {
    let server = try makeServer()
    let path = path
    let (sum, message) = try await onThread {
      let client = try ControlClient(path: path)
      let words = try ControlWords(["add", "a=40", "b=2"])
      let sum = try client.call(words.method, words.parameters)
      do {
        _ = try client.call("fail")
        return (sum.line, "no error")
      } catch {
        return (sum.line, "\(error)")
      }
    }
    #expect((sum, message) == (#"{"sum":42}"#, "It failed."))
    withExtendedLifetime(server) {}
  }

  // MARK: The socket

  @Test("Only the user can connect, and the files are removed at the end")
  func files() throws {
    var server: ControlServer? = try makeServer()
    var status = stat()
    #expect(lstat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    _ = server
    server = nil
    #expect(access(path, F_OK) != 0)
    #expect(access(path + ".lock", F_OK) != 0)
  }

  @Test("A second program cannot take the socket; the socket of an ended program is replaced")
  func secondServer() async throws {
    let first = try makeServer()
    #expect(throws: ControlSocketError(path: path, reason: "another program uses it", isInUse: true)) {
      try makeServer()
    }
    #expect(try await exchange(#"{"id":1,"method":"slow"}"# + "\n").count == 1)
    withExtendedLifetime(first) {}
    let left = folder("left")
    #expect(RawClient.leaveSocket(at: left))
    let server = try ControlServer(path: left, methods: ControlMethods(of: "test", []))
    #expect(server.connectionCount == 0)
  }

  @Test("A server removes only its own socket and lock file")
  func replacedFiles() async throws {
    var first: ControlServer? = try makeServer()
    #expect(unlink(path + ".lock") == 0)
    let second = try makeServer()
    withExtendedLifetime(first) {}
    first = nil
    #expect(try await exchange(#"{"id":1,"method":"slow"}"# + "\n").count == 1)
    #expect(throws: ControlSocketError(path: path, reason: "another program uses it", isInUse: true)) {
      try makeServer()
    }
    second.close()
    #expect(access(path, F_OK) != 0)
    #expect(access(path + ".lock", F_OK) != 0)
  }

  @Test("A path that is no socket is kept, and wrong paths are explained")
  func wrongPaths() throws {
    let file = try folder.write(Array("text".utf8), to: "file")
    for (path, words) in [
      (file, "a file of another kind"), (folder("none/control"), "No such file"), ("", "1 to 107 bytes"),
      (String(repeating: "x", count: 108), "1 to 107 bytes"),
    ] {
      do {
        _ = try ControlServer(path: path, methods: ControlMethods(of: "test", []))
        Issue.record("no error for \(path)")
      } catch {
        #expect(error.reason.contains(words), "\(error)")
      }
    }
    #expect(access(file, F_OK) == 0)
    #expect(throws: ControlSocketError(path: folder("none"), reason: "no program listens on it")) {
      try ControlClient(path: folder("none"))
    }
  }
}
