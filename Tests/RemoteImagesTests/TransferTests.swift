import Drawing
import Foundation
import LoopbackServer
import RemoteImages
import Synchronization
import TestSupport
import Testing

/// Downloads from servers that behave well and badly.
struct TransferTests {
  @Test("A picture of a server is shown even if the server states a wrong type", .proves("C12"))
  func picture() throws {
    for type in ["image/x-portable-pixmap", "text/plain", "image/png", ";;\u{FF}=", ""] {
      let stage = try RemoteStage { $1.respond("200 OK", ["Content-Type: \(type)"], pixmap(31)) }
      #expect(stage.load(stage.fetcher()) == .picture(width: 31), "\(type)")
    }
  }

  @Test("A picture arrives in parts, as fast as the server sends them")
  func slow() throws {
    let gates = (0..<4).map { _ in Gate() }
    let bytes = pixmap(20)
    let stage = try RemoteStage { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n")
      for (index, gate) in gates.enumerated() {
        gate.wait()
        connection.send(bytes[(index * bytes.count / 4)..<((index + 1) * bytes.count / 4)])
      }
    }
    let pending = stage.begin(stage.fetcher())
    stage.waitForRequests(1)
    for gate in gates { gate.open() }
    #expect(pending.outcome == .picture(width: 20))
  }

  @Test("A server that never ends is stopped at the limit of bytes")
  func endless() throws {
    let isStopped = Gate()
    let stage = try RemoteStage { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n")
      while connection.send([UInt8](repeating: 7, count: 65536)) {}
      isStopped.open()
    }
    let outcome = stage.load(stage.fetcher { $0.limits.bytes = 1 << 20 })
    #expect(outcome == .failure(.tooManyBytes(limit: 1 << 20)))
    isStopped.wait()
  }

  @Test("A length beyond the limit is refused before the body")
  func statedLength() throws {
    let isStopped = Gate()
    let stage = try RemoteStage { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n")
      connection.waitForEnd()
      isStopped.open()
    }
    #expect(stage.load(stage.fetcher()) == .failure(.tooManyBytes(limit: 64 << 20)))
    isStopped.wait()
  }

  @Test("A connection that is lost is tried once more", arguments: [0, 30])
  func retry(sentByteCount: Int) throws {
    let count = Mutex(0)
    let bytes = pixmap(20)
    let stage = try RemoteStage { _, connection in
      if count.withLock({
        $0 += 1
        return $0
      }) > 1 {
        return connection.respond("200 OK", [], bytes)
      }
      if sentByteCount > 0 {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n")
        connection.send(bytes.prefix(sentByteCount))
      }
    }
    #expect(stage.load(stage.fetcher()) == .picture(width: 20))
    #expect(stage.received.count == 2)
  }

  @Test("Without retries, a lost connection is an error at once")
  func noRetry() throws {
    let stage = try RemoteStage { _, _ in }
    guard case .failure(.connectionLost) = stage.load(stage.fetcher { $0.limits.retries = 0 }) else {
      Issue.record("the server sent nothing")
      return
    }
    #expect(stage.received.count == 1)
  }

  @Test(
    "A picture with fewer bytes than its length is an error after two attempts, and is not cached",
    arguments: [false, true])
  func truncated(isReset: Bool) throws {
    let stage = try RemoteStage { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 5000\r\n\r\n")
      connection.send(pixmap(20))
      if isReset { connection.reset() }
    }
    let outcome = stage.load(stage.fetcher())
    guard case .failure(.connectionLost) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(stage.received.count == 2)
    #expect(stage.cached.isEmpty)
  }

  @Test("Bytes beyond the stated length are ignored")
  func longer() throws {
    let bytes = pixmap(20)
    let stage = try RemoteStage { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n")
      connection.send(bytes + [UInt8](repeating: 9, count: 999))
    }
    #expect(stage.load(stage.fetcher()) == .picture(width: 20))
  }

  @Test("A compressed picture is shown, and its limit counts the decompressed bytes")
  func gzip() throws {
    let small = try gzipped(pixmap(20))
    let large = try gzipped([UInt8](repeating: 0, count: 30 << 20))
    #expect(large.count < 100_000)
    let stage = try RemoteStage { request, connection in
      #expect(request.fields["accept-encoding"]?.contains("gzip") == true)
      connection.respond("200 OK", ["Content-Encoding: gzip"], request.path == "/small" ? small : large)
    }
    #expect(stage.load(stage.fetcher(), "/small") == .picture(width: 20))
    let fetcher = stage.fetcher { $0.limits.bytes = 1 << 20 }
    #expect(stage.load(fetcher, "/large") == .failure(.tooManyBytes(limit: 1 << 20)))
  }

  /// Compresses bytes with the program gzip.
  private func gzipped(_ bytes: [UInt8]) throws -> [UInt8] {
    let path = FileManager.default.temporaryDirectory.appending(path: "plain-\(UUID().uuidString)")
    try Data(bytes).write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    return try run(["gzip", "-c", path.path])
  }

