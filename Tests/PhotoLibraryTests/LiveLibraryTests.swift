import Foundation
import PhotoLibrary
import TestSupport
import Testing

/// A library of real folders. The tests wait until the list is as expected. They do not check durations.
struct LiveLibraryTests {
  @Test("Only files with the extension of an image are listed, in natural order")
  func listing() throws {
    let folder = try TemporaryFolder()
    for name in ["IMG_10.JPG", "IMG_2.jpg", "note.txt", ".hidden.png", "x.WebP", "sub/1.png", "jpg"] {
      try folder.add(name)
    }
    try folder.add("folder.jpg/inner.txt")
    mkfifo(folder.path + "/pipe.jpg", 0o600)
    symlink("missing", folder.path + "/broken.png")
    symlink("IMG_2.jpg", folder.path + "/link.png")
    symlink("pipe.jpg", folder.path + "/linked-pipe.png")
    let live = LiveLibrary(folder)
    #expect(live.complete() == ["broken.png", "IMG_2.jpg", "IMG_10.JPG", "link.png", "x.WebP"])
    #expect(live.problems.isEmpty)
  }

  @Test("Hidden files and subfolders are listed on request; a folder in a loop of links is listed only once")
  func recursive() throws {
    let folder = try TemporaryFolder()
    for name in ["1.jpg", "b/2.jpg", "a/3.jpg", "a/.c/4.jpg", ".5.jpg"] { try folder.add(name) }
    symlink("..", folder.path + "/a/up")
    let plain = LiveLibrary(folder) { $0.isRecursive = true }
    #expect(plain.complete() == ["1.jpg", "a/3.jpg", "b/2.jpg"])
    let hidden = LiveLibrary(folder) {
      $0.isRecursive = true
      $0.showsHidden = true
    }
    #expect(hidden.complete() == [".5.jpg", "1.jpg", "a/3.jpg", "a/.c/4.jpg", "b/2.jpg"])
  }

  @Test("Metadata that were read are delivered in each order: a search by date needs them")
  func described() throws {
    let folder = try TemporaryFolder()
    for name in ["a.jpg", "b.jpg"] { try folder.add(name) }
    for key in [PhotoOrder.Key.name, .dateTaken] {
      let live = LiveLibrary(folder) { $0.order = PhotoOrder(key) }
      _ = live.complete()
      let photo = try #require(live.photos.first)
      live.library.describe(photo.id, PhotoMetadata(taken: 5, aspectRatio: 1))
      func isDescribed() -> Bool { live.photos.contains { $0.id == photo.id && $0.metadata?.taken == 5 } }
      live.wait { isDescribed() }
      #expect(isDescribed(), "\(key)")
    }
  }

  @Test("Given files are listed in the given order, with any extension, and missing files are reported")
  func givenFiles() throws {
    let folder = try TemporaryFolder()
    for name in ["b.txt", "a.jpg", "c.jpg"] { try folder.add(name) }
    let live = LiveLibrary(folder, paths: ["c.jpg", "nothing.jpg", "b.txt", "a.jpg"])
    #expect(live.complete() == ["c.jpg", "b.txt", "a.jpg"])
    #expect(live.problems == [.notFound(path: folder.path + "/nothing.jpg")])
  }

  @Test("If a folder holds only folders, their photos are listed, and the folder is reported")
  func onlyFolders() throws {
    let folder = try TemporaryFolder()
    for name in ["b/1.jpg", "a/2.jpg", "a/deep/3.jpg"] { try folder.add(name) }
    let live = LiveLibrary(folder)
    #expect(live.complete() == ["a/2.jpg", "b/1.jpg"])
    #expect(live.updates.flatMap(\.searchedFolders) == [folder.path])
    #expect(live.problems.isEmpty)
  }

  @Test("A folder without photos is reported as a problem")
  func noPhotos() throws {
    let folder = try TemporaryFolder()
    try folder.add("a/b/c/1.jpg")
    try folder.add("bare/note.txt")
    for name in ["bare", "a"] {
      let live = LiveLibrary(folder, paths: [name])
      #expect(live.complete().isEmpty)
      #expect(live.problems == [.noPhotos(path: folder.path + "/" + name, hasSubfolders: name == "a")])
    }
  }

