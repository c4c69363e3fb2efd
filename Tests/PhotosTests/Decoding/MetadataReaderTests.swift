import Foundation
import ImageFixtures
import Photos
import TestSupport
import Testing

/// The orders of photos that depend on the contents of the files.
struct MetadataReaderTests {
  private final class States: @unchecked Sendable {
    private let lock = NSLock()
    private var photos: [LibraryPhoto] = []

    func receive(_ update: PhotoLibrary.Update) { lock.withLock { photos = update.photos } }
    var names: [String] { lock.withLock { photos.map(\.photo.name) } }
  }

  @Test(
    "Photos are ordered by the date at which they were taken, and by their shape",
    arguments: [(PhotoOrder.Key.dateTaken, ["c", "a", "b"]), (.shape, ["b", "a", "c"])])
  func order(key: PhotoOrder.Key, expected: [String]) async throws {
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
    let (states, reader) = (States(), MetadataReader(library))
    library.start { update in
      reader.read(update.photos)
      states.receive(update)
    }
    // The order by name does not read the versions of the files, so they are unknown when the order changes.
    library.sort(by: PhotoOrder(key))
    let names = expected.map { $0 + ".jpg" } + ["z damaged.jpg"]
    for _ in 0..<2000 where states.names != names { try await Task.sleep(for: .milliseconds(5)) }
    #expect(states.names == names)
    // A photo that is added later is read, too.
    var jpeg = JPEGFixture.quadrants(18, 20)
    jpeg.exif = ExifFixture.block(changed: "2030:01:01 00:00:00", taken: "2021:06:01 00:00:00")
    try folder.add("0.jpg", jpeg.bytes())
    let later = key == .shape ? ["b.jpg", "0.jpg", "a.jpg", "c.jpg"] : ["c.jpg", "a.jpg", "0.jpg", "b.jpg"]
    for _ in 0..<2000 where states.names != later + ["z damaged.jpg"] {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(states.names == later + ["z damaged.jpg"])
    // A file that changes is read again, each time.
    for width in [40, 10] {
      jpeg = JPEGFixture.quadrants(width, 20)
      jpeg.exif = ExifFixture.block(changed: "2030:01:01 00:00:00", taken: "2022:01:01 00:00:00")
      try folder.add("b.jpg", jpeg.bytes())
      let changed =
        key == .dateTaken || width == 10 ? later : ["0.jpg", "a.jpg", "c.jpg", "b.jpg"]
      for _ in 0..<2000 where states.names != changed + ["z damaged.jpg"] {
        try await Task.sleep(for: .milliseconds(5))
      }
      #expect(states.names == changed + ["z damaged.jpg"])
    }
    library.stop()
  }
}
