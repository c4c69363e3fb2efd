import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import TestSupport
import Testing
import Threads

/// Files on a mount that does not answer, and decodes that take long. The limits pass in virtual time.
struct StalledFileTests {
  private let clock = LimitClock(at: 100)
  private let jpeg = JPEGFixture.quadrants(64, 64).bytes()

  private func pool(_ change: (inout DecoderPool.Options) throws -> Void = { _ in }) throws -> DecoderPool {
    var options = DecoderPool.Options.reusing
    options.helperCount = 1
    options.calls = FileCalls(clock: clock)
    try change(&options)
    return DecoderPool(options)
  }

  /// A decode on a thread of its own.
  private final class Decode: Sendable {
    let result = WatchedValue<PhotoError.Reason?>(nil)
    let cancellation = Cancellation()
    let slow = DispatchSemaphore(value: 0)

    init(_ body: @escaping @Sendable (Cancellation) throws(PhotoError) -> Void) {
      cancellation.onSlow { [slow] in slow.signal() }
      let (result, cancellation) = (result, cancellation)
      Thread {
        do throws(PhotoError) {
          try body(cancellation)
          result.withLock { $0 = .empty }
        } catch {
          result.withLock { $0 = error.reason }
        }
      }.start()
    }

    func reason() throws -> PhotoError.Reason { try result.wait(for: "the end of a decode") { $0 } }
  }

  @Test(
    "While a helper waits for a file that is not read, another helper decodes the others; the stall is named",
    .enabled(if: StallingFolder.isAvailable, "\(StallingFolder.requirement)"))
  func stalledRead() throws {
    let folder = try StallingFolder()
    let path = folder.add("a.jpg", jpeg, stalling: .read)
    let programs = try TemporaryFolder()
    let pool = try pool {
      $0.helperPath = try programs.writeScript(
        "echo $$ >> '\(programs("helpers"))'\nexec '\(DecoderPool.helperBesideProgram)' \"$@\"", to: "decoder"
      )
    }
    #expect(pool.failure(jpeg) == nil)
    let decode = Decode { cancellation throws(PhotoError) in
      let file = try ImageFile(Array(path.utf8), cancellation: cancellation)
      _ = try pool.decode(file, DecodeRequest(), cancellation)
    }
    try waitForDisk(0, in: programs, folder)
    try passSlowTime(of: decode)
    // The first helper may wait for the file that it has read before, so another one tries.
    try waitForDisk(1, in: programs, folder)
    #expect(pool.failure(jpeg) == nil)
    #expect(decode.result.withLock { $0 } == nil)
    #expect(try passLimit(of: decode) == .stalled(seconds: 20))
    let text = PhotoError(path, .stalled(seconds: 20)).description
    #expect(text.contains("has not responded for 20 s") && !text.contains("Save it again"))
    // The helpers of the pool are as many as before.
    #expect(pool.failure(jpeg) == nil)
    #expect(pool.idleHelpers.count == 1)
    folder.release()
  }

  @Test(
    "A file that cannot be opened, because its mount does not answer, is reported after 10 s",
    .enabled(if: StallingFolder.isAvailable, "\(StallingFolder.requirement)"),
    arguments: [StallingFolder.Operations.open, .lookup])
  func stalledOpen(operation: StallingFolder.Operations) throws {
    let folder = try StallingFolder()
    let path = folder.add("a.jpg", jpeg, stalling: operation)
    let calls = FileCalls(clock: clock)
    let decode = Decode { cancellation throws(PhotoError) in
      _ = try ImageFile(Array(path.utf8), by: calls, cancellation: cancellation)
    }
    try folder.waitForStall()
    clock.advance(by: 0.6)
    try decode.slow.wait(for: "the report of a slow call")
    #expect(decode.result.withLock { $0 } == nil)
    clock.advance(by: 10)
    #expect(try decode.reason() == .stalled(seconds: 10))
    // The same file can be opened as soon as the mount answers.
    folder.release()
    try waitUntil("the end of the call") {
      (try? ImageFile(Array(path.utf8), by: calls)) != nil
    }
    let file = try ImageFile(Array(path.utf8), by: calls)
    #expect(try pool().decode(file, DecodeRequest(), Cancellation()).image?.width == 64)
  }

  @Test(
    "A canceled request for a file that is not read ends",
    .enabled(if: StallingFolder.isAvailable, "\(StallingFolder.requirement)"))
  func canceledRead() throws {
    let folder = try StallingFolder()
    let path = folder.add("a.jpg", jpeg, stalling: .read)
    let pool = try pool()
    let decode = Decode { cancellation throws(PhotoError) in
      let file = try ImageFile(Array(path.utf8), cancellation: cancellation)
      _ = try pool.decode(file, DecodeRequest(), cancellation)
    }
    try folder.waitForStall()
    decode.cancellation.cancel()
    // The helper cannot answer, so it is killed after the grace.
    try waitUntil("the end of the request") {
      clock.advance(by: 0.3)
      return decode.result.withLock { $0 != nil }
    }
    #expect(try decode.reason() == .canceled)
    #expect(pool.failure(jpeg) == nil)
  }

