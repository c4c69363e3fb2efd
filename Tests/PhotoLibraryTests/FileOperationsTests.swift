import Foundation
import PhotoLibrary
import TestSupport
import Testing

/// A trash for tests: files are moved into a folder.
private struct FolderTrash: FileTrash {
  let folder: String

  func trash(_ path: [UInt8]) throws(FileOperationError) -> [UInt8] {
    let trashed = folder + "/" + UUID().uuidString
    guard rename(String(decoding: path, as: UTF8.self), trashed) == 0 else {
      throw .notFound(path: String(decoding: path, as: UTF8.self))
    }
    return Array(trashed.utf8)
  }

  func restore(_ trashed: [UInt8], to path: [UInt8]) throws(FileOperationError) {
    rename(String(decoding: trashed, as: UTF8.self), String(decoding: path, as: UTF8.self))
  }
}

/// Operations on files, and their undo.
struct FileOperationsTests {
  private let folder: TemporaryFolder
  private var operations: FileOperations

  init() throws {
    folder = try TemporaryFolder()
    for name in ["1.jpg", "2.jpg"] { try folder.add(name, name) }
    for name in ["trash", "album"] { try folder.add(name + "/.keep") }
    operations = FileOperations(trash: FolderTrash(folder: folder.path + "/trash"))
  }

  private func photo(_ name: String) -> Photo { Photo(path: folder.path + "/" + name) }

