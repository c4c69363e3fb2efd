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

  private func pool(_ change: (inout DecoderPool.Options) -> Void = { _ in }) -> DecoderPool {
    var options = DecoderPool.Options()
    options.helperCount = 1
    options.clock = clock
    change(&options)
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
    let pool = pool()
    #expect(pool.failure(jpeg) == nil)
    let decode = Decode { cancellation throws(PhotoError) in
      let file = try ImageFile(Array(path.utf8), cancellation: cancellation)
      _ = try pool.decode(file, DecodeRequest(), cancellation)
    }
    try folder.waitForStall()
    clock.advance(by: 1.5)
    try decode.slow.wait(for: "the report of a slow decode")
    #expect(pool.failure(jpeg) == nil)
    #expect(decode.result.withLock { $0 } == nil)
    clock.advance(by: 20)
    #expect(try decode.reason() == .stalled(seconds: 20))
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
    let file = try ImageFile(Array(path.utf8), by: calls)
    #expect(try pool().decode(file, DecodeRequest(), Cancellation()).image?.width == 64)
  }

  @Test(
    "A canceled request for a file that is not read ends",
    .enabled(if: StallingFolder.isAvailable, "\(StallingFolder.requirement)"))
  func canceledRead() throws {
    let folder = try StallingFolder()
    let path = folder.add("a.jpg", jpeg, stalling: .read)
    let pool = pool()
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

  @Test("While a decode takes long, at most three more helpers start; afterwards there are as many as before")
  func slowDecodes() throws {
    let pool = pool { ($0.limits.scanPixels, $0.limits.seconds) = (.max, 1e6) }
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
