import DecoderClient
import DecoderProtocol
import Dispatch
import Drawing
import Foundation
import ImageFixtures
import PhotoLibrary
import Photos
import TestSupport
import Testing
import Threads

/// A photo that takes long, or whose disk does not answer, delays no other one.
struct SlowPhotoTests {
  private let size = TargetSize(width: 100, height: 100)

  @Test("While photos take long, the only worker is joined by others, at most three")
  func slow() async throws {
    let decoder = SlowDecoder()
    let loader = PhotoLoader(workers: 1, decoder: decoder)
    let slow = (0..<5).map { loader.stages(of: Photo(path: "slow \($0)"), at: size) }
    for number in 0..<4 { #expect(await decoder.calls.next() == "slow \(number)") }
    #expect(loader.usage.running == 4)
    #expect(loader.usage.waiting == 1)
    decoder.gate.signal()
    #expect(await decoder.calls.next() == "slow 4")
    for _ in 0..<4 { decoder.gate.signal() }
    for stages in slow {
      try await waitFor("the last stage") { for await _ in stages {} }
    }
    #expect(loader.usage.running == 0)
  }

  @Test(
    "While one photo cannot be found, opened or read, the others are shown with one worker",
    .enabled(if: StallingFolder.isAvailable, "\(StallingFolder.requirement)"),
    arguments: [StallingFolder.Operations.lookup, .open, .read])
  func stalled(operation: StallingFolder.Operations) async throws {
    let folder = try StallingFolder()
    let jpeg = JPEGFixture.quadrants(64, 64).bytes()
    let stalled = Photo(path: folder.add("stalled.jpg", jpeg, stalling: operation))
    let other = Photo(path: folder.add("other.jpg", jpeg))
    var options = DecoderPool.Options()
    options.helperCount = 1
    // The stalled photo is not abandoned, however long this test waits for the processor.
    options.limits.seconds = 1e6
    var limits = FileCalls.Limits()
    limits.seconds = 1e6
    let calls = FileCalls(limits)
    let loader = PhotoLoader(workers: 1, decoder: PhotoDecoder(options, calls: calls), calls: calls)
    let first = loader.load(stalled, at: size, priority: .current) { _ in }
    try folder.waitForStall()
    let stages = loader.stages(of: other, at: size, priority: .visible)
    let last = try await waitFor("the other photo") {
      var last: PhotoLoader.Stage?
      for await stage in stages { last = stage }
      return last
    }
    guard case .full(let image)? = last else {
      Issue.record("\(String(describing: last))")
      return
    }
    #expect(image.width == 64)
    #expect(loader.usage.running == 1)
    first.cancel()
    folder.release()
  }

  /// A decoder whose photos take long until the test opens the gate.
  private final class SlowDecoder: PhotoDecoding {
    let calls = ReportQueue<String>()
    let gate = DispatchSemaphore(value: 0)

    func preview(
      of photo: Photo, for size: TargetSize, cancellation: Cancellation
    ) throws(PhotoError) -> Image? { nil }

    func decode(
      _ photo: Photo, at size: TargetSize, cancellation: Cancellation, deferring large: LargeDecode?
    ) throws(PhotoError) -> DecodedPhoto? {
      calls.report(photo.name)
      cancellation.reportSlow()
      gate.wait()
      guard let image = try? Image(width: 4, height: 4, isOpaque: false, filledBy: { _, _ in }) else {
        throw .canceled
      }
      return DecodedPhoto(image: image)
    }
  }
}
