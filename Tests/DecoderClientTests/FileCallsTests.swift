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

  private func mount(_ path: String) throws -> Mount { try #require(Self.table.mount(of: Array(path.utf8))) }

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
    let call = calls().begin(on: try mount("/net/a")) {
      gate.wait()
      hasReturned.signal()
      return true
    }
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

  @Test("The threads of a mount are limited, an abandoned one is replaced, and another mount is not delayed")
  func limits() throws {
    let calls = calls { ($0.callsPerMount, $0.abandonedPerMount) = (2, 3) }
    let gate = DispatchSemaphore(value: 0)
    let begun = DispatchSemaphore(value: 0)
    let stall: @Sendable () -> Bool = {
      begun.signal()
      gate.wait()
      return true
    }
    let net = try mount("/net")
    let stalled = (0..<2).map { _ in calls.begin(on: net, stall) }
    for _ in stalled { try begun.wait(for: "the begin of a call") }
    let waiting = calls.begin(on: net) { 7 }
    #expect(calls.perform(on: Array("/phone/x".utf8)) { 5 } == 5)
    #expect(!waiting.isFinished)
    stalled[0].abandon()
    #expect(waiting.wait() == 7)
    stalled[1].abandon()
    let third = calls.begin(on: net, stall)
    try begun.wait(for: "the begin of the third call")
    third.abandon()
    // Three calls have not returned: a further one fails at once, without a thread.
    #expect(calls.begin(on: net) { 8 }.wait() == nil)
    for _ in 0..<3 { gate.signal() }
    try waitUntil("a call on the mount that answers again") {
      calls.perform(on: Array("/net/y".utf8)) { 9 } == 9
    }
  }

  @Test("Canceled calls on a slow mount refuse no other call, and count as abandoned after 10 s")
  func canceledCalls() throws {
    let calls = calls { ($0.callsPerMount, $0.abandonedPerMount) = (2, 3) }
    let gate = DispatchSemaphore(value: 0)
    let net = try mount("/net")
    // Five threads are the limit.
    let begun = DispatchSemaphore(value: 0)
    for _ in 0..<5 {
      let call = calls.begin(on: net) {
        begun.signal()
        gate.wait()
      }
      try begun.wait(for: "the begin of a call")
      call.cancel()
    }
    let waiting = calls.begin(on: net) { 7 }
    #expect(!waiting.isFinished)
    gate.signal()
    #expect(waiting.wait() == 7)
    // The other four calls have not returned after 10 s.
    clock.advance(by: 10)
    #expect(calls.begin(on: net) { 8 }.wait() == nil)
    for _ in 0..<4 { gate.signal() }
    try waitUntil("a call on the mount that answers again") { calls.begin(on: net) { 9 }.wait() == 9 }
  }

  @Test("A cancellation ends the wait")
  func canceled() throws {
    let gate = DispatchSemaphore(value: 0)
    let begun = DispatchSemaphore(value: 0)
    let cancellation = Cancellation()
    let (calls, net) = (calls(), try mount("/net"))
    let result = WatchedValue<Bool?>(nil)
    Thread {
      let value = calls.perform(on: net, cancellation) {
        begun.signal()
        gate.wait()
        return 1
      }
      result.withLock { $0 = value == nil }
    }.start()
    try begun.wait(for: "the begin of the call")
    cancellation.cancel()
    #expect(try result.wait(for: "the end of the wait") { $0 })
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
