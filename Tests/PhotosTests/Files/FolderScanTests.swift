import DecoderProtocol
import Foundation
import ImageFixtures
import PhotoLoading
import Photos
import Testing

struct FolderScanTests {
  private func scan(
    _ paths: [String], _ subfolders: FolderScan.Subfolders = .skipped
  ) async -> (names: [String], problems: [PhotoError]) {
    var names: [String] = []
    var problems: [PhotoError] = []
    for await batch in FolderScan(of: paths, subfolders: subfolders) {
      names += batch.photos.map(\.name)
      problems += batch.problems
    }
    return (names, problems)
  }

  @Test("A scan lists the images directly in a folder in natural order")
  func folder() async throws {
    let folder = try TemporaryFolder()
    for name in [
      "IMG_10.JPG", "IMG_2.jpeg", "a.png", "notes.txt", ".hidden.jpg", "jpg", "movie.mp4", "Ω.jpg",
    ] {
      try folder.add(name)
    }
    try folder.addFolder("folder.jpg")
    try folder.add("folder.jpg/inside.jpg")
    let result = await scan([folder.path])
    #expect(result.names == ["a.png", "IMG_2.jpeg", "IMG_10.JPG", "Ω.jpg"])
    #expect(result.problems.isEmpty)
  }

  @Test(
    "Subfolders follow the photos of their folder, and a loop of symbolic links does not make the scan endless"
  )
  func subfolders() async throws {
    let folder = try TemporaryFolder()
    for name in ["Day 10", "Day 2/Evening"] { try folder.addFolder(name) }
    for name in ["z.jpg", "Day 10/a.jpg", "Day 2/b.jpg", "Day 2/Evening/c.jpg"] { try folder.add(name) }
    symlink("..", folder.path + "/Day 2/back")
    symlink(folder.path, folder.path + "/Day 10/loop")
    symlink("nowhere", folder.path + "/Day 10/broken.jpg")
    symlink("../z.jpg", folder.path + "/Day 10/link.jpg")
    let result = await scan([folder.path], .entered)
    #expect(result.names == ["z.jpg", "b.jpg", "c.jpg", "a.jpg", "broken.jpg", "link.jpg"])
    #expect(result.problems.isEmpty)
  }

  @Test("Paths are scanned in the given order; a file given by its path may have any extension")
  func givenOrder() async throws {
    let folder = try TemporaryFolder()
    try folder.addFolder("album")
    for name in ["b.jpg", "a.dat", "album/2.jpg", "album/1.jpg"] { try folder.add(name) }
    let result = await scan(["b.jpg", "a.dat", "album", "b.jpg"].map { folder.path + "/" + $0 })
    #expect(result.names == ["b.jpg", "a.dat", "1.jpg", "2.jpg", "b.jpg"])
  }

  @Test("Invalid paths are reported, and the scan continues")
  func invalidPaths() async throws {
    let folder = try TemporaryFolder()
    try folder.addFolder("empty")
    try folder.addFolder("parent/child")
    try folder.add("fine.jpg")
    mkfifo(folder.path + "/pipe.jpg", 0o600)
    let paths = ["missing", "empty", "parent", "fine.jpg", "pipe.jpg", "fine.jpg/x"].map {
      folder.path + "/" + $0
    }
    let result = await scan(paths)
    #expect(result.names == ["fine.jpg"])
    #expect(
      result.problems == [
        .notFound(path: paths[0]), .noPhotos(path: paths[1], hasSubfolders: false),
        .noPhotos(path: paths[2], hasSubfolders: true), .notAFile(path: paths[4]),
        .notFound(path: paths[5]),
      ])
    #expect(result.problems[0].description.contains(paths[0]))
    #expect(result.problems[2].description.contains("It has subfolders"))
  }

  @Test("A folder without read permission is reported")
  func notPermitted() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      try folder.addFolder("locked")
      try folder.add("locked/a.jpg")
      try becomeUnprivileged(owning: folder.path)
      chmod(folder.path + "/locked", 0)
      var problems: [PhotoError] = []
      FolderScan(of: [folder.path + "/locked"]).scan { batch in
        problems += batch.problems
        return true
      }
      chmod(folder.path + "/locked", 0o700)
      guard problems == [.notPermitted(path: folder.path + "/locked")] else { exit(1) }
    }
  }

  @Test("Files with names that are not UTF-8 are found and opened")
  func notUTF8() async throws {
    let folder = try TemporaryFolder()
    let name = folder.path.utf8CString.dropLast() + [47, -1, 46, 112, 110, 103, 0]  // "/\xFF.png"
    let descriptor = open(Array(name), O_CREAT | O_WRONLY, 0o600)
    let bytes = PNGFixture(width: 1, height: 1, samples: { _, _ in [9, 9, 9, 255] }).bytes()
    write(descriptor, bytes, bytes.count)
    close(descriptor)
    var photos: [Photo] = []
    for await batch in FolderScan(of: [folder.path]) { photos += batch.photos }
    let photo = try #require(photos.first)
    #expect(photo.name == "\u{FFFD}.png")
    let decoded = try HelperDecoder.shared.decode(
      photo, at: TargetSize(width: 9, height: 9), cancellation: Cancellation())
    #expect(decoded.image.color(0, 0) == PixelColor(red: 9, green: 9, blue: 9))
  }

  @Test("When a folder has 100,000 files, the first batch is delivered before the scan ends")
  func hundredThousandFiles() throws {
    let folder = try TemporaryFolder()
    let first = try folder.add("IMG_1.jpg")
    // Hard links, because only the names matter. Some file systems allow at most 65,000 links to a file.
    var target = first.path
    for number in 2...100_000 {
      let name = folder.path + "/IMG_\(number).jpg"
      if number % 50_000 == 0 {
        try folder.add("IMG_\(number).jpg")
        target = name
      } else {
        try #require(link(target, name) == 0)
      }
    }
    // Returning `false` for the first batch ends the scan.
    var batches: [[String]] = []
    FolderScan(of: [folder.path]).scan { batch in
      if !batch.photos.isEmpty { batches.append(batch.photos.map(\.name)) }
      return batches.isEmpty
    }
    #expect(batches == [(1...64).map { "IMG_\($0).jpg" }])

    // A complete scan delivers all files in order, in at most eight batches.
    var names: [String] = []
    var count = 0
    FolderScan(of: [folder.path]).scan { batch in
      names += batch.photos.map(\.name)
      count += batch.photos.isEmpty ? 0 : 1
      return true
    }
    #expect(names == (1...100_000).map { "IMG_\($0).jpg" })
    #expect(count <= 8)
  }

  @Test("Leaving the loop ends the scan")
  func leavingTheLoop() async throws {
    let folder = try TemporaryFolder()
    for number in 1...200 { try folder.add("\(number).jpg") }
    for await batch in FolderScan(of: [folder.path]) {
      #expect(batch.photos.count == 64)
      break
    }
  }
}

/// Changes the owner of a folder to `nobody` and drops root privileges, so that permissions take effect. It must be
/// called in an exit test, because it changes the user of the process.
func becomeUnprivileged(owning path: String) throws {
  guard geteuid() == 0 else { return }
  let nobody: uid_t = 65534
  for name in [""] + (try FileManager.default.subpathsOfDirectory(atPath: path)) {
    lchown(path + "/" + name, nobody, nobody)
  }
  guard setgroups(0, nil) == 0, setgid(nobody) == 0, setuid(nobody) == 0, geteuid() == nobody else { exit(3) }
}
