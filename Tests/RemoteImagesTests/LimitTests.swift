import Drawing
import Foundation
import LoopbackServer
import RemoteImages
import Synchronization
import TestSupport
import Testing

/// Limits of time, cancellation, joined requests, connections, and what is left behind.
struct LimitTests {
  /// A stage whose server sends `start` and then nothing.
  private func silent(_ start: String) throws -> RemoteStage {
    try RemoteStage { _, connection in
      connection.send(start)
      connection.waitForEnd()
    }
  }

  @Test(
    "A download ends when the server has sent nothing for the time without data",
    arguments: ["", "HTTP/1.1 200 OK\r\n"])
  func noData(start: String) throws {
    let stage = try silent(start)
    let fetcher = stage.fetcher { $0.limits.seconds = 1e9 }
    let pending = stage.begin(fetcher)
    stage.waitForRequests(1)
    // The line of the server may arrive after the first step.
    while !pending.isFinished {
      stage.clock.advance(by: 16)
      fetcher.clockDidChange()
    }
    #expect(pending.outcome == .failure(.noData(seconds: 15)))
    #expect(stage.received.count == 1)
  }

  @Test("A download that takes too long ends, with its redirects together")
  func total() throws {
    let stage = try RemoteStage { request, connection in
      if request.path == "/" { return connection.respond("302 Found", ["Location: /next"]) }
      connection.waitForEnd()
    }
    let fetcher = stage.fetcher { $0.limits.secondsWithoutData = 1e9 }
    let pending = stage.begin(fetcher)
    stage.waitForRequests(2)
    stage.clock.advance(by: 61)
    fetcher.clockDidChange()
    #expect(pending.outcome == .failure(.tookTooLong(seconds: 60)))
  }

  @Test("A canceled request ends the transfer")
  func cancel() throws {
    let isEnded = Gate()
    let stage = try RemoteStage { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nP6")
      connection.waitForEnd()
      isEnded.open()
    }
    let fetcher = stage.fetcher()
    let pending = stage.begin(fetcher)
    stage.waitForRequests(1)
    pending.cancel()
    #expect(pending.outcome == .failure(.canceled))
    isEnded.wait()
    #expect(stage.received.count == 1)
  }

  @Test("A canceled task ends the transfer")
  func cancelTask() async throws {
    let stage = try silent("HTTP/1.1 200 OK\r\n")
    let (fetcher, address) = (stage.fetcher(), stage.server.address("/"))
    let task = Task { () -> Outcome in
      do throws(RemoteImageError) {
        return .picture(width: try await fetcher.load(address).width)
      } catch {
        return .failure(error.reason)
      }
    }
    task.cancel()
    #expect(await task.value == .failure(.canceled))
  }

  @Test("Two requests for an address share a download, and one of them may be canceled")
  func joined() throws {
    let gate = Gate()
    let stage = try RemoteStage { _, connection in
      gate.wait()
      connection.respond("200 OK", ["Cache-Control: no-store"], pixmap(14))
    }
    let fetcher = stage.fetcher()
    let requests = (0..<3).map { _ in stage.begin(fetcher) }
    stage.waitForRequests(1)
    requests[0].cancel()
    #expect(requests[0].outcome == .failure(.canceled))
    gate.open()
    #expect(requests[1].outcome == .picture(width: 14))
    #expect(requests[2].outcome == .picture(width: 14))
    #expect(stage.received.count == 1)
    #expect(stage.load(fetcher) == .picture(width: 14))
    #expect(stage.received.count == 2)
  }

  @Test("A host gets no more downloads at the same time than the limit; other hosts are served meanwhile")
  func connections() throws {
    let gate = Gate()
    let counts = Mutex((now: 0, most: 0))
    let counted = DispatchSemaphore(value: 0)
    let stage = try RemoteStage { request, connection in
      if request.path == "/other" { return connection.respond("200 OK", [], pixmap(1)) }
      counts.withLock { counts in
        counts.now += 1
        counts.most = max(counts.most, counts.now)
      }
      counted.signal()
      gate.wait()
      counts.withLock { $0.now -= 1 }
      connection.respond("200 OK", [], pixmap(2))
    }
    let fetcher = stage.fetcher { $0.limits.connectionsPerHost = 2 }
    let requests = (0..<6).map { stage.begin(fetcher, "/\($0)") }
    let other = Pending(fetcher, "http://localhost:\(stage.server.port)/other")
    #expect(other.outcome == .picture(width: 1))
    for _ in 0..<2 { try counted.wait(for: "two downloads at a time") }
    gate.open()
    for request in requests { #expect(request.outcome == .picture(width: 2)) }
    #expect(counts.withLock { $0.most } == 2)
  }

  @Test("All hosts together get no more downloads at the same time than the limit")
  func allConnections() throws {
    let gate = Gate()
    let counts = Mutex((now: 0, most: 0))
    let counted = DispatchSemaphore(value: 0)
    let stages = try (0..<4).map { _ in
      try RemoteStage { _, connection in
        counts.withLock { counts in
          counts.now += 1
          counts.most = max(counts.most, counts.now)
        }
        counted.signal()
        gate.wait()
        counts.withLock { $0.now -= 1 }
        connection.respond("200 OK", [], pixmap(2))
      }
    }
    let fetcher = stages[0].fetcher { $0.limits.connections = 3 }
    let requests = stages.flatMap { stage in (0..<2).map { stage.begin(fetcher, "/\($0)") } }
    for _ in 0..<3 { try counted.wait(for: "three downloads at a time") }
    gate.open()
    for request in requests { #expect(request.outcome == .picture(width: 2)) }
    #expect(counts.withLock { $0.most } == 3)
  }

  @Test(
    "While a picture arrives, no file has a name; a fetcher that is released leaves nothing but the cache")
  func nothingLeft() throws {
    let gate = Gate()
    let bytes = pixmap(100, 100)
    let stage = try RemoteStage { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=9\r\nContent-Length: \(bytes.count)\r\n\r\n")
      connection.send(bytes.prefix(20_000))
      gate.wait()
      connection.send(bytes.dropFirst(20_000))
    }
    do {
      let pending = stage.begin(stage.fetcher())
      stage.waitForRequests(1)
      #expect(stage.cached.isEmpty)
      gate.open()
      #expect(pending.outcome == .picture(width: 100))
    }
    #expect(stage.cached.count == 1)
  }
}
