import Foundation
import TestSupport
import Testing

extension PhotoBrowserTests {
  /// The option `--thumbnail`, which writes thumbnails in advance.
  @Suite("Thumbnails") struct ThumbnailTests {
    private func run(_ folder: TemporaryFolder) throws -> PhotoBrowser.Run {
      try PhotoBrowser.run(
        ["--thumbnail", folder("photos")], environment: ["XDG_CACHE_HOME": folder("cache")])
    }

    @Test("--thumbnail writes missing thumbnails, and reports a damaged file only in the first run")
    func made() throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder, named: "photos")
        try folder.write("no image", to: "photos/damaged.jpg")
        let first = try run(folder)
        #expect(first.exit == .code(PhotoBrowser.ExitCode.success))
        #expect(first.output == ["\(photos.paths.count) thumbnails made, 0 not needed, 1 failed"])
        #expect(first.errors.count == 1)
        #expect(first.errors.first?.contains("damaged.jpg") == true)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder("cache/thumbnails/large"))
        #expect(files.count == photos.paths.count)
        #expect(files.allSatisfy { $0.hasSuffix(".png") && $0.utf8.count == 36 })

        let second = try run(folder)
        #expect(second.output == ["0 thumbnails made, \(photos.paths.count) not needed, 1 failed"])
        #expect(second.errors.isEmpty)
      }
    }

    @Test("An error is reported if the folder for thumbnails cannot be created")
    func unwritable() throws {
      try withTemporaryFolder { folder in
        _ = try SamplePhotos(into: folder, named: "photos")
        try folder.write("a file, not a folder", to: "cache")
        let run = try run(folder)
        #expect(run.output.first?.hasPrefix("0 thumbnails made") == true)
        #expect(run.errors.isEmpty == false)
      }
    }
  }
}
