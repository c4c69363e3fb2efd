import DecoderClient
import DecoderProtocol
import Foundation
import ImageFixtures
import Synchronization
import TestSupport
import Testing
import Threads

/// File calls that do not return, in virtual time.
struct FileCallsTests {
  private static let table = MountTable(
    """
    20 1 8:1 / / rw - ext4 /dev/sda1 rw
    21 20 0:40 / /net rw - nfs4 server:/photos rw
    22 20 0:41 / /phone rw shared:3 master:2 - fuse.jmtpfs jmtpfs rw

    """)

  private let clock = LimitClock(at: 100)

  private func calls(_ change: (inout FileCalls.Limits) -> Void = { _ in }) -> FileCalls {
    var limits = FileCalls.Limits()
    change(&limits)
    return FileCalls(limits, clock: clock, mounts: Self.table)
  }

  private func path(_ path: String) throws -> FileCalls.StallingPath {
    let bytes = Array(path.utf8)
    return FileCalls.StallingPath(path: bytes, mount: try #require(Self.table.mount(of: bytes)))
  }

  /// Calls that do not return until the test opens their gate.
  private struct StalledCalls {
    private let gate = DispatchSemaphore(value: 0)
    private let begun = DispatchSemaphore(value: 0)

    var body: @Sendable () -> Bool {
      { [gate, begun] in
        begun.signal()
        gate.wait()
        return true
      }
    }

    func waitForBegin(_ count: Int = 1) throws {
      for _ in 0..<count { try begun.wait(for: "the begin of a call") }
    }

    /// Whether no further call has begun.
    var areComplete: Bool { begun.wait(timeout: .now() + 0.05) == .timedOut }

    func release(_ count: Int) { for _ in 0..<count { gate.signal() } }
  }

  @Test("A call on a local disk is made on the calling thread")
  func local() {
    let thread = pthread_self()
    let isSame = calls().perform(on: Array("/data/a.jpg".utf8)) { pthread_equal(pthread_self(), thread) != 0 }
    #expect(isSame == true)
  }

  @Test("A call on a network is made on another thread, and its result is returned")
  func network() {
    let thread = UInt(bitPattern: Int(pthread_self()))
    let other = calls().perform(on: Array("/net/a.jpg".utf8)) { UInt(bitPattern: Int(pthread_self())) }
    #expect(other != nil && other != thread)
  }

  @Test("A call that does not return is slow after 0.5 s and abandoned after 10 s")
  func abandoned() throws {
    let gate = DispatchSemaphore(value: 0)
    let hasReturned = DispatchSemaphore(value: 0)
    let slow = DispatchSemaphore(value: 0)
    let ended = WatchedValue<Bool?>(nil)
    let hasBegun = DispatchSemaphore(value: 0)
    let call = calls().begin(on: try path("/net/a")) {
      hasBegun.signal()
      gate.wait()
      hasReturned.signal()
      return true
    }
    try hasBegun.wait(for: "the begin of the call")
    Thread {
      let result = call.wait { slow.signal() }
      ended.withLock { $0 = result == nil }
    }.start()
    clock.advance(by: 0.4)
    #expect(slow.wait(timeout: .now()) == .timedOut)
    clock.advance(by: 0.2)
    try slow.wait(for: "the report that the call is slow")
    clock.advance(by: 9)
    #expect(ended.withLock { $0 } == nil)
    clock.advance(by: 0.5)
    #expect(try ended.wait(for: "the end of the wait") { $0 })
    // The thread ends when the mount answers.
    gate.signal()
    try hasReturned.wait(for: "the return of the call")
  }

  @Test(
    "The threads of a mount are limited, one that is not waited for is replaced, and other mounts are not delayed"
  )
  func limits() throws {
    let calls = calls { ($0.callsPerMount, $0.stalledPerMount) = (2, 3) }
    let stalls = StalledCalls()
    let stalled = try (0..<2).map { calls.begin(on: try path("/net/\($0)"), stalls.body) }
    try stalls.waitForBegin(2)
    let waiting = calls.begin(on: try path("/net/2")) { 7 }
    #expect(calls.perform(on: Array("/phone/x".utf8)) { 5 } == 5)
    #expect(!waiting.isFinished)
    stalled[0].abandon()
    #expect(waiting.wait() == 7)
    stalled[1].abandon()
    let third = calls.begin(on: try path("/net/3"), stalls.body)
    try stalls.waitForBegin()
    third.abandon()
    // The calls are not stalled yet.
    #expect(calls.begin(on: try path("/net/4")) { 8 }.wait() == 8)
    clock.advance(by: 10)
    // Three paths are stalled: a further call fails at once, without a thread.
    #expect(calls.begin(on: try path("/net/5")) { 8 }.wait() == nil)
    stalls.release(3)
    try waitUntil("a call on the mount that answers again") {
      calls.perform(on: Array("/net/y".utf8)) { 9 } == 9
    }
  }

  @Test("Canceled calls on a slow mount refuse no other call, and are stalled after 10 s")
  func canceledCalls() throws {
    let calls = calls { ($0.callsPerMount, $0.stalledPerMount) = (2, 3) }
    let stalls = StalledCalls()
    // Five threads are the limit.
    for number in 0..<5 {
      let call = calls.begin(on: try path("/net/\(number)"), stalls.body)
      try stalls.waitForBegin()
      call.abandon()
    }
    let waiting = calls.begin(on: try path("/net/a")) { 7 }
    #expect(!waiting.isFinished)
    stalls.release(1)
    #expect(waiting.wait() == 7)
    // The other four calls have not returned after 10 s.
    clock.advance(by: 10)
    #expect(calls.begin(on: try path("/net/b")) { 8 }.wait() == nil)
    stalls.release(4)
    try waitUntil("a call on the mount that answers again") {
      calls.begin(on: try path("/net/c")) { 9 }.wait() == 9
    }
  }

  @Test("Several attempts at one file that does not answer occupy one thread, and refuse no other file")
  func oneFile() throws {
    let calls = calls()
    let stalls = StalledCalls()
    let net = try path("/net/a")
    let first = calls.begin(on: net, stalls.body)
    try stalls.waitForBegin()
    // A second call waits for the first one, and its wait ends after 10 s.
    let second = calls.begin(on: net, stalls.body)
    clock.advance(by: 10)
    #expect(first.wait() == nil)
    #expect(second.wait() == nil)
    for _ in 0..<20 { #expect(calls.begin(on: net, stalls.body).wait() == nil) }
    #expect(stalls.areComplete)
    #expect(calls.begin(on: try path("/net/b")) { 5 }.wait() == 5)
    stalls.release(1)
    try waitUntil("a call for the file that answers again") { calls.begin(on: net) { 9 }.wait() == 9 }
  }

  @Test("Calls for one path are made one after the other, in order")
  func order() throws {
    let calls = calls()
    let stalls = StalledCalls()
    let net = try path("/net/a")
    let results = Mutex<[Int]>([])
    let first = calls.begin(on: net, stalls.body)
    try stalls.waitForBegin()
    let others = (1...3).map { number in calls.begin(on: net) { results.withLock { $0.append(number) } } }
    others[1].abandon()
    stalls.release(1)
    #expect(first.wait() == true)
    #expect(others[2].wait() != nil)
    #expect(results.withLock { $0 } == [1, 3])
  }

  @Test("Calls that begin one after the other on a mount that does not answer take at most 12 threads")
  func threads() throws {
    let calls = calls()
    let stalls = StalledCalls()
    var begun: [FileCall<Bool>] = []
    for number in 0..<80 {
      begun.append(calls.begin(on: try path("/net/\(number)"), stalls.body))
      clock.advance(by: 0.5)
      if number == 3 { try stalls.waitForBegin(4) }
      // The caller of each call waits 10 s in vain. Another thread replaces the one of the call.
      if number >= 20 { #expect(begun[number - 20].wait() == nil) }
      if (20..<28).contains(number) { try stalls.waitForBegin() }
    }
    #expect(stalls.areComplete)
    stalls.release(12)
  }

  @Test(
    "Calls that end the use of files delay no other call, are not made by the caller, and refuse others if they stall"
  )
  func ends() throws {
    let calls = calls()
    let stalls = StalledCalls()
    for number in 0..<7 { calls.end(on: try path("/net/\(number)")) { _ = stalls.body() } }
    try stalls.waitForBegin(4)
    #expect(stalls.areComplete)
    clock.advance(by: 10)
    #expect(calls.begin(on: try path("/net/a")) { 5 }.wait() == 5)
    // With a file that does not answer, eight files are stalled.
    calls.end(on: try path("/net/7"), stalledSince: 100) { _ = stalls.body() }
    #expect(calls.begin(on: try path("/net/a")) { 5 }.wait() == nil)
    calls.end(on: try path("/net/8")) { _ = stalls.body() }
    stalls.release(9)
    try waitUntil("a call on the mount that answers again") {
      calls.begin(on: try path("/net/a")) { 9 }.wait() == 9
    }
  }

  @Test("A cancellation ends the wait")
  func canceled() throws {
    let gate = DispatchSemaphore(value: 0)
    let begun = DispatchSemaphore(value: 0)
    let cancellation = Cancellation()
    let (calls, net) = (calls(), try path("/net"))
    let result = WatchedValue<PhotoError?>(nil)
    Thread {
      do throws(PhotoError) {
        try calls.perform(on: net, cancellation) {
          begun.signal()
          gate.wait()
        }
      } catch {
        result.withLock { $0 = error }
      }
    }.start()
    try begun.wait(for: "the begin of the call")
    cancellation.cancel()
    #expect(try result.wait(for: "the end of the wait") { $0 }.reason == .canceled)
    gate.signal()
  }

  // MARK: Mounts

  @Test(
    "The mount of a path is found, with links and dots",
    arguments: [
      ("/data/a.jpg", "ext4"), ("/net", "nfs4"), ("/net/a/b.jpg", "nfs4"), ("/network/a.jpg", "ext4"),
      ("/net/../data", "nfs4"), ("/data/../net/a", "nfs4"), ("//net//a", "nfs4"),
      ("/phone/./x", "fuse.jmtpfs"),
      ("/", "ext4"), ("/./data/..", "ext4"),
    ])
  func mounts(path: String, type: String) {
    #expect(Self.table.mount(of: Array(path.utf8))?.type == type)
  }

  @Test("A link on a local disk to a network folder is followed")
  func link() throws {
    let folder = try TemporaryFolder()
    symlink("/net/photos", folder("link"))
    symlink("link", folder("other"))
    symlink("loop", folder("loop"))
    #expect(Self.table.mount(of: Array(folder("other/a.jpg").utf8))?.type == "nfs4")
    #expect(Self.table.mount(of: Array(folder("loop/a.jpg").utf8))?.type == "ext4")
  }

  @Test("Escaped names, covered mounts and damaged lines are understood")
  func lines() {
    let table = MountTable(
      """
      1 0 8:1 / / rw - ext4 /dev/sda1 rw
      2 1 8:2 / /my\\040disk rw - ext4 /dev/sdb1 rw
      3 1 0:50 / /my\\040disk rw - fuse.sshfs me@host:/ rw
      nonsense
      4 1 8:3 /

      """)
    #expect(table.mount(of: Array("/my disk/a".utf8))?.type == "fuse.sshfs")
    #expect(table.mount(of: Array("/my".utf8))?.type == "ext4")
    #expect(MountTable("").mount(of: Array("/a".utf8)) == nil)
    #expect(MountTable.system.mount(of: Array("/proc/self/stat".utf8))?.type == "proc")
  }

  @Test("A table that could not be read is read again")
  func retry() throws {
    let folder = try TemporaryFolder()
    let table = MountTable(file: folder("mountinfo"))
    #expect(table.mount(of: Array("/net/a".utf8)) == nil)
    try folder.write(Data("1 0 0:50 / / rw - nfs4 server:/ rw\n".utf8), to: "mountinfo")
    #expect(table.mount(of: Array("/net/a".utf8))?.type == "nfs4")
  }

  @Test("File systems of programs and networks may stall, also unknown ones; local ones do not")
  func mayStall() throws {
    for (type, isExpected) in [
      ("ext4", false), ("btrfs", false), ("overlay", false), ("vfat", false), ("tmpfs", false),
      ("nfs4", true),
      ("cifs", true), ("fuse.sshfs", true), ("fuseblk", true), ("9p", true), ("autofs", true), ("new", true),
    ] {
      let table = MountTable("1 0 8:1 / / rw - \(type) x rw\n")
      #expect(try #require(table.mount(of: [0x2F])).mayStall == isExpected, "\(type)")
    }
  }
}
