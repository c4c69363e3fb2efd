import DecoderClient
import DecoderProtocol
import Drawing
import Foundation
import ImageFixtures
import Photos
import TestSupport
import Testing
import Threads

/// The use of thumbnails on disk as previews, and the writing of missing ones.
struct PhotoThumbnailTests {
  private let folder: TemporaryFolder
  private let store: ThumbnailStore
  private let decoder: PhotoDecoder

  init() throws {
    folder = try TemporaryFolder()
    store = ThumbnailStore(folder: folder.path + "/thumbnails", program: "test")
    decoder = PhotoDecoder(store: store)
  }

  private func original(_ photo: Photo) throws -> ThumbnailStore.Original {
    try #require(ThumbnailStore.Original(path: Array(photo.path.utf8)))
  }

  @Test("A thumbnail that was written in advance is the preview until the photo changes", .proves("D071"))
  func ahead() throws {
    let photo = try folder.add("a.jpg", JPEGFixture.quadrants(600, 300).bytes())
    #expect(try decoder.preview(of: photo, cancellation: Cancellation()) == nil)
    #expect(try decoder.makeThumbnail(of: photo, cancellation: Cancellation()) == .made)
    #expect(try decoder.makeThumbnail(of: photo, cancellation: Cancellation()) == .unneeded)
    let preview = try #require(try decoder.preview(of: photo, cancellation: Cancellation()))
    #expect((preview.width, preview.height) == (256, 128))
    #expect(preview.quarters.map(\.isReddish) == [true, false, false, false])

    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1000)], ofItemAtPath: photo.path)
    #expect(try decoder.preview(of: photo, cancellation: Cancellation()) == nil)
  }

  @Test(
    "If the folder of the thumbnails does not answer, photos are shown with their embedded previews, after one limit of time",
    .enabled(if: StallingFolder.isAvailable, "\(StallingFolder.requirement)"))
  func stalledFolder() throws {
    let stalled = try StallingFolder()
    defer { stalled.release() }
    for size in ThumbnailSize.allCases { stalled.add(size.folderName, [1], stalling: .lookup) }
    let clock = LimitClock(at: 100)
    var options = DecoderPool.Options()
    options.calls = FileCalls(clock: clock)
    let decoder = PhotoDecoder(options, store: ThumbnailStore(folder: stalled.path, program: "test"))
    var camera = JPEGFixture.quadrants(1200, 800)
    camera.exif = ExifFixture.block(orientation: 1, thumbnail: JPEGFixture.quadrants(300, 200).bytes())
    let photos = try ["a.jpg", "b.jpg"].map { try folder.add($0, camera.bytes()) }
    let width = WatchedValue<Int?>(nil)
    Thread {
      let image = try? decoder.preview(of: photos[0], cancellation: Cancellation())
      width.withLock { $0 = image?.width ?? 0 }
    }.start()
    try stalled.waitForStall()
    clock.advance(by: 10)
    #expect(try width.wait(for: "the preview") { $0 } == 300)
    // The next photo does not wait.
    #expect(try decoder.preview(of: photos[1], cancellation: Cancellation())?.width == 300)
  }

  @Test("A thumbnail is made from the embedded preview if that is large enough")
  func embedded() throws {
    var camera = JPEGFixture.quadrants(1200, 800)
    camera.exif = ExifFixture.block(orientation: 1, thumbnail: JPEGFixture.quadrants(300, 200).bytes())
    let photo = try folder.add("a.jpg", camera.bytes())
    #expect(try decoder.makeThumbnail(of: photo, cancellation: Cancellation()) == .made)
    let preview = try #require(try decoder.preview(of: photo, cancellation: Cancellation()))
    #expect((preview.width, preview.height) == (256, 171))
  }

  @Test("A thumbnail is written after a photo was decoded for display")
  func shown() async throws {
    let photo = try folder.add("a.jpg", JPEGFixture.quadrants(600, 300).bytes())
    _ = try decoder.decode(photo, at: TargetSize(width: 400, height: 400), cancellation: Cancellation())
    let original = try original(photo)
    try await waitUntil("the large thumbnail") { store.has(original, size: .large) }
  }

  @Test(
    "The thumbnail that suffices for the box is written, and read again",
    arguments: [(300, ThumbnailSize.normal), (700, .large), (1500, .extraLarge), (2500, .extraExtraLarge)])
  func sizes(box: Int, size: ThumbnailSize) async throws {
    let photo = try folder.add("a.jpg", JPEGFixture.quadrants(1100, 550).bytes())
    let box = TargetSize(width: box, height: box)
    _ = try decoder.decode(photo, at: box, cancellation: Cancellation())
    let original = try original(photo)
    try await waitUntil("the thumbnail \(size)") { store.has(original, size: size) }
    for other in ThumbnailSize.allCases where other != size { #expect(!store.has(original, size: other)) }
    let preview = try #require(try decoder.preview(of: photo, for: box, cancellation: Cancellation()))
    #expect((preview.width, preview.height) == (size.side, size.side / 2))
  }

  @Test("Of several thumbnails the smallest that suffices is read, or else the largest")
  func smallest() throws {
    let photo = try folder.add("a.jpg", JPEGFixture.quadrants(1100, 550).bytes())
    func width(box: Int) throws -> Int? {
      let box = TargetSize(width: box, height: box / 2)
      return try decoder.preview(of: photo, for: box, cancellation: Cancellation())?.width
    }
    for size in [ThumbnailSize.normal, .extraLarge] {
      #expect(try decoder.makeThumbnail(of: photo, size: size, cancellation: Cancellation()) == .made)
    }
    #expect(try width(box: 384) == 128)
    #expect(try width(box: 385) == 512)
    #expect(try width(box: 1536) == 512)
    #expect(try width(box: 30_000) == 512)
    #expect(
      try decoder.makeThumbnail(of: photo, size: .extraExtraLarge, cancellation: Cancellation()) == .made)
    #expect(try width(box: 30_000) == 1024)
    #expect(try width(box: 1) == 128)
  }

  @Test("A small photo needs no thumbnail, and a damaged photo is decoded only once")
  func withoutThumbnail() throws {
    let small = try folder.add("small.jpg", JPEGFixture.quadrants(64, 32).bytes())
    #expect(try decoder.makeThumbnail(of: small, cancellation: Cancellation()) == .unneeded)
    let damaged = try folder.add("damaged.jpg", [1, 2, 3])
    #expect(throws: PhotoError.notAnImage(path: damaged.path)) {
      try decoder.makeThumbnail(of: damaged, cancellation: Cancellation())
    }
    #expect(try decoder.makeThumbnail(of: damaged, cancellation: Cancellation()) == .failedBefore)
  }

  @Test("If a photo was not decoded for another reason than its content, the next call tries again")
  func otherReason() throws {
    var bytes = JPEGFixture.quadrants(600, 300).bytes()
    let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[frame + 1] = 0xC1  // extended sequential
    bytes[frame + 4] = 12  // bits
    let photo = try folder.add("a.jpg", bytes)
    for _ in 0..<2 {
      #expect(throws: PhotoError.unsupported(path: photo.path, format: "12-bit JPEG")) {
        try decoder.makeThumbnail(of: photo, cancellation: Cancellation())
      }
    }
  }

  @Test("A thumbnail whose pixels are missing is ignored")
  func damagedThumbnail() throws {
    let photo = try folder.add("a.jpg", JPEGFixture.quadrants(600, 300).bytes())
    #expect(try decoder.makeThumbnail(of: photo, cancellation: Cancellation()) == .made)
    let path = "\(store.folder)/large/\(try original(photo).name)"
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    // The texts are intact, but the pixels are missing.
    let end = try #require(bytes.range(of: Data("IDAT".utf8))?.upperBound)
    try bytes[..<end].write(to: URL(fileURLWithPath: path))
    #expect(try decoder.preview(of: photo, cancellation: Cancellation()) == nil)
  }
}

extension PixelColor {
  fileprivate var isReddish: Bool { red > green + 40 && red > blue + 40 }
}
