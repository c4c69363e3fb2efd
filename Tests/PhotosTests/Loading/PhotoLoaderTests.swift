import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import Photos
import Synchronization
import TestSupport
import Testing

/// Requests, cancellation, cached errors and the byte budget of the loader.
struct PhotoLoaderTests {
  private let size = TargetSize(width: 100, height: 100)

  /// Waits for the last stage of a request, and returns all stages as text.
  private func record(
    _ stages: PhotoLoader.Stages, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [String] {
    try await waitFor("the last stage of a request", sourceLocation: sourceLocation) {
      var lines: [String] = []
      for await stage in stages { lines.append(text(stage)) }
      return lines
    }
  }

  private func text(_ stage: PhotoLoader.Stage) -> String {
    switch stage {
    case .preview(let image): "preview \(image.width)"
    case .full(let image): "full \(image.width)"
    case .incomplete(let image, let error): "incomplete \(image.width) \(error.brief)"
    case .failed(let error): "failed: \(error.brief)"
    }
  }

  @Test("Requests of equal priority are served in order, all previews before the first full image")
  func order() async throws {
    let decoder = GatedDecoder(isOpen: false)
    let loader = PhotoLoader(workers: 1, decoder: decoder)
    let calls = decoder.calls
    let first = loader.stages(of: Photo(path: "first"), at: size)
    #expect(await calls.next() == "preview first")
    let others = ["a", "b", "c"].map { loader.stages(of: Photo(path: $0), at: size) }
    #expect(loader.usage.waiting == 3)
    decoder.release(8)
    var seen: [String] = []
    for _ in 0..<7 { seen.append(await calls.next() ?? "") }
    #expect(seen == ["preview a", "preview b", "preview c", "full first", "full a", "full b", "full c"])
    for stages in [first] + others { #expect(try await record(stages).last == "full 4") }
  }

  @Test("A preview is delivered before the full image")
  func previewFirst() async throws {
    let decoder = GatedDecoder(isOpen: false)
    let loader = PhotoLoader(workers: 1, decoder: decoder)
    let stages = loader.stages(of: Photo(path: "a"), at: size)
    let seen = ReportQueue<String>()
    Task {
      for await stage in stages { seen.report(text(stage)) }
      seen.report("end")
    }
    decoder.release()
    #expect(await seen.next() == "preview 1")
    #expect(loader.cached(Photo(path: "a"), at: size) == nil, "a preview is not cached")
    decoder.release()
    #expect(await seen.next() == "full 4")
    #expect(await seen.next() == "end")
    #expect(loader.cached(Photo(path: "a"), at: size)?.image.width == 4)
    #expect(try await record(loader.stages(of: Photo(path: "a"), at: size)) == ["full 4"])
  }

  @Test("Stages are delivered to a closure until the request is canceled")
  func closure() async throws {
    let decoder = GatedDecoder(isOpen: false)
    let loader = PhotoLoader(workers: 1, decoder: decoder)
    let calls = decoder.calls
    let seen = ReportQueue<String>()
    let request = loader.load(Photo(path: "a"), at: size) { stage in
      if case .preview = stage { seen.report("preview a") } else { seen.report("full a") }
    }
    decoder.release(2)
    #expect(await seen.next() == "preview a")
    #expect(await seen.next() == "full a")
    for call in ["preview a", "full a"] { #expect(await calls.next() == call) }

    let dropped = loader.load(Photo(path: "b"), at: size) { _ in seen.report("b") }
    #expect(await calls.next() == "preview b")
    dropped.cancel()
    decoder.release()
    let last = loader.load(Photo(path: "a"), at: size) { _ in seen.report("cached a") }
    #expect(await seen.next() == "cached a")
    withExtendedLifetime([request, last]) {}
  }

  @Test("A request for a photo that is being decoded receives the photo's preview at once")
  func laterPreview() async throws {
    let decoder = GatedDecoder(isOpen: false)
    let loader = PhotoLoader(workers: 1, decoder: decoder)
    let photo = Photo(path: "a")
    #expect(loader.preview(of: photo) == nil)
    let seen = ReportQueue<String>()
    let first = loader.load(photo, at: size) { _ in }
    decoder.release()
    #expect(await decoder.calls.next() == "preview a")
    #expect(await decoder.calls.next() == "full a")
    #expect(loader.preview(of: photo)?.width == 1)
    let second = loader.load(photo, at: size) { stage in seen.report(text(stage)) }
    #expect(await seen.next() == "preview 1")
    decoder.release()
    #expect(await seen.next() == "full 4")
    // A preview is kept as long as the photo is loaded.
    loader.byteBudget = 0
    #expect(loader.preview(of: photo) == nil)
    withExtendedLifetime([first, second]) {}
  }

  @Test("A request that the closure of another one cancels receives no stage")
  func canceledByListener() async throws {
    let decoder = GatedDecoder(isOpen: false)
    let loader = PhotoLoader(workers: 1, decoder: decoder)
    let (photo, seen) = (Photo(path: "a"), ReportQueue<String>())
    let second = Mutex<PhotoLoader.Request?>(nil)
    let first = loader.load(photo, at: size, hasPicture: true) { stage in
      second.withLock { $0 }?.cancel()
      seen.report("first \(text(stage))")
    }
    second.withLock { $0 = loader.load(photo, at: size, hasPicture: true) { _ in seen.report("second") } }
    decoder.release()
    #expect(await seen.next() == "first full 4")
    try await waitUntil("the end of the step") { loader.usage.running == 0 }
    #expect(seen.isEmpty)
    withExtendedLifetime(first) {}
  }

  @Test("A decode that began before its photo changed is neither delivered nor cached")
  func invalidated() async throws {
    let decoder = GatedDecoder(isOpen: false)
    let loader = PhotoLoader(workers: 1, decoder: decoder)
    let (photo, seen) = (Photo(path: "a"), ReportQueue<String>())
    let first = loader.load(photo, at: size, hasPicture: true) { seen.report("first \(text($0))") }
    #expect(await decoder.calls.next() == "full a")
    loader.invalidate(photo)
    let second = loader.load(photo, at: size, hasPicture: true) { seen.report("second \(text($0))") }
    decoder.release()
    #expect(await decoder.calls.next() == "full a")
    #expect(seen.isEmpty && loader.usage.cachedCount == 0)
    decoder.release()
    #expect(await seen.next() == "first full 4")
    #expect(await seen.next() == "second full 4")
    withExtendedLifetime([first, second]) {}
  }

  @Test("Two requests for a photo decode it once")
  func sharedJob() async throws {
    let decoder = GatedDecoder(isOpen: false)
    let loader = PhotoLoader(workers: 2, decoder: decoder)
    let first = loader.stages(of: Photo(path: "a"), at: size)
    let second = loader.stages(of: Photo(path: "a"), at: size)
    decoder.release(2)
    #expect(try await record(first).last == "full 4")
    #expect(try await record(second).last == "full 4")
    _ = try await record(loader.stages(of: Photo(path: "a"), at: size))
    let calls = decoder.calls
    #expect(await calls.next() == "preview a")
    #expect(await calls.next() == "full a")
    #expect(loader.usage.running == 0)
  }

  @Test("No stage is delivered after cancellation") @MainActor
  func cancellation() async throws {
    let decoder = GatedDecoder(isOpen: false)
    let loader = PhotoLoader(workers: 1, decoder: decoder)
    let calls = decoder.calls
    var arrived: [String] = []
    let task = Task { arrived += try await record(loader.stages(of: Photo(path: "a"), at: size)) }
    #expect(await calls.next() == "preview a")
    task.cancel()
    // `cancel()` may return before the task has noticed its cancellation and canceled the request.
    try await task.value
    decoder.release()
    #expect(arrived.isEmpty)

    // Canceling a waiting request removes it from the queue, so the decoder is not called for it.
    let blocker = loader.stages(of: Photo(path: "b"), at: size)
    #expect(await calls.next() == "preview b")
    var dropped: PhotoLoader.Stages? = loader.stages(of: Photo(path: "c"), at: size)
    #expect(loader.usage.waiting == 1)
    dropped = nil
    #expect(dropped == nil)
    #expect(loader.usage.waiting == 0)
    decoder.release(2)
    #expect(try await record(blocker).last == "full 4")
    #expect(await calls.next() == "full b")
    #expect(loader.usage.cachedCount == 1)
  }

  @Test("A cached image is not delivered after cancellation") @MainActor
  func cancellationWhenCached() async throws {
    let loader = PhotoLoader(workers: 1, decoder: GatedDecoder(isOpen: true))
    _ = try await record(loader.stages(of: Photo(path: "a"), at: size))
    var arrived = 0
    // The task runs on this actor, so it cannot start before it is canceled.
    let task = Task { for await _ in loader.stages(of: Photo(path: "a"), at: size) { arrived += 1 } }
    task.cancel()
    try await waitFor("the end of the canceled task") { await task.value }
    #expect(arrived == 0)
  }

  @Test(
    "If decoding at one size needs too much memory or time, a request for a smaller size still succeeds",
    arguments: [
      PhotoError.Reason.content(.tooMuchMemory(width: 9, height: 9, needed: 9, limit: 1)),
      .outOfMemory(limit: 1), .content(.tookTooLong(seconds: 1)),
    ])
  func errorOfOneSize(reason: PhotoError.Reason) async throws {
    let error = PhotoError("a", reason)
    let decoder = GatedDecoder(isOpen: true, error: error)
    let loader = PhotoLoader(workers: 1, decoder: decoder)
    let photo = Photo(path: "a")
    #expect(try await record(loader.stages(of: photo, at: size)).last == "failed: \(error.brief)")
    decoder.fail(with: nil)
    let small = TargetSize(width: 50, height: 50)
    #expect(try await record(loader.stages(of: photo, at: small)).last == "full 4")
    #expect(try await record(loader.stages(of: photo, at: size)).last == "failed: \(error.brief)")
  }

  @Test("An error is cached until the file changes")
  func cachedError() async throws {
    let folder = try TemporaryFolder()
    let photo = try folder.add("a.jpg")
    let decoder = GatedDecoder(isOpen: true, error: .notAnImage(path: photo.path))
    let loader = PhotoLoader(workers: 1, decoder: decoder)
    for _ in 0..<3 {
      #expect(try await record(loader.stages(of: photo, at: size)) == ["failed: Not an image"])
    }
    decoder.fail(with: nil)
    #expect(try await record(loader.stages(of: photo, at: size)) == ["failed: Not an image"])
    try folder.add("a.jpg", [1, 2, 3])
    #expect(try await record(loader.stages(of: photo, at: size)).last == "full 4")
    let calls = decoder.calls
    for call in ["preview a.jpg", "preview a.jpg", "full a.jpg"] { #expect(await calls.next() == call) }
  }

  @Test("After a system error the next request decodes the photo again")
  func systemError() async throws {
    let folder = try TemporaryFolder()
    let photo = try folder.add("a.jpg")
    let decoder = GatedDecoder(
      isOpen: true, error: PhotoError(photo.path, .system(operation: "decoded", code: ENOMEM)))
    let loader = PhotoLoader(workers: 1, decoder: decoder)
    #expect(try await record(loader.stages(of: photo, at: size)) == ["failed: Cannot allocate memory"])
    decoder.fail(with: nil)
    #expect(try await record(loader.stages(of: photo, at: size)).last == "full 4")
  }

  @Test("After a missing file has appeared, the next request succeeds")
  func missingFile() async throws {
    let folder = try TemporaryFolder()
    let loader = PhotoLoader()
    let photo = Photo(path: folder.path + "/a.jpg")
    #expect(try await record(loader.stages(of: photo, at: size)) == ["failed: File not found"])
    try folder.add("a.jpg", JPEGFixture.quadrants(16, 16).bytes())
    #expect(try await record(loader.stages(of: photo, at: size)) == ["full 16"])
  }

  /// A decoder that returns images of 1 KiB, and counts its calls on the main thread.
  private final class CountingDecoder: PhotoDecoding {
    let calls = Mutex((all: 0, onMainThread: 0))

    func preview(
      of photo: Photo, for size: TargetSize, cancellation: Cancellation
    ) throws(PhotoError) -> Image? { nil }

    func decode(
      _ photo: Photo, at size: TargetSize, cancellation: Cancellation, deferring large: LargeDecode?
    ) throws(PhotoError) -> DecodedPhoto? {
      calls.withLock { $0 = ($0.all + 1, $0.onMainThread + (Thread.isMainThread ? 1 : 0)) }
      let image = try? Image(width: 16, height: 16, isOpaque: false) { _, _ in }
      guard let image else { throw .notAnImage(path: photo.path) }
      return DecodedPhoto(image: image)
    }
  }

  @Test(
    "A scroll over 5,000 photos and back keeps the decoded bytes within the budget, and decodes nothing on the main thread",
    .proves("D001"))
  @MainActor func endToEnd() async throws {
    let decoder = CountingDecoder()
    let loader = PhotoLoader(byteBudget: 20 * 1024, workers: 2, decoder: decoder)
    for index in Array(0..<5000) + (0..<5000).reversed() {
      let stages = loader.stages(of: Photo(path: "\(index)"), at: size, priority: .current)
      #expect(try await record(stages) == ["full 16"])
      #expect(loader.usage.cachedBytes <= 20 * 1024)
    }
    #expect(loader.usage.peakBytes == 20 * 1024)
    let calls = decoder.calls.withLock { $0 }
    // On the way back, the last photos are still in the cache.
    #expect(calls.all == 10_000 - 20 && calls.onMainThread == 0)
  }

  @Test("The cache never exceeds its budget during random requests")
  func budget() async throws {
    // Each image takes 16 × 16 pixels of 4 bytes. The budget has room for seven images and 500 bytes.
    let budget = 7 * 1024 + 500
    let loader = PhotoLoader(byteBudget: budget, workers: 2, decoder: GatedDecoder(isOpen: true, side: 16))
    var random = SplitMix(seed: 3)
    var position = 500
    for step in 0..<400 {
      position += Int.random(in: -3...3, using: &random)
      var tasks: [Task<Int, any Error>] = []
      for offset in -2...2 {
        let stages = loader.stages(
          of: Photo(path: "\(position + offset)"), at: size, priority: offset == 0 ? .current : .visible)
        tasks.append(Task { try await record(stages).count })
      }
      if step % 3 == 0 { for task in tasks.dropFirst() { task.cancel() } }
      for task in tasks { _ = try await task.value }
      // `usage` is read only once, because a worker may still load a canceled photo and change it.
      let usage = loader.usage
      #expect(usage.cachedBytes <= budget)
      #expect(usage.cachedBytes == usage.cachedCount * 1024)
    }
    try await waitUntil("the end of the last decode") { loader.usage.running == 0 }
    #expect(loader.usage.peakBytes == 7 * 1024)
    #expect(loader.usage.waiting == 0)
    loader.byteBudget = 2 * 1024
    #expect(loader.usage.cachedCount == 2)
    loader.byteBudget = 0
    #expect(loader.usage.cachedBytes == 0)
  }

  @Test("Releasing the loader ends its requests and its threads")
  func release() async throws {
    var decoder: GatedDecoder? = GatedDecoder(isOpen: false)
    weak let held = decoder
    var loader: PhotoLoader? = PhotoLoader(workers: 1, decoder: try #require(decoder))
    let calls = try #require(decoder).calls
    let requests = ["a", "b"].map { name in
      loader?.load(Photo(path: name), at: size) { Issue.record("a stage of \(name): \($0)") }
    }
    #expect(await calls.next() == "preview a")
    loader = nil
    decoder?.release()
    decoder = nil
    // The thread holds the decoder.
    try await waitUntil("the thread releases the decoder") { held == nil }
    #expect(calls.isEmpty)
    withExtendedLifetime(requests) {}
  }

  @Test(
    "The last stage of an intact file is full, of a truncated file incomplete, and of an empty file failed")
  func mixedFolder() async throws {
    let folder = try TemporaryFolder()
    var camera = JPEGFixture.quadrants(300, 200)
    camera.exif = ExifFixture.block(orientation: 6, thumbnail: JPEGFixture.quadrants(48, 32).bytes())
    let bytes = camera.bytes()
    try folder.add("1 camera.jpg", bytes)
    try folder.add("2 cut.jpg", Array(bytes.prefix(bytes.count - 400)))
    try folder.add("3 empty.png", [])
    try folder.add("4 icon.png", PNGFixture(width: 3, height: 3, samples: { _, _ in [0, 0, 0, 0] }).bytes())
    let loader = PhotoLoader(workers: 3)
    var results: [String] = []
    for name in ["1 camera.jpg", "2 cut.jpg", "3 empty.png", "4 icon.png"] {
      let photo = Photo(path: folder.path + "/" + name)
      results.append("\(photo.caption): \(try await record(loader.stages(of: photo, at: size)).last ?? "")")
    }
    #expect(
      results == [
        "1 camera: full 67", "2 cut: incomplete 67 Incomplete image", "3 empty: failed: Empty file",
        "4 icon: full 3",
      ])
  }
}
