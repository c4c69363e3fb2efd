import Foundation
import Glibc
import TestSupport
import Testing
import Threads

/// Descriptors that are watched on the main queue.
@MainActor
struct MainQueueWatchTests {
  /// A connected pair of sockets.
  private final class Pair {
    let first: Int32
    let second: Int32
    private var isClosed = false

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      (first, second) = (ends[0], ends[1])
    }

    deinit {
      close(first)
      if !isClosed { close(second) }
    }

    func send() { _ = write(second, "x", 1) }

    func receive() {
      var byte: UInt8 = 0
      _ = read(first, &byte, 1)
    }

    func closeSecond() {
      isClosed = true
      close(second)
    }
  }

  /// Waits until two later events of the main queue have run.
  private func turn() async throws {
    for _ in 0..<2 {
      let pair = try Pair()
      pair.send()
      try await waitForReport("an event", of: Void.self) { report in
        var watch: MainQueueWatch?
        watch = MainQueueWatch(pair.first, .reading) { _ in
          watch?.cancel()
          watch = nil
          report(())
        }
      }
    }
  }

  @Test("Bytes are reported until they are read, and room for bytes only if it is asked for")
  func events() async throws {
    let pair = try Pair()
    var reports: [MainQueueWatch.Events] = []
    let watch = try #require(MainQueueWatch(pair.first, .reading) { reports.append($0) })
    try await turn()
    #expect(reports.isEmpty)
    pair.send()
    try await turn()
    #expect(reports.count > 1 && reports.allSatisfy { $0 == .reading })
    pair.receive()
    try await turn()
    reports = []
    try await turn()
    #expect(reports.isEmpty)
    watch.events.insert(.writing)
    try await turn()
    #expect(reports.contains(.writing) && !reports.contains { $0.contains(.reading) })
    watch.cancel()
  }

  @Test("A watch without events, a canceled and a released one report nothing, also a closed end")
  func silent() async throws {
    let pairs = try (0..<3).map { _ in try Pair() }
    var reports = 0
    let paused = MainQueueWatch(pairs[0].first, .reading) { _ in reports += 1 }
    paused?.events = []
    let canceled = MainQueueWatch(pairs[1].first, .reading) { _ in reports += 1 }
    canceled?.cancel()
    canceled?.cancel()
    var released = MainQueueWatch(pairs[2].first, .reading) { _ in reports += 1 }
    #expect(released != nil)
    released = nil
    for pair in pairs { pair.closeSecond() }
    try await turn()
    #expect(reports == 0)
    paused?.events = .reading
    try await turn()
    #expect(reports > 0)
    paused?.cancel()
  }

  @Test("A closure may cancel the watch of another descriptor that is ready, too")
  func cancelOther() async throws {
    let pairs = try (0..<2).map { _ in try Pair() }
    final class Watches { var all: [MainQueueWatch?] = [] }
    let watches = Watches()
    var reports = 0
    for (number, pair) in pairs.enumerated() {
      watches.all.append(
        MainQueueWatch(pair.first, .reading) { _ in
          reports += 1
          watches.all[1 - number]?.cancel()
          pair.receive()
        })
    }
    for pair in pairs { pair.send() }
    try await turn()
    #expect(reports == 1)
    for watch in watches.all { watch?.cancel() }
  }

  @Test("A descriptor that is closed and used again belongs to the new watch only")
  func usedAgain() async throws {
    let pair = try Pair()
    var former = 0
    let number = dup(pair.first)
    defer { close(number) }
    let watch = MainQueueWatch(number, .reading) { _ in former += 1 }
    watch?.cancel()
    // Another test may not get the number meanwhile.
    let other = try Pair()
    #expect(dup2(other.first, number) == number)
    var reports = 0
    let next = MainQueueWatch(number, .reading) { _ in
      reports += 1
      other.receive()
    }
    pair.send()
    other.send()
    try await turn()
    #expect(former == 0 && reports == 1)
    next?.cancel()
  }

  @Test("A regular file and a closed descriptor cannot be watched")
  func refused() throws {
    let folder = try TemporaryFolder()
    let file = open(try folder.write(Data(), to: "a"), O_RDONLY)
    defer { close(file) }
    #expect(MainQueueWatch(file, .reading) { _ in } == nil && errno == EPERM)
    #expect(MainQueueWatch(-1, .reading) { _ in } == nil && errno == EBADF)
  }
}
