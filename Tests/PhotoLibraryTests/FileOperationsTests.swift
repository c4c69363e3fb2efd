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
