import Foundation
import Glibc
import Kiosk
import TestSupport
import Testing
import Threads

@Suite("The service manager, the log and the state of a kiosk")
struct MachineTests {
  /// A socket that receives notifications, at a path or, with “@”, outside of the file system.
  private final class Receiver {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)

    init(_ path: String) {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) {
        $0.copyBytes(from: path.utf8)
        if path.hasPrefix("@") { $0[0] = 0 }
      }
      let length = socklen_t(2 + path.utf8.count)
      let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
      }
      #expect(result == 0)
    }

    deinit { close(descriptor) }

    /// The next message; `nil` if none has arrived.
    func next() -> String? {
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      return count < 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
    }
  }

  @Test(
    "The service manager receives ready, status, heartbeats and stopping", .proves("D099"),
    arguments: [true, false])
  func notifications(isAbstract: Bool) throws {
    let folder = try TemporaryFolder()
    let path = isAbstract ? "@kiosk-\(UUID().uuidString)" : folder("notify")
    let receiver = Receiver(path)
    let values = ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "4000000", "WATCHDOG_PID": "\(getpid())"]
    let notifier = try #require(ServiceNotifier { values[$0] })
    #expect(notifier.watchdogTime == 4)
    #expect(notifier.sendReady())
    notifier.sendStatus("shows a\nb")
    notifier.sendHeartbeat()
    notifier.sendStopping()
    #expect(
      (0..<4).map { _ in receiver.next() } == ["READY=1", "STATUS=shows a b", "WATCHDOG=1", "STOPPING=1"])
    #expect(receiver.next() == nil)
    for wrong in ["0", "-1", "nan", "1e6"] {
      let notifier = try #require(ServiceNotifier { $0 == "WATCHDOG_USEC" ? wrong : values[$0] })
      #expect(notifier.watchdogTime == nil)
    }
    let other = try #require(
      ServiceNotifier { $0 == "WATCHDOG_PID" ? "1" : values[$0] })
    #expect(other.watchdogTime == nil)
  }

  @Test("Without a service manager, or with an unusable address, nothing is sent")
  func noManager() {
    for path in [nil, "", "relative", "/" + String(repeating: "a", count: 200)] {
      #expect(ServiceNotifier { $0 == "NOTIFY_SOCKET" ? path : nil } == nil)
    }
  }

  /// Waits until the thread of a log has written all lines.
  private func drain(_ worker: WorkerThreads) throws {
    let done = DispatchSemaphore(value: 0)
    worker.run { done.signal() }
    try done.wait(for: "the log")
  }

  @Test("The log has a line for each item, and former files up to four")
  func rotation() throws {
    let folder = try TemporaryFolder()
    let worker = WorkerThreads(count: 1)
    let line = PlayLog.Record(path: "/a/1.jpg", output: "DP-1", from: 100, to: 110, reason: "schedule").line
    #expect(line == #"{"from":100,"to":110,"entry":"/a/1.jpg","output":"DP-1","why":"schedule"}"#)
    let log = PlayLog(path: folder("play.jsonl"), limit: 2 * (line.utf8.count + 1), worker: worker) {
      Issue.record("\($0)")
    }
    for number in 100..<113 {
      log.add(PlayLog.Record(path: "/a/1.jpg", output: "DP-1", from: number, to: 110, reason: "schedule"))
    }
    try drain(worker)
    func starts(_ suffix: String) throws -> [String] {
      try String(contentsOfFile: folder("play.jsonl") + suffix, encoding: .utf8).split(separator: "\n").map {
        String($0.dropFirst(8).prefix(3))
      }
    }
    #expect(try starts("") == ["112"])
    #expect(try starts(".1") == ["110", "111"])
    #expect(try starts(".4") == ["104", "105"])
    #expect(!FileManager.default.fileExists(atPath: folder("play.jsonl.5")))
  }

  @Test(
    "Half a line that an interrupted write has left is removed before the next line", arguments: [0, 1, 5000])
  func torn(length: Int) throws {
    let folder = try TemporaryFolder()
    let record = PlayLog.Record(path: "a", output: "DP-1", from: 1, to: 2, reason: "schedule")
    try folder.write(
      Data((record.line + "\n" + String(repeating: "x", count: length)).utf8), to: "play.jsonl")
    let worker = WorkerThreads(count: 1)
    let log = PlayLog(path: folder("play.jsonl"), worker: worker) { Issue.record("\($0)") }
    log.add(record)
    try drain(worker)
    #expect(
      try String(contentsOfFile: folder("play.jsonl"), encoding: .utf8) == record.line + "\n" + record.line
        + "\n")
  }

  @Test("A log that cannot be written is reported once, and goes on when it can be written again")
  func unwritable() throws {
    let folder = try TemporaryFolder()
    let (worker, reports) = (WorkerThreads(count: 1), Monitor<[String]>([]))
    let log = PlayLog(path: folder("new/play.jsonl"), worker: worker) { report in
      reports.withLock { $0.append(report) }
    }
    let record = PlayLog.Record(path: "a", output: "DP-1", from: 1, to: 2, reason: "schedule")
    for _ in 0..<3 { log.add(record) }
    try drain(worker)
    #expect(reports.withLock(\.count) == 1)
    try FileManager.default.createDirectory(atPath: folder("new"), withIntermediateDirectories: false)
    log.add(record)
    try drain(worker)
    #expect(try String(contentsOfFile: folder("new/play.jsonl"), encoding: .utf8) == record.line + "\n")
    #expect(reports.withLock(\.count) == 1)
  }

  @Test(
    "Lines that are dropped because the disk is too slow are reported once, also if others are written in between"
  )
  func slowDisk() throws {
    let folder = try TemporaryFolder()
    let (worker, reports) = (WorkerThreads(count: 1, maxWaitingCount: 2), Monitor<[String]>([]))
    let log = PlayLog(path: folder("play.jsonl"), worker: worker) { report in
      reports.withLock { $0.append(report) }
    }
    let record = PlayLog.Record(path: "a", output: "DP-1", from: 1, to: 2, reason: "schedule")
    for _ in 0..<2 {
      let (started, release, written) = (
        DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
      )
      worker.run {
        started.signal()
        release.wait()
      }
      try started.wait(for: "the thread")
      log.add(record)
      worker.run { written.signal() }
      for _ in 0..<3 { log.add(record) }
      release.signal()
      try written.wait(for: "the line")
    }
    #expect(
      reports.withLock { $0 } == [
        "the log \(folder("play.jsonl")) lacks lines: too many of them wait for the disk"
      ])
    #expect(
      try String(contentsOfFile: folder("play.jsonl"), encoding: .utf8).split(separator: "\n").count == 2)
  }

  @Test("The state is the same after it was written and read; a damaged file has no state", .proves("D099"))
  func state() {
    let state = ShownState(path: "/a/é \"1\".jpg", occurrence: 2, start: 1_806_192_000, duration: 12.5)
    #expect(ShownState(fileContent: state.fileContent) == state)
    let pair = ShownState(path: "/a/1.jpg", occurrence: 0, start: 1, duration: 10, partner: "/a/2.jpg")
    #expect(ShownState(fileContent: pair.fileContent) == pair)
    for count in 0..<state.fileContent.count - 2 {
      #expect(ShownState(fileContent: Array(state.fileContent.prefix(count))) == nil)
    }
    #expect(
      ShownState(fileContent: Array(#"{"path":"a","occurrence":-1,"start":1,"duration":1}"#.utf8)) == nil)
  }

  @Test("After a restart an item is shown for the rest of its time, but at least a second", .proves("D099"))
  func remaining() {
    let state = ShownState(path: "a", occurrence: 0, start: 1000, duration: 10)
    #expect(state.remaining(at: 1004) == 6)
    #expect(state.remaining(at: 1010) == 1)
    #expect(state.remaining(at: 2_000_000_000) == 1)
    // The clock was set back by a year.
    #expect(state.remaining(at: 1000 - 31_536_000) == 10)
  }
}