  @Test("The opened file is listed, with any extension, in the order of its folder")
  func openedFile() throws {
    let folder = try TemporaryFolder()
    for name in ["a.jpg", "b.photo", "c.jpg"] { try folder.add(name) }
    let live = LiveLibrary(folder) { $0.openedFile = Array((folder.path + "/b.photo").utf8) }
    #expect(live.complete() == ["a.jpg", "b.photo", "c.jpg"])
  }

  @Test("A folder of 100,000 files is delivered in batches, the first of 64", .proves("D070"))
  func large() throws {
    let folder = try TemporaryFolder()
    // Hard links need no inode. A file can have about 65,000 links.
    try folder.add("0.jpg")
    try folder.add("1.jpg")
    for number in 2..<100_000 {
      link(folder.path + "/\(number % 2).jpg", folder.path + "/\(number).jpg")
    }
    let live = LiveLibrary(folder) { $0.isWatching = false }
    let names = live.complete()
    #expect(names == (0..<100_000).map { "\($0).jpg" })
    let first = try #require(live.updates.first { !$0.photos.isEmpty })
    #expect(first.photos.prefix(64).map(\.photo.name) == (0..<64).map { "\($0).jpg" })
    #expect(live.updates.count < 40)
  }

  // MARK: Watching

  @Test("A given folder that is removed and made again, or replaced, is followed again")
  func folderReturns() throws {
    let folder = try TemporaryFolder()
    try folder.add("stick/1.jpg")
    let live = LiveLibrary(folder, paths: ["stick"]) { $0.pollInterval = 0.05 }
    #expect(live.complete() == ["stick/1.jpg"])
    for number in 2...3 {
      try folder.remove("stick")
      #expect(live.names(count: 0) == [])
      try folder.add("stick/\(number).jpg")
      #expect(live.names(count: 1) == ["stick/\(number).jpg"])
      // Changes are followed as before.
      try folder.add("stick/8.jpg")
      #expect(live.names(count: 2).last == "stick/8.jpg")
    }
    try folder.remove("stick")
    #expect(live.names(count: 0) == [])
    // The folders of a camera's memory card are below a folder without photos.
    try folder.add("card/DCIM/5.jpg")
    try folder.rename("card", to: "stick")
    #expect(live.names(count: 1) == ["stick/DCIM/5.jpg"])
    try folder.add("other/7.jpg")
    try folder.rename("stick", to: "old")
    try folder.rename("other", to: "stick")
    #expect(live.names { $0 == ["stick/7.jpg"] } == ["stick/7.jpg"])
  }

  @Test("Adding, writing, renaming and removing a photo changes the list accordingly", .proves("D070"))
  func watching() throws {
    let folder = try TemporaryFolder()
    for name in ["1.jpg", "3.jpg"] { try folder.add(name) }
    let live = LiveLibrary(folder)
    #expect(live.complete() == ["1.jpg", "3.jpg"])
    let ids = live.photos.map(\.id)
    try folder.add("2.jpg")
    #expect(live.names(count: 3) == ["1.jpg", "2.jpg", "3.jpg"])
    try folder.rename("1.jpg", to: "9.jpg")
    #expect(live.names { $0.last == "9.jpg" } == ["2.jpg", "3.jpg", "9.jpg"])
    #expect(live.photos[2].id == ids[0] && live.photos[1].id == ids[1])
    try folder.remove("2.jpg")
    #expect(live.names(count: 2) == ["3.jpg", "9.jpg"])
    // The file is written in place.
    let handle = try #require(FileHandle(forWritingAtPath: folder.path + "/3.jpg"))
    handle.write(Data("longer".utf8))
    try handle.close()
    live.wait { live.updates.last?.change.changes == [0] }
    #expect(live.updates.last?.change.changes == [0])
    // The file is replaced, as programs do that save files safely.
    try folder.add(".3.jpg.part", "a new photo")
    try folder.rename(".3.jpg.part", to: "3.jpg")
    live.wait { live.photos.first?.revision?.byteCount == 11 }
    #expect(live.updates.last?.change.changes == [0])
    #expect(live.photos.map(\.id) == [ids[1], ids[0]])
    // A file without the extension of an image is renamed to one.
    try folder.add("4.txt")
    try folder.rename("4.txt", to: "4.jpg")
    #expect(live.names(count: 3) == ["3.jpg", "4.jpg", "9.jpg"])
    try folder.rename("4.jpg", to: "4.txt")
    #expect(live.names(count: 2) == ["3.jpg", "9.jpg"])
    symlink("9.jpg", folder.path + "/link.jpg")
    #expect(live.names(count: 3) == ["3.jpg", "9.jpg", "link.jpg"])
  }

