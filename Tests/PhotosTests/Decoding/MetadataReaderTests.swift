import DecoderClient
import Foundation
import ImageFixtures
import Photos
import TestSupport
import Testing

/// The orders of photos that depend on the contents of the files.
struct MetadataReaderTests {
  /// The states of a library.
  private final class States: Sendable {
    /// Signaled after each state.
    private let condition = NSCondition()
    nonisolated(unsafe) private var photos: [LibraryPhoto] = []  // under `condition`

    func receive(_ update: PhotoLibrary.Update) {
      condition.withLock { photos = update.photos }
      condition.broadcast()
    }

    /// Waits until the photos have these names, for at most 60 s, and returns their names.
    func names(waitingFor expected: [String]) -> [String] {
      names { $0.map(\.photo.name) == expected }
    }

    /// Waits until the files of this number of photos were read, for at most 60 s, and returns their names.
    func names(waitingForMetadataOf count: Int) -> [String] {
      names { $0.count == count && $0.allSatisfy { $0.metadata != nil } }
    }

    private func names(when isReached: ([LibraryPhoto]) -> Bool) -> [String] {
      let end = Date(timeIntervalSinceNow: 60)
      return condition.withLock {
        while !isReached(photos), condition.wait(until: end) {}
        return photos.map(\.photo.name)
      }
    }
  }

  @Test(
    "Photos are ordered by the date at which they were taken, and by their shape",
    arguments: [(PhotoOrder.Key.dateTaken, ["c", "a", "b"]), (.shape, ["b", "a", "c"])])
  func order(key: PhotoOrder.Key, expected: [String]) throws {
    let folder = try TemporaryFolder()
    for (name, size, date) in [
      ("a", (20, 20), "2021:01:01 00:00:00"), ("b", (10, 20), "2022:01:01 00:00:00"),
      ("c", (30, 20), "2020:01:01 00:00:00"),
    ] {
      var jpeg = JPEGFixture.quadrants(size.0, size.1)
      jpeg.exif = ExifFixture.block(changed: "2030:01:01 00:00:00", taken: date)
      try folder.add(name + ".jpg", jpeg.bytes())
    }
    // The damaged file comes last, because only its modification time is known.
    try folder.add("z damaged.jpg")
    var options = PhotoLibrary.Options(paths: [Array(folder.path.utf8)])
    options.order = PhotoOrder(.name)
    let library = PhotoLibrary(options)
    let (states, reader) = (States(), MetadataReader(library, PhotoDecoder()))
    library.start { update in
      reader.read(update.photos)
      states.receive(update)
    }
    // The order by name does not read the versions of the files, so they are unknown when the order changes.
    library.sort(by: PhotoOrder(key))
    let names = expected.map { $0 + ".jpg" } + ["z damaged.jpg"]
    #expect(states.names(waitingFor: names) == names)
    // A photo that is added later is read, too.
    var jpeg = JPEGFixture.quadrants(18, 20)
    jpeg.exif = ExifFixture.block(changed: "2030:01:01 00:00:00", taken: "2021:06:01 00:00:00")
    try folder.add("0.jpg", jpeg.bytes())
    let later =
      (key == .shape ? ["b.jpg", "0.jpg", "a.jpg", "c.jpg"] : ["c.jpg", "a.jpg", "0.jpg", "b.jpg"])
      + ["z damaged.jpg"]
    #expect(states.names(waitingFor: later) == later)
    // A file that changes is read again, each time.
    for width in [40, 10] {
      jpeg = JPEGFixture.quadrants(width, 20)
      jpeg.exif = ExifFixture.block(changed: "2030:01:01 00:00:00", taken: "2022:01:01 00:00:00")
      try folder.add("b.jpg", jpeg.bytes())
      let changed =
        key == .dateTaken || width == 10
        ? later : ["0.jpg", "a.jpg", "c.jpg", "b.jpg", "z damaged.jpg"]
      #expect(states.names(waitingFor: changed) == changed)
    }
    library.stop()
  }

  @Test(
    "The metadata are read with the helpers of the decoder, and with no others", arguments: [true, false])
  func helpers(hasHelpers: Bool) throws {
    let folder = try TemporaryFolder()
    for (name, year, modified) in [("a", 2023, 2000.0), ("b", 2022, 1000), ("c", 2021, 3000)] {
      var jpeg = JPEGFixture.quadrants(20, 20)
      jpeg.exif = ExifFixture.block(changed: "2030:01:01 00:00:00", taken: "\(year):01:01 00:00:00")
      try folder.add(name + ".jpg", jpeg.bytes())
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: modified)], ofItemAtPath: folder(name + ".jpg"))
    }
    var options = DecoderPool.Options()
    options.helperCount = 1
    if !hasHelpers { options.helperPath = "/missing/carousel-decoder" }
    let decoder = PhotoDecoder(options)
    let library = PhotoLibrary(PhotoLibrary.Options(paths: [Array(folder.path.utf8)]))
    let (states, reader) = (States(), MetadataReader(library, decoder))
    library.start { update in
      reader.read(update.photos)
      states.receive(update)
    }
    defer { library.stop() }
    library.sort(by: PhotoOrder(.dateTaken))
    // Without helpers, only the times of the last changes are known.
    let expected = hasHelpers ? ["c.jpg", "b.jpg", "a.jpg"] : ["b.jpg", "a.jpg", "c.jpg"]
    _ = states.names(waitingForMetadataOf: 3)
    // The order follows in another update.
    #expect(states.names(waitingFor: expected) == expected)
  }
}
