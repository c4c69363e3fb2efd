import Foundation
import Glibc

/// What comes out of a pipe or a fifo, line by line, read by a thread of its own so that the writer never stalls.
final class LineLog: @unchecked Sendable {
  /// How long a test waits for something that is bound to come. Generous: only a failing test ever waits that long.
  static let patience = 60.0  // s

  private let condition = NSCondition()
  private var received: [String] = []
  private var unfinished: [UInt8] = []
  private var ended = false
  private var lastArrival = Date()

  /// Starts to read. Owns `descriptor` and closes it at the end of the stream.
  init(reading descriptor: Int32) {
    let thread = Thread { [self] in
      var chunk = [UInt8](repeating: 0, count: 65536)
      while true {
        let count = read(descriptor, &chunk, chunk.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { break }
        take(chunk[..<count])
      }
      close(descriptor)
      finish()
    }
    thread.start()
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    condition.withLock {
      unfinished += bytes
      while let end = unfinished.firstIndex(of: UInt8(ascii: "\n")) {
        received.append(String(decoding: unfinished[..<end], as: UTF8.self))
        unfinished.removeSubrange(...end)
      }
      lastArrival = Date()
      condition.broadcast()
    }
  }

  private func finish() {
    condition.withLock {
      if !unfinished.isEmpty { received.append(String(decoding: unfinished, as: UTF8.self)) }
      unfinished = []
      ended = true
      condition.broadcast()
    }
  }

  var lines: [String] { condition.withLock { received } }
  var text: String { lines.joined(separator: "\n") }

  /// Waits for a line, at or after `start`, of which `pick` makes something.
  func first<Value>(
    from start: Int = 0, within seconds: Double = patience, _ what: String,
    where pick: (String) -> Value?
  ) throws -> Value {
    let deadline = Date(timeIntervalSinceNow: seconds)
    return try condition.withLock {
      var next = start
      while true {
        while next < received.count {
          if let value = pick(received[next]) { return value }
          next += 1
        }
        guard !ended, condition.wait(until: deadline) else {
          throw RigError("\(ended ? "the stream ended" : "\(seconds) s passed") without \(what)", received)
        }
      }
    }
  }

  /// Waits for a line that is as wanted.
  @discardableResult
  func first(
    from start: Int = 0, within seconds: Double = patience, _ what: String,
    where isWanted: (String) -> Bool
  ) throws -> String {
    try first(from: start, within: seconds, what) { isWanted($0) ? $0 : nil }
  }

  /// Waits until the writer has closed the stream.
  func waitForEnd(within seconds: Double = patience) throws {
    let deadline = Date(timeIntervalSinceNow: seconds)
    try condition.withLock {
      while !ended {
        guard condition.wait(until: deadline) else { throw RigError("the stream did not end", received) }
      }
    }
  }

  /// Waits until nothing has come for `seconds`. Throws when that does not happen within `limit` seconds.
  func waitForQuiet(of seconds: Double, within limit: Double) throws {
    let deadline = Date(timeIntervalSinceNow: limit)
    try condition.withLock {
      // Silence counts from this call on: what was quiet earlier may have been another state.
      var quietSince = Date()
      while true {
        quietSince = max(quietSince, lastArrival)
        let quietUntil = quietSince.addingTimeInterval(seconds)
        if Date() >= quietUntil { return }
        if quietUntil > deadline {
          throw RigError("no \(seconds) s of quiet within \(limit) s", received.suffix(40))
        }
        _ = condition.wait(until: quietUntil)
      }
    }
  }
}

/// What the test rig itself could not do, with the evidence.
struct RigError: Error, CustomStringConvertible {
  let description: String

  init(_ message: String, _ evidence: some Collection<String> = []) {
    description = ([message] + evidence.map { "  | " + $0 }).joined(separator: "\n")
  }
}
