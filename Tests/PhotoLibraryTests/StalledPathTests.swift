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

  @Test("A change of a folder is delivered after one pause of 30 ms")
  func pause() throws {
    let folder = try TemporaryFolder()
    try folder.add("1.jpg")
    // The pauses are recorded, not waited for.
    let pauses = Pauses()
    let live = LiveLibrary(folder) { $0.wait = { pauses.add($0) } }
    #expect(live.complete() == ["1.jpg"])
    live.wait { live.photos.allSatisfy { $0.revision != nil } }
    let before = pauses.all.count
    try folder.rename("1.jpg", to: "2.jpg")
    #expect(live.names { $0 == ["2.jpg"] } == ["2.jpg"])
    #expect(Array(pauses.all.dropFirst(before)) == [0.03])
  }

  private final class Pauses: Sendable {
    private let list = Mutex<[Double]>([])
    func add(_ seconds: Double) { list.withLock { $0.append(seconds) } }
    var all: [Double] { list.withLock { $0 } }
  }
}
