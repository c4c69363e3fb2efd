import Foundation
import PhotoLibrary
import Synchronization
import TestSupport
import Testing

/// Given paths that stall while they are looked up, as folders of a network do, and the delay of a change.
struct StalledPathTests {
  @Test(
    "Of 30 given folders three stall: the photos of the others are listed, and those of the three follow later"
  )
  func stalled() throws {
    let folder = try TemporaryFolder()
    let names = (10..<40).map { "\($0)" }
    for name in names { try folder.add("\(name)/a.jpg") }
    let stalled = Set(["10", "11", "25"].map { Array("\(folder.path)/\($0)".utf8) })
    let gate = DispatchSemaphore(value: 0)
    let live = LiveLibrary(folder, paths: names) {
      $0.beforePath = { if stalled.contains($0) { gate.wait() } }
    }
    let others = names.filter { !["10", "11", "25"].contains($0) }.map { "\($0)/a.jpg" }
    #expect(live.names(count: 27) == others)
    #expect(live.updates.last?.isComplete == false)
    for _ in 0..<3 { gate.signal() }
    #expect(live.complete() == names.map { "\($0)/a.jpg" })
  }

  @Test("Of 300 given files one stalls: the others are listed")
  func stalledFile() throws {
    let folder = try TemporaryFolder()
    let names = (100..<400).map { "\($0).jpg" }
    for name in names { try folder.add(name) }
    let gate = DispatchSemaphore(value: 0)
    let stalled = Array("\(folder.path)/200.jpg".utf8)
    let live = LiveLibrary(folder, paths: names) { $0.beforePath = { if $0 == stalled { gate.wait() } } }
    #expect(live.names(count: 299) == names.filter { $0 != "200.jpg" })
    gate.signal()
    #expect(live.complete() == names)
  }

  @Test("Two changes within a pause of 30 ms are delivered together, after one pause")
  func pause() throws {
    let folder = try TemporaryFolder()
    for name in ["1.jpg", "2.jpg", "3.jpg"] { try folder.add(name) }
    let pauses = Pauses()
    let live = LiveLibrary(folder, paths: ["1.jpg"]) {
      $0.isWatching = false
      $0.expectsMorePaths = true
      $0.wait = { pauses.wait($0) }
    }
    live.wait { live.photos.count == 1 && live.photos.allSatisfy { $0.revision != nil } }
    let before = live.updates.count
    pauses.block()
    // The first change begins the pause. The second change arrives during the pause.
    live.library.add([Array("\(folder.path)/2.jpg".utf8)])
    try pauses.begun.wait(for: "the begin of a pause")
    live.library.add([Array("\(folder.path)/3.jpg".utf8)])
    pauses.gate.signal()
    #expect(live.names(count: 3) == ["1.jpg", "2.jpg", "3.jpg"])
    #expect(live.updates.count == before + 1)
    #expect(pauses.all == [0.03])
    pauses.gate.signal()  // for the completion
    live.library.endPaths()
    #expect(live.complete() == ["1.jpg", "2.jpg", "3.jpg"])
  }

  @Test("If the first of three threads cannot be started, the others list the paths, the opened file first")
  func failedStart() throws {
    let folder = try TemporaryFolder()
    for name in ["a/1.jpg", "a/opened", "b/1.jpg", "c/1.jpg"] { try folder.add(name) }
    let starts = Mutex(0)
    let live = LiveLibrary(folder, paths: ["a", "b", "c"]) {
      $0.openedFile = Array("\(folder.path)/a/opened".utf8)
      $0.startScan = { body in
        let number = starts.withLock { count in
          count += 1
          return count
        }
        if number > 1 { Thread(block: body).start() }
        return number > 1
      }
    }
    #expect(live.complete() == ["a/1.jpg", "a/opened", "b/1.jpg", "c/1.jpg"])
    #expect(live.problems.isEmpty)
    #expect(starts.withLock { $0 } == 3)
  }

  @Test("If no thread can be started, each given path is reported, and the list is complete")
  func noThread() throws {
    let folder = try TemporaryFolder()
    for name in ["a/1.jpg", "b/1.jpg"] { try folder.add(name) }
    let live = LiveLibrary(folder, paths: ["a", "b"]) { $0.startScan = { _ in false } }
    #expect(live.complete() == [])
    #expect(
      live.problems
        == ["a", "b"].map {
          .system(path: "\(folder.path)/\($0)", operation: "listed", code: EAGAIN)
        })
  }

  /// The pauses of a library. They are recorded, and last until the test signals.
  private final class Pauses: Sendable {
    private struct State {
      var all: [Double] = []
      var isBlocked = false
    }
    private let state = Mutex(State())
    /// Signaled at the begin of a pause.
    let begun = DispatchSemaphore(value: 0)
    /// Ends a pause.
    let gate = DispatchSemaphore(value: 0)

    /// Records and blocks the later pauses. The earlier pauses have no length.
    func block() { state.withLock { $0.isBlocked = true } }

    func wait(_ seconds: Double) {
      let isBlocked = state.withLock { state in
        if state.isBlocked { state.all.append(seconds) }
        return state.isBlocked
      }
      guard isBlocked else { return }
      begun.signal()
      gate.wait()
    }

    var all: [Double] { state.withLock { $0.all } }
  }
}
