import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import TestSupport
import Testing

/// The end of helper processes: killed, crashed, canceled, too slow, and no longer needed.
struct HelperEndTests {
  @Test("If the idle helper was killed, a request succeeds in a new helper")
  func killedWhileIdle() throws {
    let pool = DecoderPool(.reusing)
    let jpeg = JPEGFixture.quadrants(64, 64).bytes()
    _ = try pool.decode(jpeg)
    let helper = try #require(pool.idleHelpers.first)
    kill(helper, SIGKILL)
    #expect(try pool.decode(jpeg).image?.width == 64)
    #expect(pool.idleHelpers.count == 1)
    #expect(pool.idleHelpers.first != helper)
    #expect(!isRunning(helper))
  }

  @Test("If two helpers were killed while they were idle, the next request still succeeds")
  func twoKilledWhileIdle() throws {
    var limits = DecodingLimits()
    limits.scanPixels = .max
    limits.seconds = 600
    let pool = DecoderPool(helpers: 2, limits: limits, grace: 60)
    let jpeg = JPEGFixture.quadrants(64, 64).bytes()
    _ = try pool.decode(jpeg)
    let first = try #require(pool.idleHelpers.first)
    // While the first helper is busy, another request needs a second helper.
    let bomb = try TestFile(ScanBomb.bytes(side: 8000, scans: 400))
    let cancellation = Cancellation()
    let hasEnded = DispatchSemaphore(value: 0)
    Thread {
      #expect(pool.failure(of: bomb, cancellation: cancellation) == .canceled)
      hasEnded.signal()
    }.start()
    try waitUntil("the large image of the first helper") { isBusy(first) }
    #expect(pool.failure(jpeg) == nil)
    cancellation.cancel()
    try hasEnded.wait(for: "the end of the canceled request")
    let helpers = pool.idleHelpers
    try #require(helpers.count == 2)
    for helper in helpers { kill(helper, SIGKILL) }
    #expect(helpers.allSatisfy { waitForEnd(of: $0) })
    #expect(pool.failure(jpeg) == nil)
    #expect(pool.idleHelpers.count == 1)
  }

  @Test("If a file crashes two helpers, its request fails, and the next file is decoded", .proves("D093"))
  func endedTwice() throws {
    let jpeg = JPEGFixture.quadrants(64, 64).bytes()
    let bomb = try TestFile(ScanBomb.bytes(side: 8000, scans: 400))
    // The kernel ends a helper that has used a second of processor time.
    let folder = try TemporaryFolder()
    var options = DecoderPool.Options.reusing
    options.helperCount = 1
    options.helperPath = try folder.writeScript(
      "ulimit -t 1\nexec '\(DecoderPool.helperBesideProgram)' \"$@\"", to: "decoder")
    options.limits.scanPixels = .max
    let pool = DecoderPool(options)
    _ = try pool.decode(jpeg)
    let failure = pool.failure(of: bomb)
    #expect(failure == .helper(.endedTwice(status: SIGKILL)))
    if case .helper(let reason)? = failure { #expect(reason.description.contains("ended twice")) }
    #expect(try pool.decode(jpeg).image?.width == 64)
  }

  @Test("A canceled request ends before the time limit, and the same helper serves the next request")
  func canceled() throws {
    var limits = DecodingLimits()
    limits.scanPixels = .max
    let pool = DecoderPool(limits: limits, grace: 30)
    _ = try pool.decode(JPEGFixture.quadrants(8, 8).bytes())
    let helper = try #require(pool.idleHelpers.first)
    let bomb = try TestFile(ScanBomb.bytes(side: 8000, scans: 400))
    let cancellation = Cancellation()
    Thread {
      // A helper does not report the progress of a decode, so its memory is read repeatedly.
      defer { cancellation.cancel() }
      #expect(throws: Never.self) { try waitUntil("the helper's large image") { isBusy(helper) } }
    }.start()
    #expect(pool.failure(of: bomb, cancellation: cancellation) == .canceled)
    #expect(pool.idleHelpers == [helper])
    #expect(try pool.decode(JPEGFixture.quadrants(64, 64).bytes()).image?.width == 64)
    #expect(pool.failure(of: bomb, cancellation: cancellation) == .canceled)
  }

  @Test("A helper stops decoding 64 megapixels with 400 scans at the time limit by itself")
  func timeLimit() throws {
    var limits = DecodingLimits()
    limits.scanPixels = .max
    limits.seconds = 0.3
    let pool = DecoderPool(limits: limits, grace: 30)
    #expect(pool.failure(ScanBomb.bytes(side: 8000, scans: 400)) == .content(.tookTooLong(seconds: 0.3)))
    #expect(pool.idleHelpers.count == 1, "the helper was not killed")
  }

  @Test("Releasing a pool ends its helpers")
  func release() throws {
    var pool: DecoderPool? = DecoderPool(.reusing)
    _ = try pool?.decode(JPEGFixture.quadrants(8, 8).bytes())
    let helper = try #require(pool?.idleHelpers.first)
    pool = nil
    #expect(pool == nil)
    #expect(waitForEnd(of: helper))
  }

  @Test("Helpers end when the program that started them is killed")
  func killedParent() async throws {
    // The child process decodes, prints the identifier of its helper, stops the helper and kills itself.
    let result = await #expect(processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]) {
      let pool = DecoderPool(.reusing)
      _ = try pool.decode(JPEGFixture.quadrants(8, 8).bytes())
      guard let helper = pool.idleHelpers.first else { exit(1) }
      let line = Array("helper \(helper) ".utf8)
      _ = write(STDOUT_FILENO, line, line.count)
      // The helper is stopped so that it cannot react to the end of the connection.
      kill(helper, SIGSTOP)
      kill(getpid(), SIGKILL)
      pause()
    }
    let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    let words = text.split { $0 == " " || $0 == "\n" }
    let index = try #require(words.firstIndex(of: "helper"))
    let helper = try #require(Int32(words[index + 1]))
    #expect(waitForEnd(of: helper))
  }
}

/// Whether a process has allocated the memory of a large image.
private func isBusy(_ process: Int32) -> Bool {
  guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8) else {
    return false
  }
  let pages = text.split(separator: " ").compactMap { Int($0) }
  return pages.count > 1 && pages[1] * 4096 > 100 << 20
}
