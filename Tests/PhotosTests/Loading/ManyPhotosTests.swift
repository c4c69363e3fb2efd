import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import Photos
import Synchronization
import TestSupport
import Testing

/// The memory and the threads of many large photos. `Benchmarks/photos-many` measures 5,000 in the whole program.
struct ManyPhotosTests {
  @Test(
    "Many photos of 24 megapixels fill the cache up to its budget, and are decoded in small helpers, not on the main thread",
    .proves("F07"))
  func many() async throws {
    let folder = try TemporaryFolder()
    let jpeg = try folder.write(JPEGFixture.quadrants(6000, 4000).bytes(), to: "0.jpg")
    let paths = (1...16).map { folder.path + "/\($0).jpg" }
    for path in paths { try #require(link(jpeg, path) == 0) }
    let decoder = WatchedDecoder()
    let size = TargetSize(width: 1200, height: 800)
    // Room for four images.
    let budget = 4 * 1200 * 800 * 4 + 1000
    let loader = PhotoLoader(byteBudget: budget, workers: 2, decoder: decoder)
    let requests = paths.map { loader.stages(of: Photo(path: $0), at: size) }
    for request in requests {
      var last: PhotoLoader.Stage?
      for await stage in request { last = stage }
      guard case .full(let image)? = last else {
        Issue.record("\(String(describing: last))")
        return
      }
      #expect((image.width, image.height) == (1200, 800))
    }
    #expect(loader.usage.cachedCount == 4 && loader.usage.peakBytes <= budget)
    #expect(decoder.mainCalls.withLock { $0 } == 0)
    #expect((1...2).contains(decoder.mostCalls.withLock { $0.most }))
    for helper in decoder.decoder.idleHelpers.fixed {
      let status = try String(contentsOfFile: "/proc/\(helper)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
      let peak = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0  // KiB
      #expect((1..<96 << 10).contains(peak), "\(peak) KiB")
    }
  }

  /// A decoder that counts the calls on the main thread, and those at the same time.
  private final class WatchedDecoder: PhotoDecoding {
    let decoder: PhotoDecoder = {
      var options = DecoderPool.Options()
      options.filesPerHelper = 100
      return PhotoDecoder(options)
    }()
    let mainCalls = Mutex(0)
    let mostCalls = Mutex((now: 0, most: 0))

    private func begin() {
      if Thread.isMainThread { mainCalls.withLock { $0 += 1 } }
      mostCalls.withLock { calls in
        calls.now += 1
        calls.most = max(calls.most, calls.now)
      }
    }

    func preview(
      of photo: Photo, for size: TargetSize, cancellation: Cancellation
    ) throws(PhotoError) -> Image? {
      begin()
      defer { mostCalls.withLock { $0.now -= 1 } }
      return try decoder.preview(of: photo, for: size, cancellation: cancellation)
    }

    func decode(
      _ photo: Photo, at size: TargetSize, cancellation: Cancellation, deferring large: LargeDecode?
    ) throws(PhotoError) -> DecodedPhoto? {
      begin()
      defer { mostCalls.withLock { $0.now -= 1 } }
      return try decoder.decode(photo, at: size, cancellation: cancellation, deferring: large)
    }
  }
}
