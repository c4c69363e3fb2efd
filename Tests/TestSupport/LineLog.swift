internal import Foundation
internal import Glibc

/// The lines from a pipe or fifo, read on a separate thread, so that the writer never blocks.
public final class LineLog: @unchecked Sendable {
  /// The default timeout of all waits. It is long, because it is reached only in a failing test, and a start of the program may
  /// take a minute beside twenty busy processes.
  public static let timeout = 180.0  // s

  private let condition = NSCondition()
  private var received: [String] = []
  private var unfinished: [UInt8] = []
  private var ended = false
  private var lastArrival = Date()

  /// Starts reading. The log owns `descriptor`, and closes it at the end of the stream.
  public init(reading descriptor: Int32) {
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

  /// The complete lines so far. After the end of the stream an incomplete last line is included.
  public var lines: [String] { condition.withLock { received } }
  public var text: String { lines.joined(separator: "\n") }

  /// Waits for a line for which `pick` returns a value.
  ///
  /// - Parameters:
  ///   - start: The index of the first line to check.
  ///   - seconds: The timeout.
  ///   - what: Describes the line for the error message.
  ///   - pick: Called once with each line in order, until it returns a value.
  public func first<Value>(
    from start: Int = 0, within seconds: Double = timeout, _ what: String,
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

  /// Waits for a line that `isWanted` accepts.
  @discardableResult
  public func first(
    from start: Int = 0, within seconds: Double = timeout, _ what: String,
    where isWanted: (String) -> Bool
  ) throws -> String {
    try first(from: start, within: seconds, what) { isWanted($0) ? $0 : nil }
  }

  /// Waits until the writer has closed the stream.
  public func waitForEnd(within seconds: Double = timeout) throws {
    let deadline = Date(timeIntervalSinceNow: seconds)
    try condition.withLock {
      while !ended {
        guard condition.wait(until: deadline) else { throw RigError("the stream did not end", received) }
      }
    }
  }

  /// Waits until no line arrives for `seconds`. Throws if this does not happen within `limit` seconds.
  public func waitForQuiet(of seconds: Double, within limit: Double) throws {
    let deadline = Date(timeIntervalSinceNow: limit)
    try condition.withLock {
      // Quiet time before this call does not count, because the program may have been in another state then.
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

/// A fifo in a folder, and the lines that a program writes to it.
public final class FifoLog {
  public let path: String
  public let log: LineLog
  /// A write end that the test keeps open, so that the stream does not end before the program opens the fifo;
  /// −1 when closed.
  private var keeper: Int32

  /// Creates the fifo and starts to read.
  public init(named name: String, in folder: TemporaryFolder) throws {
    path = try folder.makeFifo(name)
    let readEnd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    keeper = open(path, O_WRONLY | O_CLOEXEC)
    guard readEnd >= 0, keeper >= 0 else { throw RigError("cannot open \(path)") }
    _ = fcntl(readEnd, F_SETFL, 0)
    log = LineLog(reading: readEnd)
  }

  /// Closes the write end that the test keeps open. The stream ends when the program closes its write end.
  public func close() {
    if keeper >= 0 { Glibc.close(keeper) }
    keeper = -1
  }
}

/// A failure of the test rig, with output that explains it.
public struct RigError: Error, CustomStringConvertible {
  public let description: String

  public init(_ message: String, _ evidence: some Collection<String> = []) {
    description = ([message] + evidence.map { "  | " + $0 }).joined(separator: "\n")
  }
}
