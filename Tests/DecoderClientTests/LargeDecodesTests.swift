import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import Synchronization
import TestSupport
import Testing

/// The rule for large decodes: one runs at a time, and small decodes run meanwhile.
struct LargeDecodesTests {
  /// A progressive JPEG of 2048 × 2048 pixels. Its coefficients take more than 8 MiB.
  private static let large = ScanBomb.bytes(side: 2048, scans: 1)

  /// The values with which a pool called `onLargeDecode`.
  private final class Calls: Sendable {
    private let list = Mutex<[Int]>([])
    func add(_ bytes: Int) { list.withLock { $0.append(bytes) } }
    var all: [Int] { list.withLock { $0 } }
  }

  private func options(_ calls: Calls) -> DecoderPool.Options {
    var options = DecoderPool.Options.reusing
    options.helperCount = 2
    options.concurrentBytes = 4 << 20
    options.onLargeDecode = { calls.add($0) }
    return options
  }

  @Test("A decode that needs more than concurrentBytes succeeds, and its memory is reported")
  func large() throws {
    let calls = Calls()
    let pool = DecoderPool(options(calls))
    #expect(try pool.decode(JPEGFixture.quadrants(64, 64).bytes()).image?.width == 64)
    #expect(calls.all.isEmpty)
    #expect(try pool.decode(Self.large).image?.width == 2048)
    #expect(calls.all.count == 2)
    #expect(calls.all.first.map { $0 > 8 << 20 } == true)
    #expect(calls.all.last == 0)
  }

  @Test("Of several large decodes at the same time, one runs after the other")
  func oneAtATime() throws {
    let calls = Calls()
    let pool = DecoderPool(options(calls))
    let files = try (0..<6).map { _ in try TestFile(Self.large) }
    let failures = Calls()
    DispatchQueue.concurrentPerform(iterations: files.count) { index in
      if pool.failure(of: files[index]) != nil { failures.add(index) }
    }
    #expect(failures.all.isEmpty)
    #expect(calls.all.count == 12)
    for (index, bytes) in calls.all.enumerated() { #expect((bytes == 0) == (index % 2 == 1)) }
  }

  @Test("A small decode runs while a large one runs")
  func smallMeanwhile() throws {
    let calls = Calls()
    let begun = DispatchSemaphore(value: 0)
    var options = options(calls)
    // The large decode takes many seconds. It is canceled after the small ones.
    options.limits.seconds = 600
    options.onLargeDecode = { bytes in
      calls.add(bytes)
      if bytes > 0 { begun.signal() }
    }
    let pool = DecoderPool(options)
    let slow = try TestFile(ScanBomb.bytes(side: 8000, scans: 400))
    let other = try TestFile(Self.large)
    let cancellation = Cancellation()
    let ended = DispatchSemaphore(value: 0)
    let failures = Mutex<[PhotoError.Reason?]>([])
    Thread {
      let failure = pool.failure(of: slow, cancellation: cancellation)
      failures.withLock { $0.append(failure) }
      ended.signal()
    }.start()
    try begun.wait(for: "the begin of the large decode")
    #expect(try pool.decode(JPEGFixture.quadrants(64, 64).bytes()).image?.width == 64)
    // Another large decode is deferred. It then does not wait for the end of the first.
    let resumed = DispatchSemaphore(value: 0)
    let opened = try other.opened()
    let deferred = try pool.decode(
      opened, DecodeRequest(), Cancellation(),
      deferring: LargeDecode(
        onBegin: { Issue.record("two large decodes run") }, onEnd: { resumed.signal() }))
    #expect(deferred == nil)
    #expect(calls.all.count == 1, "the large decode still runs")
    cancellation.cancel()
    try ended.wait(for: "the end of the canceled decode")
    #expect(failures.withLock { $0 } == [.canceled])
    try resumed.wait(for: "the notification of the deferred request")
    var beginCount = 0
    let counted = LargeDecode(onBegin: { beginCount += 1 }, onEnd: {})
    let large = try pool.decode(opened, DecodeRequest(), Cancellation(), deferring: counted)
    #expect(large?.image?.width == 2048)
    #expect(beginCount == 1)
    let small = try TestFile(JPEGFixture.quadrants(64, 64).bytes())
    _ = try pool.decode(try small.opened(), DecodeRequest(), Cancellation(), deferring: counted)
    #expect(beginCount == 1, "the decode is small")
  }

  @Test(
    "After a large decode of a file, a reduced decode of the same file that needs less memory is not large")
  func reducedAfterLarge() throws {
    let calls = Calls()
    let pool = DecoderPool(options(calls))
    let jpeg = JPEGFixture.quadrants(2048, 2048)
    let file = try TestFile(jpeg.bytes())
    _ = try pool.decode(file.descriptor, DecodeRequest())
    #expect(calls.all.count == 2)
    let reduced = DecodeRequest(size: TargetSize(width: 256, height: 256))
    #expect(try pool.decode(file.descriptor, reduced).image?.width == 256)
    #expect(calls.all.count == 2)
  }

  @Test("A large decode that waits for another one can be canceled")
  func canceled() {
    let rule = LargeDecodes(onChange: nil)
    let request = DecodeRequest()
    #expect(rule.begin(10, of: nil, for: request, Cancellation()))
    let cancellation = Cancellation()
    Thread { cancellation.cancel() }.start()
    #expect(!rule.begin(10, of: nil, for: request, cancellation))
    rule.end()
    #expect(rule.begin(10, of: nil, for: request, Cancellation()))
  }

  @Test("The memory of the last large decodes is known, so that they are not refused first")
  func known() {
    let rule = LargeDecodes(onChange: nil)
    let count = LargeDecodes.knownCount
    let contents = (0..<count + 2).map {
      FileContent(device: 1, number: $0, byteCount: 9, seconds: 0, nanoseconds: 0)
    }
    let request = DecodeRequest()
    #expect(rule.knownBytes(of: contents[0], for: request) == nil)
    for (index, content) in contents.enumerated() {
      #expect(rule.begin(100 + index, of: content, for: request, Cancellation()))
      rule.end()
    }
    #expect(
      contents.map { rule.knownBytes(of: $0, for: request) } == [nil, nil] + (0..<count).map { 102 + $0 })
    #expect(rule.knownBytes(of: nil, for: request) == nil)
    // The memory depends on the size and the region, but not on the frame.
    let last = contents.last
    #expect(rule.knownBytes(of: last, for: DecodeRequest(frame: 3)) == 101 + count)
    let box = TargetSize(width: 9, height: 9)
    #expect(rule.knownBytes(of: last, for: DecodeRequest(size: box)) == nil)
    let region = PixelRegion(x: 0, y: 0, width: 9, height: 9)
    #expect(rule.knownBytes(of: last, for: DecodeRequest(region: region)) == nil)
  }

  @Test("A file that needs more than the limit of the pool is refused, and the refusal states that limit")
  func tooLarge() {
    var options = options(Calls())
    options.limits.workingBytes = 5 << 20
    guard
      case .content(.tooMuchMemory(2048, 2048, let needed, 5_242_880))? =
        DecoderPool(options).failure(Self.large)
    else {
      Issue.record("\(String(describing: DecoderPool(options).failure(Self.large)))")
      return
    }
    #expect(needed > 8 << 20)
  }
}