  @Test("Adding, renaming, removing and hiding folders changes the list")
  func watchingFolders() throws {
    let folder = try TemporaryFolder()
    for name in ["1.jpg", "a/2.jpg", "a/b/3.jpg"] { try folder.add(name) }
    let live = LiveLibrary(folder) { $0.isRecursive = true }
    #expect(live.complete() == ["1.jpg", "a/2.jpg", "a/b/3.jpg"])
    let ids = live.photos.map(\.id)
    try folder.rename("a", to: "z")
    #expect(live.names { $0.last == "z/b/3.jpg" } == ["1.jpg", "z/2.jpg", "z/b/3.jpg"])
    #expect(live.photos.map(\.id) == ids)
    // The renamed folder is watched under its new path.
    try folder.add("z/b/4.jpg")
    #expect(live.names(count: 4).last == "z/b/4.jpg")
    try folder.add("new/deep/5.jpg")
    #expect(live.names(count: 5)[1] == "new/deep/5.jpg")
    try folder.remove("z")
    #expect(live.names(count: 2) == ["1.jpg", "new/deep/5.jpg"])
    try folder.rename("new", to: ".new")
    #expect(live.names(count: 1) == ["1.jpg"])
  }

  @Test("A new order moves the photos, which keep their identities")
  func sorting() throws {
    let folder = try TemporaryFolder()
    for (name, text) in [("1.jpg", "xxx"), ("2.jpg", "x"), ("3.jpg", "xx")] { try folder.add(name, text) }
    let live = LiveLibrary(folder)
    #expect(live.complete() == ["1.jpg", "2.jpg", "3.jpg"])
    let ids = live.photos.map(\.id)
    live.wait { live.photos.allSatisfy { $0.revision != nil } }
    live.library.sort(by: PhotoOrder(.size))
    #expect(live.names { $0.first == "2.jpg" } == ["2.jpg", "3.jpg", "1.jpg"])
    #expect(live.photos.map(\.id) == [ids[1], ids[2], ids[0]])
    live.library.sort(by: PhotoOrder(.shape))
    live.library.describe(ids[2], PhotoMetadata(aspectRatio: 0.5))
    #expect(live.names { $0.first == "3.jpg" } == ["3.jpg", "1.jpg", "2.jpg"])
  }

  @Test("A new order that moves no photo is delivered, because the owner shows the order")
  func sameSequence() throws {
    let folder = try TemporaryFolder()
    for name in ["1.jpg", "2.jpg"] { try folder.add(name) }
    let live = LiveLibrary(folder)
    #expect(live.complete() == ["1.jpg", "2.jpg"])
    live.library.sort(by: PhotoOrder(.size))
    live.wait { live.updates.last?.order == PhotoOrder(.size) }
    #expect(live.updates.last?.order == PhotoOrder(.size) && live.names == ["1.jpg", "2.jpg"])
  }

  @Test("Names that are not UTF-8, of 255 bytes, or with line ends are listed")
  func names() throws {
    let folder = try TemporaryFolder()
    let names: [[UInt8]] = [
      [0xFF, 0xFE] + Array(".jpg".utf8), Array("a\nb.jpg".utf8),
      [UInt8](repeating: 0x61, count: 251) + Array(".jpg".utf8),
    ]
    for name in names {
      let path = Array(folder.path.utf8) + [0x2F] + name + [0]
      let descriptor = path.withUnsafeBytes {
        open($0.assumingMemoryBound(to: CChar.self).baseAddress!, O_WRONLY | O_CREAT, 0o600)
      }
      try #require(descriptor >= 0)
      close(descriptor)
    }
    let live = LiveLibrary(folder)
    _ = live.complete()
    #expect(
      Set(live.photos.map { Array($0.photo.pathBytes.dropFirst(folder.path.utf8.count + 1)) }) == Set(names))
    #expect(live.photos.map(\.photo.caption).contains("a\u{FFFD}b"))
  }
}