  /// Returns the identifiers of the helpers that have started, from the file to which they are written.
  private func identifiers(in folder: TemporaryFolder) -> [Int32] {
    // Before the first helper has started, there is no file.
    let text = (try? String(contentsOfFile: folder("helpers"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { Int32($0) }
  }

  /// Waits until a thread of a helper waits for a file of a stalling folder.
  private func waitForDisk(_ number: Int, in folder: TemporaryFolder, _ stalling: StallingFolder) throws {
    // A helper that starts may wait for another disk, from which it reads its program.
    try stalling.waitForStall()
    try waitUntil("the wait of helper \(number)") {
      let helpers = identifiers(in: folder)
      guard number < helpers.count else { return false }
      let tasks = "/proc/\(helpers[number])/task"
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
      return threads.contains { state(of: Int32($0) ?? 0) == "D" }
    }
  }

  /// Lets time pass until a decode is slow.
  private func passSlowTime(of decode: Decode) throws {
    clock.advance(by: 1.1)
    try decode.slow.wait(for: "the report of a slow decode")
  }

  /// Lets time pass until the limit of a decode.
  private func passLimit(of decode: Decode) throws -> PhotoError.Reason {
    clock.advance(by: 21)
    return try decode.reason()
  }

  @Test(
    "Helpers that wait for files, and do not end although they are killed, are limited; further files fail at once",
    .enabled(if: StallingFolder.isAvailable, "\(StallingFolder.requirement)"))
  func abandonedHelpers() throws {
    let folder = try StallingFolder()
    folder.ignoreEnds()
    defer { folder.release() }
    let programs = try TemporaryFolder()
    let calls = FileCalls(clock: clock)
    // A kill ends a read, but not each other call. This helper opens a file that does not answer.
    let pool = try pool(
      serving: "os.open(os.readlink(f'/proc/self/fd/{file}') + '.x', os.O_RDONLY)", in: programs, calls)
    let paths = (0..<12).map { folder.add("\($0).jpg", jpeg) }
    for number in 0..<12 { folder.add("\(number).jpg.x", [1], stalling: .open) }
    @Sendable func open(_ path: String) throws(PhotoError) -> ImageFile {
      try ImageFile(Array(path.utf8), by: calls)
    }
    let files = try paths.prefix(calls.limits.stalledPerMount).map { try open($0) }
    for (number, file) in files.enumerated() {
      let decode = Decode { cancellation throws(PhotoError) in
        _ = try pool.decode(file, DecodeRequest(), cancellation)
      }
      try folder.waitForStall(of: "\(number).jpg.x")
      // The kernel does not state that such a call waits for a disk.
      #expect(try passLimit(of: decode) == .content(.tookTooLong(seconds: 20)))
      // The helper for this file still waits, so no other one starts for it.
      #expect(failure { () throws(PhotoError) in _ = try open(paths[number]) } == .stalled(seconds: 10))
    }
    for path in paths {
      #expect(failure { () throws(PhotoError) in _ = try open(path) } == .stalled(seconds: 10))
    }
    let helpers = identifiers(in: programs)
    #expect(helpers.count == calls.limits.stalledPerMount)
    for helper in helpers { #expect(isRunning(helper)) }
    folder.release()
    for helper in helpers { #expect(waitForEnd(of: helper)) }
  }

  private func failure(_ body: () throws(PhotoError) -> Void) -> PhotoError.Reason? {
    do throws(PhotoError) {
      try body()
      return nil
    } catch {
      return error.reason
    }
  }

  @Test(
    "Files whose close does not answer delay no other file, and not the thread that releases them",
    .enabled(if: StallingFolder.isAvailable, "\(StallingFolder.requirement)"))
  func stalledClose() throws {
    let folder = try StallingFolder()
    defer { folder.release() }
    let calls = FileCalls(clock: clock)
    for number in 0..<6 {
      let path = folder.add("\(number).jpg", jpeg, stalling: .close)
      let file = try ImageFile(Array(path.utf8), by: calls)
      #expect(file.descriptor >= 0)
    }
    for number in 0..<4 { try folder.waitForStall(of: "\(number).jpg") }
    clock.advance(by: 10)
    let path = folder.add("a.jpg", jpeg)
    let decode = Decode { cancellation throws(PhotoError) in
      _ = try ImageFile(Array(path.utf8), by: calls, cancellation: cancellation)
    }
    #expect(try decode.reason() == .empty)
  }

  /// A pool with a helper of the test, which waits for a file in a thread or keeps an earlier file.
  private func pool(
    serving: String, in folder: TemporaryFolder, _ calls: FileCalls? = nil
  ) throws -> DecoderPool {
    func hex(_ reply: HelperReply) -> String {
      reply.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    var result = DecodeResult(header: ImageHeader(format: "PNG", width: 1, height: 1))
    result.pixels = PixelLayout(width: 1, height: 1, isOpaque: false)
    let replies = (1...4).map { "\"\(hex(.result(id: $0, result)))\"" }.joined(separator: ", ")
    let script = try folder.write(
      Array(
        """
        import os, socket, threading, time
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET, 0, fileno=3)
        connection.send(bytes.fromhex("\(hex(.ready(missingParts: [])))"))
        first = None
        for reply in [\(replies)]:
            _, (file, memory), _, _ = socket.recv_fds(connection, 4096, 2)
            \(serving)
            os.close(memory)
            connection.send(bytes.fromhex(reply))
        """.utf8), to: "helper.py")
    return try pool {
      if let calls { $0.calls = calls }
      $0.helperPath = try folder.writeScript(
        "echo $$ >> '\(folder("helpers"))'\nexec /usr/bin/python3 '\(script)'", to: "decoder")
    }
  }

  @Test(
    "A helper that waits for an earlier file cannot make another file count as stalled",
    .enabled(if: StallingFolder.isAvailable, "\(StallingFolder.requirement)"))
  func waitForOther() throws {
    let (folder, programs) = (try StallingFolder(), try TemporaryFolder())
    defer { folder.release() }
    let pool = try pool(serving: "if first: os.pread(first, 1, 0)\n    first = file", in: programs)
    let request = DecodeRequest(size: TargetSize(width: 1, height: 1))
    let path = folder.add("a.jpg", jpeg, stalling: .read)
    #expect(try pool.decode(ImageFile(Array(path.utf8)), request, Cancellation()).image?.width == 1)
    let other = try TestFile([1])
    let decode = Decode { cancellation throws(PhotoError) in
      _ = try pool.decode(other.descriptor, request, cancellation: cancellation)
    }
    try waitForDisk(0, in: programs, folder)
    try passSlowTime(of: decode)
    // Another helper decodes it.
    #expect(try decode.reason() == .empty)
  }

  @Test(
    "A helper is stalled if one of its threads waits for the file",
    .enabled(if: StallingFolder.isAvailable, "\(StallingFolder.requirement)"))
  func waitInThread() throws {
    let (folder, programs) = (try StallingFolder(), try TemporaryFolder())
    defer { folder.release() }
    let pool = try pool(
      serving: "threading.Thread(target=lambda: os.pread(file, 1, 0)).start(); time.sleep(600)", in: programs)
    let path = folder.add("a.jpg", jpeg, stalling: .read)
    let decode = Decode { cancellation throws(PhotoError) in
      let file = try ImageFile(Array(path.utf8), cancellation: cancellation)
      _ = try pool.decode(file, DecodeRequest(size: TargetSize(width: 1, height: 1)), cancellation)
    }
    try waitForDisk(0, in: programs, folder)
    #expect(try passLimit(of: decode) == .stalled(seconds: 20))
  }

  @Test("The content of a file is read in pieces, up to a limit")
  func content() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<(5 << 19)).map { UInt8(truncatingIfNeeded: $0 >> 8 ^ $0) }
    let file = try ImageFile(Array(try folder.write(bytes, to: "a.jpg").utf8))
    #expect(try file.bytes(atMost: bytes.count) == bytes)
    #expect(failure { () throws(PhotoError) in _ = try file.bytes(atMost: 1 << 20) }?.isTooLong == true)
  }

  @Test(
    "A file whose content is copied, and that does not answer, is reported after 10 s",
    .enabled(if: StallingFolder.isAvailable, "\(StallingFolder.requirement)"))
  func stalledContent() throws {
    let folder = try StallingFolder()
    defer { folder.release() }
    let path = folder.add("a.jpg", jpeg, stalling: .read)
    let calls = FileCalls(clock: clock)
    let decode = Decode { cancellation throws(PhotoError) in
      _ = try ImageFile(Array(path.utf8), by: calls).bytes(atMost: 1 << 20)
    }
    try folder.waitForStall()
    clock.advance(by: 10)
    #expect(try decode.reason() == .stalled(seconds: 10))
  }

  @Test("While a decode takes long, at most three more helpers start; afterwards there are as many as before")
  func slowDecodes() throws {
    let pool = try pool { ($0.limits.scanPixels, $0.limits.seconds) = (.max, 1e6) }
    let bombs = try (0..<5).map { _ in try TestFile(ScanBomb.bytes(side: 2000, scans: 400)) }
    var decodes: [Decode] = []
    for (index, bomb) in bombs.enumerated() {
      let decode = Decode { cancellation throws(PhotoError) in
        _ = try pool.decode(bomb.descriptor, DecodeRequest(), cancellation: cancellation)
      }
      decodes.append(decode)
      guard index <= DecoderPool.extraHelperCount else { break }
      try waitUntil("the report of slow decode \(index)") {
        clock.advance(by: 1.1)
        return decode.slow.wait(timeout: .now()) == .success
      }
    }
    // The fifth decode waits for a helper.
    clock.advance(by: 5)
    #expect(decodes[4].slow.wait(timeout: .now()) == .timedOut)
    for decode in decodes {
      decode.cancellation.cancel()
      #expect(try decode.reason() == .canceled)
    }
    #expect(pool.failure(jpeg) == nil)
    #expect(pool.idleHelpers.count == 1)
  }
}

extension PhotoError.Reason {
  fileprivate var isTooLong: Bool { if case .content(.fileTooLong) = self { true } else { false } }
}
