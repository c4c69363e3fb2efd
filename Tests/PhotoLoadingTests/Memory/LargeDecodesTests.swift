import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import PhotoLoading
import Synchronization
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
    var options = DecoderPool.Options()
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
    let small = try TestFile(JPEGFixture.quadrants(64, 64).bytes())
    let failures = Calls()
    let pools = Mutex<[DecoderPool]>([])
    var options = options(Calls())
    options.onLargeDecode = { bytes in
      // The large decode has begun, and goes on after this call.
      guard bytes > 0, let pool = pools.withLock({ $0.first }) else { return }
      failures.add(pool.failure(of: small) == nil ? 0 : 1)
    }
    let pool = DecoderPool(options)
    pools.withLock { $0 = [pool] }
    #expect(try pool.decode(Self.large).image?.width == 2048)
    #expect(failures.all == [0])
    pools.withLock { $0 = [] }
  }

  @Test("A large decode that waits for another one can be canceled")
  func canceled() {
    let rule = LargeDecodes(onChange: nil)
    #expect(rule.begin(10, of: nil, Cancellation()))
    let cancellation = Cancellation()
    Thread { cancellation.cancel() }.start()
    #expect(!rule.begin(10, of: nil, cancellation))
    rule.end()
    #expect(rule.begin(10, of: nil, Cancellation()))
  }

  @Test("The memory of the last large contents is known, so that they are not refused first")
  func known() {
    let rule = LargeDecodes(onChange: nil)
    let contents = (0..<6).map {
      FileContent(device: 1, number: $0, byteCount: 9, seconds: 0, nanoseconds: 0)
    }
    #expect(rule.knownBytes(of: contents[0]) == nil)
    for (index, content) in contents.enumerated() {
      #expect(rule.begin(100 + index, of: content, Cancellation()))
      rule.end()
    }
    #expect(contents.map { rule.knownBytes(of: $0) } == [nil, nil, 102, 103, 104, 105])
    #expect(rule.knownBytes(of: nil) == nil)
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
