import DecoderClient
import DecoderProtocol
import Dispatch
import Drawing
import Photos
import TestSupport
import Testing

/// A loader whose decoder runs one large decode at a time.
struct LargePhotoTests {
  private let size = TargetSize(width: 100, height: 100)

  @Test(
    "While a large photo is decoded, other large photos occupy no worker: a small photo is decoded, and then the most urgent large one"
  )
  func deferred() async throws {
    let decoder = LargePhotoDecoder()
    let loader = PhotoLoader(workers: 2, decoder: decoder)
    let calls = decoder.calls
    func request(_ name: String, _ priority: LoadPriority) -> PhotoLoader.Stages {
      loader.stages(of: Photo(path: name), at: size, priority: priority)
    }
    let first = request("large first", .visible)
    #expect(await calls.next() == "begin large first")
    let ahead = request("large ahead", LoadPriority(.ahead))
    #expect(await calls.next() == "defer large ahead")
    let visible = request("large visible", .visible)
    #expect(await calls.next() == "defer large visible")
    let small = request("small", LoadPriority(.thumbnail))
    #expect(await calls.next() == "small")
    try await expectFull(small, "small")
    #expect(loader.usage.running == 1)
    for (photo, next) in [(first, "begin large visible"), (visible, "begin large ahead"), (ahead, nil)] {
      decoder.release()
      try await expectFull(photo, "photo")
      guard let next else { continue }
      #expect(await calls.next() == next)
    }
    #expect(loader.usage.waiting + loader.usage.running == 0)
  }

  @Test("If the current photo is deferred, the large prefetch that runs is canceled, and decoded again later")
  func currentFirst() async throws {
    let decoder = LargePhotoDecoder()
    let loader = PhotoLoader(workers: 2, decoder: decoder)
    let calls = decoder.calls
    let ahead = loader.stages(of: Photo(path: "large ahead"), at: size, priority: .prefetch)
    #expect(await calls.next() == "begin large ahead")
    let current = loader.stages(of: Photo(path: "large current"), at: size, priority: .current)
    #expect(await calls.next() == "defer large current")
    #expect(await calls.next() == "cancel large ahead")
    #expect(await calls.next() == "begin large current")
    decoder.release()
    try await expectFull(current, "current")
    #expect(await calls.next() == "begin large ahead")
    decoder.release()
    try await expectFull(ahead, "ahead")
  }

  private func expectFull(_ stages: PhotoLoader.Stages, _ name: String) async throws {
    let isFull = try await waitFor("the full image of the photo \(name)") {
      for await stage in stages { if case .full = stage { return true } }
      return false
    }
    #expect(isFull, "the photo \(name)")
  }
}

/// A decoder that blocks each large decode until the test releases it. The names of large photos begin with `large`.
private final class LargePhotoDecoder: PhotoDecoding {
  /// The calls in order.
  let calls = ReportQueue<String>()
  private let gate = DispatchSemaphore(value: 0)
  private let rule = LargeDecodes(onChange: nil)

  func release() { gate.signal() }

  func preview(of photo: Photo, for size: TargetSize, cancellation: Cancellation) throws(PhotoError) -> Image?
  {
    nil
  }

  func decode(
    _ photo: Photo, at size: TargetSize, cancellation: Cancellation, deferring large: LargeDecode?
  ) throws(PhotoError) -> DecodedPhoto? {
    guard let large, photo.name.hasPrefix("large") else {
      calls.report(photo.name)
      return try picture(photo)
    }
    guard rule.beginUnlessRunning(1, of: nil, for: DecodeRequest(), onEnd: large.onEnd) else {
      calls.report("defer \(photo.name)")
      return nil
    }
    large.onBegin()
    // A cancellation ends the wait, too.
    let handler = cancellation.onCancel { [gate] in gate.signal() }
    defer { cancellation.removeHandler(handler) }
    calls.report("begin \(photo.name)")
    gate.wait()
    if cancellation.isCanceled { calls.report("cancel \(photo.name)") }
    rule.end()
    try cancellation.check()
    return try picture(photo)
  }

  private func picture(_ photo: Photo) throws(PhotoError) -> DecodedPhoto {
    guard let image = try? Image(width: 4, height: 4, isOpaque: false, filledBy: { _, _ in }) else {
      throw .notAnImage(path: photo.path)
    }
    return DecodedPhoto(image: image, isWhole: true)
  }
}
