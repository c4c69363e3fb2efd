import Foundation
import Geometry
import Glibc
import HeadlessCompositor
import TestSupport
import Testing
import Wayland
import Windowing

/// Tests of transfers and completions on a scheduler that is not Dispatch's main queue. The main queue does not run in
/// these tests.
@MainActor struct SchedulerTransferTests {
  /// A window whose connection is served only by a manual scheduler.
  @MainActor private final class Rig {
    let server: Compositor
    let scheduler = ManualScheduler()
    let system: WindowSystem
    let window: Window
    let painter = Painter()

    init() throws {
      server = try Compositor(.init(width: 400, height: 300))
      let scheduler = scheduler
      system = try WindowSystem(
        descriptor: server.connect(), clock: { scheduler.now }, scheduler: scheduler)
      window = Window(in: system, size: Size(width: 50, height: 40), title: "", appID: "")
      window.delegate = painter
      server.dispatchClients = { [weak system] in system?.dispatch() }
      for _ in 0..<5 { server.settle() }
      server.seat.keyboard.tap(.tab)
      server.settle()
    }

    /// Dispatches both sides until `isDone` returns true, at most 10,000 times.
    func run(until isDone: () -> Bool) {
      for _ in 0..<10_000 where !isDone() {
        server.settle()
        scheduler.poll()
      }
    }
  }

  @Test("Three megabytes are transferred in both directions on a manual scheduler")
  func transfers() throws {
    let rig = try Rig()
    let clipboard = try #require(rig.system.clipboard)
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    rig.server.seat.clipboard.set([("image/png", bytes)])
    rig.server.settle()
    var received: Result<[UInt8], ContentError>?
    clipboard.content?.read("image/png") { received = $0 }
    #expect(rig.scheduler.descriptors.count == 1 && received == nil)
    rig.run { received != nil }
    #expect(received == .success(bytes))
    var content = ContentProvider()
    content.add("image/png") { bytes }
    #expect(clipboard.set(content))
    rig.server.settle()
    let read = rig.server.seat.clipboard.read("image/png")
    rig.run { read.isEnded }
    #expect(read.isComplete && read.bytes == bytes)
    #expect(rig.scheduler.descriptors.isEmpty && rig.scheduler.nextDeadline == nil)
  }

  @Test("If the other program sends nothing, a read ends after its time limit")
  func timeLimit() throws {
    let rig = try Rig()
    rig.server.seat.clipboard.setStalled(["text/plain"])
    rig.server.settle()
    var text: Result<String, ContentError>?
    try #require(rig.system.clipboard?.content).readText(seconds: 30) { text = $0 }
    rig.server.settle()
    rig.scheduler.advance(by: 29)
    #expect(text == nil)
    rig.scheduler.advance(by: 2)
    #expect(text == .failure(.timedOut(seconds: 30)))
    #expect(rig.scheduler.descriptors.isEmpty)
  }

  @Test("A write ends when the reader closes its end of the pipe")
  func closedByReader() throws {
    let rig = try Rig()
    var content = ContentProvider()
    content.add("image/png") { Array(repeating: 1, count: 3_000_000) }
    #expect(try #require(rig.system.clipboard).set(content))
    rig.server.settle()
    let read = rig.server.seat.clipboard.read("image/png")
    rig.run { !read.bytes.isEmpty }
    #expect(rig.scheduler.descriptors.count == 1)
    read.cancel()
    rig.run { rig.scheduler.descriptors.isEmpty }
    #expect(rig.scheduler.descriptors.isEmpty && rig.scheduler.nextDeadline == nil)
  }

  @Test("If another thread adds closures to a completion queue, they run in order on the queue's scheduler")
  func completions() throws {
    final class Log { var lines: [Int] = [] }
    let scheduler = ManualScheduler()
    let queue = CompletionQueue(on: scheduler)
    nonisolated(unsafe) let log = Log()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      for number in 1...100 { queue.add { log.lines.append(number) } }
      done.signal()
    }
    try done.wait(for: "the end of the thread")
    #expect(log.lines.isEmpty && scheduler.descriptors.count == 1)
    scheduler.poll()
    #expect(log.lines == Array(1...100))
    queue.add { log.lines = [] }
    queue.finish()
    scheduler.poll()
    #expect(log.lines.isEmpty && scheduler.descriptors.isEmpty)
  }
}
