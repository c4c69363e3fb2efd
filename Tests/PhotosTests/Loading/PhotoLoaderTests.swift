import Drawing
import Foundation
import Photos
import TestSupport
import Testing

struct PhotoLoaderTests {
  private let size = TargetSize(width: 100, height: 100)

  /// What happened to a request, in words.
  private func story(_ stages: PhotoLoader.Stages) async -> [String] {
    var story: [String] = []
    for await stage in stages {
      switch stage {
      case .preview(let image): story.append("preview \(image.width)")
      case .full(let image): story.append("full \(image.width)")
      case .incomplete(let image, let error): story.append("incomplete \(image.width) \(error.brief)")
      case .failed(let error): story.append("failed: \(error.brief)")
      }
    }
    return story
  }

  @Test func theLatestRequestIsServedFirst() async throws {
    let decoder = GatedDecoder(isOpen: false)
    let loader = PhotoLoader(workers: 1, decoder: decoder)
    var calls = decoder.calls.makeAsyncIterator()
    let first = loader.stages(of: Photo(path: "first"), at: size)
    #expect(await calls.next() == "preview first")
    let others = ["a", "b", "c"].map { loader.stages(of: Photo(path: $0), at: size) }
    #expect(loader.usage.waiting == 3)
    decoder.letThrough(8)
    var seen: [String] = []
    for _ in 0..<7 { seen.append(await calls.next() ?? "") }
    #expect(seen == ["preview c", "preview b", "preview a", "full c", "full b", "full a", "full first"])
    for stages in [first] + others { #expect(await story(stages).last == "full 4") }
  }

  @Test func aPreviewComesFirstAndThenTheSharpPicture() async throws {
    let decoder = GatedDecoder(isOpen: false)
    let loader = PhotoLoader(workers: 1, decoder: decoder)
    var stages = loader.stages(of: Photo(path: "a"), at: size).makeAsyncIterator()
    decoder.letThrough()
    guard case .preview = await stages.next() else {
      Issue.record("no preview")
      return
    }
    #expect(loader.cachedImage(of: Photo(path: "a"), at: size) == nil, "a preview is not kept")
    decoder.letThrough()
    guard case .full = await stages.next() else {
      Issue.record("no sharp picture")
      return
    }
    #expect(await stages.next() == nil)
    #expect(loader.cachedImage(of: Photo(path: "a"), at: size)?.width == 4)
    #expect(await story(loader.stages(of: Photo(path: "a"), at: size)) == ["full 4"])
  }

  @Test func stagesAreDeliveredWithoutATaskUntilCancelled() async throws {
    let decoder = GatedDecoder(isOpen: false)
    let loader = PhotoLoader(workers: 1, decoder: decoder)
    var calls = decoder.calls.makeAsyncIterator()
    let (delivered, report) = AsyncStream.makeStream(of: String.self)
    let request = loader.load(Photo(path: "a"), at: size) { stage in
      if case .preview = stage { report.yield("preview a") } else { report.yield("full a") }
    }
    decoder.letThrough(2)
    var seen = delivered.makeAsyncIterator()
    #expect(await seen.next() == "preview a")
    #expect(await seen.next() == "full a")
    #expect(!request.isCancelled)
    for call in ["preview a", "full a"] { #expect(await calls.next() == call) }

    let dropped = loader.load(Photo(path: "b"), at: size) { _ in report.yield("b") }
    #expect(await calls.next() == "preview b")
    dropped.cancel()
    decoder.letThrough()
    let last = loader.load(Photo(path: "a"), at: size) { _ in report.yield("kept a") }
    #expect(await seen.next() == "kept a")
    last.cancel()
    #expect(last.isCancelled)
  }

  @Test func twoRequestsForOnePictureAreDecodedOnce() async throws {
    let decoder = GatedDecoder(isOpen: false)
    let loader = PhotoLoader(workers: 2, decoder: decoder)
    let first = loader.stages(of: Photo(path: "a"), at: size)
    let second = loader.stages(of: Photo(path: "a"), at: size)
    decoder.letThrough(2)
    #expect(await story(first).last == "full 4")
    #expect(await story(second).last == "full 4")
    _ = await story(loader.stages(of: Photo(path: "a"), at: size))
    var calls = decoder.calls.makeAsyncIterator()
    #expect(await calls.next() == "preview a")
    #expect(await calls.next() == "full a")
    #expect(loader.usage.running == 0)
  }

  @Test @MainActor func nothingArrivesAfterCancelling() async throws {
    let decoder = GatedDecoder(isOpen: false)
    let loader = PhotoLoader(workers: 1, decoder: decoder)
    var calls = decoder.calls.makeAsyncIterator()
    var arrived: [String] = []
    let task = Task { arrived += await story(loader.stages(of: Photo(path: "a"), at: size)) }
    #expect(await calls.next() == "preview a")
    task.cancel()
    // The request is withdrawn where the task learns of it, which may be after `cancel()` has returned.
    await task.value
    decoder.letThrough()
    #expect(arrived.isEmpty)

    // What waits leaves the queue: the decoder never hears of it.
    let blocker = loader.stages(of: Photo(path: "b"), at: size)
    #expect(await calls.next() == "preview b")
    var dropped: PhotoLoader.Stages? = loader.stages(of: Photo(path: "c"), at: size)
    #expect(loader.usage.waiting == 1)
    dropped = nil
    #expect(dropped == nil)
    #expect(loader.usage.waiting == 0)
    decoder.letThrough(2)
    #expect(await story(blocker).last == "full 4")
    #expect(await calls.next() == "full b")
    #expect(loader.usage.cachedCount == 1)
  }

  @Test @MainActor func aStageThatIsAlreadyThereDoesNotArriveAfterCancelling() async throws {
    let loader = PhotoLoader(workers: 1, decoder: GatedDecoder(isOpen: true))
    _ = await story(loader.stages(of: Photo(path: "a"), at: size))
    var arrived = 0
    // Both the task's start and its end are on this actor: it cannot run before it is cancelled.
    let task = Task { for await _ in loader.stages(of: Photo(path: "a"), at: size) { arrived += 1 } }
    task.cancel()
    await task.value
    #expect(arrived == 0)
  }

  @Test func aFailureIsRememberedUntilTheFileChanges() async throws {
    let folder = try TemporaryFolder()
    let photo = try folder.add("a.jpg")
    let decoder = GatedDecoder(isOpen: true, error: .notAPicture(path: photo.path))
    let loader = PhotoLoader(workers: 1, decoder: decoder)
    for _ in 0..<3 { #expect(await story(loader.stages(of: photo, at: size)) == ["failed: Not a picture"]) }
    decoder.fail(with: nil)
    #expect(await story(loader.stages(of: photo, at: size)) == ["failed: Not a picture"])
    try folder.add("a.jpg", [1, 2, 3])
    #expect(await story(loader.stages(of: photo, at: size)).last == "full 4")
    var calls = decoder.calls.makeAsyncIterator()
    for call in ["preview a.jpg", "preview a.jpg", "full a.jpg"] { #expect(await calls.next() == call) }
  }

  @Test func aFailureOfTheSystemIsTriedAgain() async throws {
    let folder = try TemporaryFolder()
    let photo = try folder.add("a.jpg")
    let decoder = GatedDecoder(
      isOpen: true, error: .system(path: photo.path, operation: "decoded", code: ENOMEM))
    let loader = PhotoLoader(workers: 1, decoder: decoder)
    #expect(await story(loader.stages(of: photo, at: size)) == ["failed: Cannot allocate memory"])
    decoder.fail(with: nil)
    #expect(await story(loader.stages(of: photo, at: size)).last == "full 4")
  }

  @Test func aFileThatAppearsIsTriedAgain() async throws {
    let folder = try TemporaryFolder()
    let loader = PhotoLoader()
    let photo = Photo(path: folder.path + "/a.jpg")
    #expect(await story(loader.stages(of: photo, at: size)) == ["failed: No longer there"])
    try folder.add("a.jpg", JPEGFixture.quadrants(16, 16).bytes())
    #expect(await story(loader.stages(of: photo, at: size)) == ["full 16"])
  }

  @Test func aRandomWalkNeverExceedsTheBudget() async throws {
    // Each picture takes 16 × 16 pixels of 4 bytes; the budget holds seven and a bit.
    let budget = 7 * 1024 + 500
    let loader = PhotoLoader(byteBudget: budget, workers: 2, decoder: GatedDecoder(isOpen: true, side: 16))
    var random = SplitMix(seed: 3)
    var place = 500
    for step in 0..<400 {
      place += Int.random(in: -3...3, using: &random)
      var tasks: [Task<Int, Never>] = []
      for offset in -2...2 {
        let stages = loader.stages(
          of: Photo(path: "\(place + offset)"), at: size, priority: offset == 0 ? .current : .visible)
        tasks.append(Task { await story(stages).count })
      }
      if step % 3 == 0 { for task in tasks.dropFirst() { task.cancel() } }
      for task in tasks { _ = await task.value }
      // At one moment: a worker may still have in hand what was cancelled.
      let usage = loader.usage
      #expect(usage.cachedBytes <= budget)
      #expect(usage.cachedBytes == usage.cachedCount * 1024)
    }
    while loader.usage.running > 0 { await Task.yield() }
    #expect(loader.usage.peakBytes == 7 * 1024)
    #expect(loader.usage.waiting == 0)
    loader.byteBudget = 2 * 1024
    #expect(loader.usage.cachedCount == 2)
    loader.forgetAll()
    #expect(loader.usage.cachedBytes == 0)
  }

  @Test func lettingGoOfTheLoaderEndsItsStreams() async throws {
    let decoder = GatedDecoder(isOpen: false)
    var loader: PhotoLoader? = PhotoLoader(workers: 1, decoder: decoder)
    var calls = decoder.calls.makeAsyncIterator()
    let running = try #require(loader).stages(of: Photo(path: "a"), at: size)
    #expect(await calls.next() == "preview a")
    let waiting = try #require(loader).stages(of: Photo(path: "b"), at: size)
    loader = nil
    #expect(loader == nil)
    #expect(await story(running) == [])
    #expect(await story(waiting) == [])
    decoder.letThrough()
  }

  @Test func aFolderOfAllSortsGivesAStageForEach() async throws {
    let folder = try TemporaryFolder()
    var camera = JPEGFixture.quadrants(300, 200)
    camera.exif = ExifFixture.block(orientation: 6, thumbnail: JPEGFixture.quadrants(48, 32).bytes())
    let bytes = camera.bytes()
    try folder.add("1 camera.jpg", bytes)
    try folder.add("2 cut.jpg", Array(bytes.prefix(bytes.count - 400)))
    try folder.add("3 empty.png", [])
    try folder.add("4 icon.png", PNGFixture(width: 3, height: 3, samples: { _, _ in [0, 0, 0, 0] }).bytes())
    let loader = PhotoLoader(workers: 3)
    var endings: [String] = []
    for await batch in FolderScan(of: [folder.path]) {
      for photo in batch.photos {
        endings.append("\(photo.caption): \(await story(loader.stages(of: photo, at: size)).last ?? "")")
      }
    }
    #expect(
      endings == [
        "1 camera: full 67", "2 cut: incomplete 67 Incomplete picture", "3 empty: failed: Empty file",
        "4 icon: full 3",
      ])
  }
}