  /// The contents of all photos by name, without the trash.
  private func content() throws -> [String: String] {
    var content: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".jpg") && !name.hasPrefix("trash") {
      content[name] = try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
    }
    return content
  }

  private let start = ["1.jpg": "1.jpg", "2.jpg": "2.jpg"]

  // MARK: Orientation

  /// Returns the bytes of a file with a TIFF entry for an orientation, whose value begins at 108.
  private static func file(_ orientation: UInt8, isLittleEndian: Bool) -> [UInt8] {
    let entry: [UInt8] =
      isLittleEndian
      ? [0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0] : [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation]
    return (0..<100).map { UInt8($0) } + entry + (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
  }

  /// Returns a change of a file of ``file(_:isLittleEndian:)``.
  private static func change(_ old: Int, _ new: Int) throws -> OrientationChange {
    try #require(OrientationChange(offset: 108, isLittleEndian: true, from: old, to: new))
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: folder(name))))
  }

  @Test(
    "The orientation of a file is changed in a copy that replaces it, with its permissions; undo restores the bytes and the times",
    arguments: [true, false])
  mutating func orientation(isLittleEndian: Bool) throws {
    let (old, new) = (
      Self.file(1, isLittleEndian: isLittleEndian), Self.file(6, isLittleEndian: isLittleEndian)
    )
    try Data(old).write(to: URL(filePath: folder("1.jpg")))
    chmod(folder("1.jpg"), 0o640)
    var before = stat()
    stat(folder("1.jpg"), &before)
    let change = try #require(
      OrientationChange(offset: 108, isLittleEndian: isLittleEndian, from: 1, to: 6))
    try operations.setOrientation(of: photo("1.jpg"), change)
    #expect(try bytes("1.jpg") == new)
    var after = stat()
    stat(folder("1.jpg"), &after)
    #expect(after.st_mode == before.st_mode && after.st_ino != before.st_ino)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names) == ["1.jpg", "2.jpg", "trash", "album"])
    #expect(try operations.undo() == photo("1.jpg"))
    #expect(try bytes("1.jpg") == old)
    stat(folder("1.jpg"), &after)
    #expect(after.st_mtim.tv_sec == before.st_mtim.tv_sec && after.st_mtim.tv_nsec == before.st_mtim.tv_nsec)
    #expect(after.st_mode == before.st_mode)
  }

  @Test(
    "Two changes of one file are undone in turn; one that cannot be undone does not keep earlier ones from it"
  )
  mutating func undoneInTurn() throws {
    for name in ["1.jpg", "2.jpg"] {
      try Data(Self.file(1, isLittleEndian: true)).write(to: URL(filePath: folder(name)))
    }
    try operations.setOrientation(of: photo("2.jpg"), Self.change(1, 8))
    try operations.setOrientation(of: photo("1.jpg"), Self.change(1, 6))
    try operations.setOrientation(of: photo("1.jpg"), Self.change(6, 3))
    try operations.undo()
    #expect(try bytes("1.jpg") == Self.file(6, isLittleEndian: true))
    try Data([1, 2, 3]).write(to: URL(filePath: folder("1.jpg")))
    #expect(throws: FileOperationError.changed(path: folder.path + "/1.jpg")) { try operations.undo() }
    #expect(operations.undoCount == 1)
    try operations.undo()
    #expect(try bytes("2.jpg") == Self.file(1, isLittleEndian: true) && bytes("1.jpg") == [1, 2, 3])
  }

  @Test("A file with another name, which would keep the former content, is not changed")
  mutating func hardLink() throws {
    let old = Self.file(1, isLittleEndian: true)
    try Data(old).write(to: URL(filePath: folder("1.jpg")))
    link(folder("1.jpg"), folder("album/1.jpg"))
    #expect(throws: FileOperationError.hasOtherNames(path: folder.path + "/1.jpg")) {
      try operations.setOrientation(of: photo("1.jpg"), Self.change(1, 6))
    }
    #expect(try bytes("1.jpg") == old && bytes("album/1.jpg") == old)
  }

  @Test("A link stays a link, and the file that it leads to gets the orientation")
  mutating func orientationOfLink() throws {
    try Data(Self.file(1, isLittleEndian: true)).write(to: URL(filePath: folder("1.jpg")))
    try FileManager.default.createSymbolicLink(
      atPath: folder("album/link.jpg"), withDestinationPath: "../1.jpg")
    try operations.setOrientation(of: photo("album/link.jpg"), Self.change(1, 3))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder("album/link.jpg")) == "../1.jpg")
    #expect(try bytes("1.jpg") == Self.file(3, isLittleEndian: true))
  }

  @Test(
    "A place without the expected entry, or with another value, changes nothing and leaves no file behind")
  mutating func falsePlace() throws {
    let old = Self.file(1, isLittleEndian: true)
    try Data(old).write(to: URL(filePath: folder("1.jpg")))
    let path = folder.path + "/1.jpg"
    for (offset, isLittleEndian, from, to) in [
      (107, true, 1, 6), (108, false, 1, 6), (108, true, 2, 6), (108, true, 1, 9), (108, true, 0, 1),
      (-5, true, 1, 6),
      (0, true, 1, 6), (Int.max, true, 1, 6), (old.count, true, 1, 6), (old.count + 20, true, 1, 6),
    ] {
      // Numbers that are out of range make no change.
      let change = OrientationChange(offset: offset, isLittleEndian: isLittleEndian, from: from, to: to)
      #expect((change == nil) == (offset < 8 || from == 0 || to == 9))
      guard let change else { continue }
      #expect(throws: FileOperationError.changed(path: path)) {
        try operations.setOrientation(of: photo("1.jpg"), change)
      }
    }
    #expect(try bytes("1.jpg") == old)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 4)
    #expect(operations.undoCount == 0)
  }

  /// Returns the start of a JPEG file with segments, and image data.
  private static func jpeg(_ segments: [UInt8]...) -> [UInt8] {
    [0xFF, 0xD8] + segments.flatMap(\.self) + [0xFF, 0xDA, 0, 4, 1, 2, 7, 7, 0xFF, 0xD9]
  }
  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content
  }
  private static func exif(_ tiff: [UInt8]) -> [UInt8] { segment(0xE1, Array("Exif\0\0".utf8) + tiff) }

  @Test(
    "A JPEG file that states no orientation gets it behind the segments of JFIF, or in its EXIF segment; undo restores it"
  )
  mutating func addedOrientation() throws {
    let jfif = Self.segment(0xE0, Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0])
    let entry: [UInt8] = [0x32, 1, 2, 0, 1, 0, 0, 0, 65, 0, 0, 0]
    let tiff: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0] + entry + [0, 0, 0, 0]
    for file in [
      Self.jpeg(), Self.jpeg(jfif), Self.jpeg(jfif, Self.exif(tiff)), Self.jpeg(Self.exif(tiff + [9])),
      // With fill bytes before the markers.
      Self.jpeg([0xFF] + jfif, [0xFF, 0xFF] + Self.exif(tiff)),
    ] {
      try Data(file).write(to: URL(filePath: folder("1.jpg")))
      let change = try #require(OrientationChange.adding(6, to: photo("1.jpg")))
      try operations.setOrientation(of: photo("1.jpg"), change)
      let saved = try bytes("1.jpg")
      #expect(saved.count > file.count && saved.suffix(10) == file.suffix(10))
      let marks = saved.indices.count { saved[$0...].starts(with: Array("Exif\0\0".utf8)) }
      #expect(marks == 1)
      // It is stated now, so that no second one is added.
      #expect(OrientationChange.adding(6, to: photo("1.jpg")) == nil)
      try operations.undo()
      #expect(try bytes("1.jpg") == file)
    }
  }

  @Test("No orientation is added to a file that is damaged, is no JPEG file, or has no space for it")
  func notAdded() throws {
    let tiff: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
    let stated: [UInt8] =
      [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 4, 0, 0, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0]
    let whole = Self.jpeg(Self.exif(tiff))
    let files: [[UInt8]] = [
      [], [0xFF], [0xFF, 0xD8], Array("text".utf8), Array(whole.prefix(20)), Self.jpeg(Self.exif(stated)),
      Self.jpeg(Self.exif([])), Self.jpeg(Self.exif([0x4D, 0x4D, 0, 42, 0xFF, 0xFF, 0xFF, 0xFF])),
      Self.jpeg(Self.exif([0x49, 0x49, 42, 0, 8, 0, 0, 0, 0xFF, 0xFF])),
      Self.jpeg(Self.exif(tiff + [UInt8](repeating: 0, count: 65_510))), [0xFF, 0xD8, 0xFF, 0xE1, 0, 1],
    ]
    for (number, file) in files.enumerated() {
      try Data(file).write(to: URL(filePath: folder("1.jpg")))
      #expect(OrientationChange.adding(6, to: photo("1.jpg")) == nil, "file \(number)")
    }
    #expect(OrientationChange.adding(6, to: photo("missing.jpg")) == nil)
    try Data(whole).write(to: URL(filePath: folder("1.jpg")))
    #expect(OrientationChange.adding(9, to: photo("1.jpg")) == nil)
    #expect(OrientationChange.adding(0, to: photo("1.jpg")) == nil)
    // Altered files end in no trap.
    var random = SplitMix(seed: 5)
    for _ in 0..<2000 {
      var altered = Self.jpeg(Self.exif(stated), Self.exif(tiff))
      for _ in 0..<random.whole(1...4) {
        altered[random.whole(0...altered.count - 1)] = UInt8(random.whole(0...255))
      }
      try Data(altered).write(to: URL(filePath: folder("1.jpg")))
      _ = OrientationChange.adding(6, to: photo("1.jpg"))
    }
  }

  @Test("A file that was written after its orientation was saved is not changed back")
  mutating func changedBeforeUndo() throws {
    try Data(Self.file(1, isLittleEndian: true)).write(to: URL(filePath: folder("1.jpg")))
    try operations.setOrientation(of: photo("1.jpg"), Self.change(1, 6))
    let other = Self.file(6, isLittleEndian: true) + [1]
    try Data(other).write(to: URL(filePath: folder("1.jpg")))
    #expect(throws: FileOperationError.changed(path: folder.path + "/1.jpg")) { try operations.undo() }
    #expect(try bytes("1.jpg") == other)
  }

  @Test("Undo restores a photo from the trash, unless another file has its name")
  mutating func trash() throws {
    try operations.moveToTrash(photo("1.jpg"))
    #expect(try content() == ["2.jpg": "2.jpg"])
    // Another file now has the same name.
    try folder.add("1.jpg", "new")
    #expect(throws: FileOperationError.exists(path: folder.path + "/1.jpg")) { try operations.undo() }
    try folder.remove("1.jpg")
    #expect(try operations.undo() == photo("1.jpg"))
    #expect(try content() == start)
    #expect(throws: FileOperationError.nothingToUndo) { try operations.undo() }
  }

  @Test("Renaming a photo never replaces another file, and undo restores the photo's name")
  mutating func rename() throws {
    #expect(throws: FileOperationError.exists(path: folder.path + "/2.jpg")) {
      try operations.rename(photo("1.jpg"), to: Array("2.jpg".utf8))
    }
    for name in ["", ".", "..", "a/b", "a\0b"] {
      #expect(throws: FileOperationError.invalidName(name)) {
        try operations.rename(photo("1.jpg"), to: Array(name.utf8))
      }
    }
    #expect(throws: FileOperationError.notFound(path: folder.path + "/no.jpg")) {
      try operations.rename(photo("no.jpg"), to: Array("3.jpg".utf8))
    }
    #expect(operations.undoCount == 0)
    #expect(try operations.rename(photo("1.jpg"), to: Array("3.jpg".utf8)) == photo("3.jpg"))
    #expect(try content() == ["3.jpg": "1.jpg", "2.jpg": "2.jpg"])
    #expect(try operations.undo() == photo("1.jpg"))
    #expect(try content() == start)
  }

  @Test("The copy of a photo has the times of the photo; undo removes the copy unless the copy was changed")
  mutating func copy() throws {
    let date = Date(timeIntervalSince1970: 86400)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder.path + "/1.jpg")
    let album = Array((folder.path + "/album").utf8)
    #expect(try operations.copy(photo("1.jpg"), to: album) == photo("album/1.jpg"))
    #expect(try content()["album/1.jpg"] == "1.jpg")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/album/1.jpg")
    #expect(attributes[.modificationDate] as? Date == date)
    #expect(throws: FileOperationError.exists(path: folder.path + "/album/1.jpg")) {
      try operations.copy(photo("1.jpg"), to: album)
    }
    try folder.add("album/1.jpg", "edited")
    #expect(throws: FileOperationError.changed(path: folder.path + "/album/1.jpg")) { try operations.undo() }
    try folder.remove("album/1.jpg")
    #expect(try operations.undo() == nil)
    try operations.copy(photo("2.jpg"), to: album)
    try operations.undo()
    #expect(try content() == start)
  }

  @Test("A deleted photo cannot be restored")
  mutating func delete() throws {
    try operations.delete(photo("1.jpg"))
    #expect(try content() == ["2.jpg": "2.jpg"])
    #expect(operations.undoCount == 0)
    #expect(throws: FileOperationError.notFound(path: folder.path + "/1.jpg")) {
      try operations.delete(photo("1.jpg"))
    }
  }

  @Test("Random operations are undone in reverse order", arguments: 1...20)
  mutating func random(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var states: [[String: String]] = [try content()]
    for _ in 0..<40 {
      let names = try content().keys.sorted()
      if random.whole(0...2) == 0 || names.isEmpty {
        let isEmpty = operations.undoCount == 0
        do {
          try operations.undo()
          states.removeLast()
        } catch { #expect(isEmpty) }
        #expect(try content() == states.last)
        continue
      }
      let photo = photo(random.choice(names))
      let count = operations.undoCount
      switch random.whole(0...2) {
      case 0: try operations.moveToTrash(photo)
      case 1: _ = try? operations.rename(photo, to: Array("\(random.whole(1...5)).jpg".utf8))
      default: _ = try? operations.copy(photo, to: Array((folder.path + "/album/").utf8))
      }
      if operations.undoCount > count { states.append(try content()) }
    }
    while operations.undoCount > 0 { try operations.undo() }
    #expect(try content() == start)
  }
}

extension FileOperations {
  /// Changes the orientation of a file, as the user does.
  fileprivate mutating func setOrientation(
    of photo: Photo, _ change: OrientationChange
  ) throws(FileOperationError) {
    record(try Self.changeOrientation(of: photo, change))
  }
}
