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

    @Test("If the folder for thumbnails cannot be created, the cause is reported, and the exit code is 74")
    func unwritable() throws {
      try withTemporaryFolder { folder in
        _ = try SamplePhotos(into: folder, named: "photos")
        try folder.write("a file, not a folder", to: "cache")
        let run = try run(folder)
        #expect(run.output.first?.hasPrefix("0 thumbnails made") == true)
        #expect(run.errors.first?.contains("Not a directory") == true, "\(run.errors)")
        #expect(run.exit == .code(PhotoBrowser.ExitCode.cannotWrite))
      }
    }

    @Test(
      "A full disk is reported with the remedy, the exit code is 74, and nothing is left but whole thumbnails",
      .enabled(if: SmallDisk.isAvailable, "needs a private mount namespace, as root or as an ordinary user"))
    func fullDisk() throws {
      try withTemporaryFolder { folder in
        let photos = try SamplePhotos(into: folder, named: "photos")
        try folder.addFolder("cache")
        // The disk has room for two small files.
        let run = try SmallDisk.run(
          bytes: 8192, at: folder("cache"),
          "\(PhotoBrowser.program) --thumbnail '\(photos.folder)'; code=$?; ls \(folder("cache"))/thumbnails/large; exit $code",
          environment: ["XDG_CACHE_HOME": folder("cache")])
        #expect(run.exit == .code(PhotoBrowser.ExitCode.cannotWrite))
        #expect(
          run.errors.first?.hasSuffix("No space left on device. Free some space on its disk.") == true,
          "\(run.errors)")
        #expect(run.output.first == "2 thumbnails made, 0 not needed, 5 failed")
        #expect(run.output.count == 3 && run.output.dropFirst().allSatisfy { $0.hasSuffix(".png") })
      }
    }
  }
}

/// A small file system in a mount namespace of its own.
private enum SmallDisk {
  /// Whether this machine allows it.
  static let isAvailable =
    (try? run(bytes: 4096, at: "/tmp", "true", environment: [:]).exit) == .code(0)

  /// Runs a script of the shell while a file system of this size is mounted on a folder, for the script only.
  static func run(
    bytes: Int, at folder: String, _ script: String, environment: [String: String]
  ) throws -> PhotoBrowser.Run {
    try PhotoBrowser.run(
      [
        "--mount", "--map-root-user", "sh", "-c",
        "mount -t tmpfs -o size=\(bytes) tmpfs '\(folder)' && \(script)",
      ], environment: environment, program: "unshare")
  }
}