  @Test(
    "An error of the server is not tried again",
    arguments: [400, 401, 403, 404, 410, 429, 500, 503, 206, 304])
  func status(status: Int) throws {
    let stage = try RemoteStage { _, connection in connection.respond("\(status) No", [], Array("sorry".utf8))
    }
    #expect(stage.load(stage.fetcher()) == .failure(.status(status)))
    #expect(stage.received.count == 1)
  }

  @Test("The endless page of an error is not downloaded")
  func endlessError() throws {
    let stage = try RemoteStage { _, connection in
      connection.send("HTTP/1.1 404 Not Found\r\n\r\n")
      while connection.send([UInt8](repeating: 32, count: 65536)) {}
    }
    #expect(stage.load(stage.fetcher()) == .failure(.status(404)))
  }

  @Test("A page instead of a picture is an error that names the type")
  func page() throws {
    let stage = try RemoteStage { _, connection in
      connection.respond(
        "200 OK", ["Content-Type: text/html; charset=utf-8"], Array("<html>hello</html>".utf8))
    }
    guard case .failure(let error) = try stage.begin(stage.fetcher()).wait() else {
      Issue.record("a page is no picture")
      return
    }
    #expect(error.description.contains("is not in a known image format"))
    #expect(error.description.contains("“text/html”"))
  }

  @Test("A header beyond the limit ends the download", arguments: [false, true])
  func header(isOneLine: Bool) throws {
    let stage = try RemoteStage { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nX-A: ")
      while connection.send([UInt8](repeating: 97, count: 4000) + (isOneLine ? [] : Array("\r\nX-A: ".utf8)))
      {}
    }
    switch stage.load(stage.fetcher()) {
    // libcurl has its own limit for a line.
    case .failure(.headerTooLong(65536)) where !isOneLine: break
    case .failure(.headerTooLong), .failure(.invalidResponse), .failure(.lackOfResources): #expect(isOneLine)
    case let other: Issue.record("\(other)")
    }
  }

  /// Responses that violate the protocol, or use rare parts of it.
  static let oddities = [
    "", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n", "hello world\n",
    "\0\u{FF}\u{FE}\r\n\r\n",
    "HTTP/1.1 099 OK\r\n\r\n", "HTTP/1.1 103 Early Hints\r\n\r\n",
    "HTTP/1.1 101 Switching Protocols\r\n\r\nx",
    "HTTP/1.1 200 OK\r\n: x\r\n:\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: a\r\n\r\n",
    "HTTP/1.1 302 Found\r\nLocation: /x\r\n", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Encoding: gzip, br, zstd, x\r\n\r\nhello",
    "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\", , \",\",=\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 407 No\r\nProxy-Authenticate: Digest \r\nContent-Length: 0\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n",
    "HTTP/1.1 204 No Content\r\n\r\n",
    "HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Max-Age=99999999999999999999\r\n\r\n",
  ]

  @Test("A response that is no picture is an error, however odd", arguments: oddities)
  func odd(response: String) throws {
    let stage = try RemoteStage { _, connection in connection.send(response) }
    guard case .failure = stage.load(stage.fetcher()) else {
      Issue.record("no picture was sent")
      return
    }
  }

  @Test(
    "A picture is shown with a header that is rare but harmless",
    arguments: [
      "HTTP/1.1 200\r\n", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n",
      "HTTP/1.0 200 OK\n",
      "HTTP/1.1 200 OK\r\nX-Folded: a\r\n b\r\n", "HTTP/1.1 200 OK\r\nX-Latin: \u{E4}\r\n",
    ])
  func rare(head: String) throws {
    let stage = try RemoteStage { _, connection in
      let bytes = pixmap(12)
      connection.send(head.unicodeScalars.map { UInt8($0.value) })
      connection.send("Content-Length: \(bytes.count)\r\n\r\n")
      connection.send(bytes)
    }
    #expect(stage.load(stage.fetcher()) == .picture(width: 12))
  }

  @Test("A picture in chunks with a trailer is shown")
  func chunks() throws {
    let stage = try RemoteStage { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      let bytes = pixmap(12)
      for part in [bytes[..<50], bytes[50...]] {
        connection.send(String(part.count, radix: 16) + "\r\n")
        connection.send(part + [13, 10])
      }
      connection.send("0\r\nX-Trailer: 200 a b\r\n\r\n")
    }
    #expect(stage.load(stage.fetcher()) == .picture(width: 12))
  }

  @Test("A server that is gone is an error")
  func gone() throws {
    let stage = try RemoteStage { _, _ in }
    stage.server.close()
    let outcome = stage.load(stage.fetcher())
    guard case .failure(.cannotConnect) = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test("A host without a name entry is an error")
  func unknownHost() throws {
    let stage = try RemoteStage { _, _ in }
    #expect(Pending(stage.fetcher(), "http://nothing.invalid/x").outcome == .failure(.hostNotFound))
  }
}
