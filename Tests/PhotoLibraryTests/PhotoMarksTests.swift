import Foundation
import PhotoLibrary
import TestSupport
import Testing

/// Marks of photos, and the file that stores them.
struct PhotoMarksTests {
  private static func entry(_ path: [UInt8], inode: UInt64, version: Int64 = 1) -> FileEntry {
    let identity = FileIdentity(device: 1, inode: inode)
    return FileEntry(
      photo: Photo(pathBytes: path), identity: identity,
      revision: FileRevision(identity: identity, byteCount: 10, modified: version))
  }

  /// A list, and marks that follow its changes.
  private struct Followed {
    var list = LibraryList()
    var marks = PhotoMarks()

    mutating func apply(_ events: [LibraryEvent]) {
      let old = list.photos
      var update = PhotoLibrary.Update()
      update.change = list.apply(events)
      update.photos = list.photos
      marks.follow(old, update)
    }

    mutating func mark(_ name: String) {
      for photo in list.photos where photo.photo.name == name { marks.set(photo.id, isMarked: true) }
    }

    var marked: [String] { list.photos.filter { marks.contains($0.id) }.map(\.photo.name) }
  }

  private static func path(_ name: String) -> [UInt8] { Array("/p/\(name)".utf8) }

  private func followed(_ names: [String]) -> Followed {
    var followed = Followed()
    followed.apply(
      names.enumerated().map {
        .found(Self.entry(Self.path($1), inode: UInt64($0 + 1)), isNotice: false)
      })
    return followed
  }

  @Test("A mark stays with its photo when the photo is renamed, and returns when a removed photo reappears")
  func following() {
    var followed = followed(["1.jpg", "2.jpg", "3.jpg"])
    followed.mark("2.jpg")
    followed.apply([.renamed(Photo(path: "/p/2.jpg"), Self.entry(Self.path("9.jpg"), inode: 2))])
    #expect(followed.marked == ["9.jpg"])
    followed.apply([.lost(Photo(path: "/p/9.jpg"))])
    #expect(followed.marked.isEmpty)
    followed.apply([.found(Self.entry(Self.path("9.jpg"), inode: 77, version: 5), isNotice: true)])
    #expect(followed.marked == ["9.jpg"])
  }

  @Test(
    "Marks that are read from a file apply also to photos that were renamed or replaced after the file was written"
  )
  func file() throws {
    var before = followed(["1.jpg", "2.jpg", "3.jpg"])
    before.mark("1.jpg")
    before.mark("3.jpg")
    let marks = try #require(PhotoMarks(fileContent: before.marks.fileContent(before.list.photos)))
    var after = Followed()
    after.marks = marks
    after.apply([
      .found(Self.entry(Self.path("2.jpg"), inode: 2), isNotice: false),
      // The photo was replaced by another file at the same path.
      .found(Self.entry(Self.path("1.jpg"), inode: 8, version: 4), isNotice: false),
      .found(Self.entry(Self.path("renamed.jpg"), inode: 3), isNotice: false),
    ])
    #expect(after.marked == ["1.jpg", "renamed.jpg"])
    // Another file has the inode of the removed photo.
    after = Followed()
    after.marks = marks
    after.apply([.found(Self.entry(Self.path("new.jpg"), inode: 3, version: 9), isNotice: false)])
    #expect(after.marked.isEmpty)
    #expect(after.marks.fileContent(after.list.photos) == before.marks.fileContent(before.list.photos))
  }

  @Test("Any path survives writing and reading a mark file", arguments: 1...50)
  func anyPath(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let path = [0x2F] + (0..<random.whole(1...60)).map { _ in UInt8(random.whole(1...255)) } + [0x61]
    var followed = Followed()
    followed.apply([.found(Self.entry(path, inode: 1), isNotice: false)])
    followed.mark(followed.list.photos[0].photo.name)
    let content = followed.marks.fileContent(followed.list.photos)
    var after = Followed()
    after.marks = try #require(PhotoMarks(fileContent: content))
    after.apply([.found(Self.entry(path, inode: 2, version: 3), isNotice: false)])
    #expect(after.marks.photos.count == 1)
    // A damaged file must not trap.
    var damaged = content
    for _ in 0..<5 { damaged[random.whole(0...(damaged.count - 1))] = UInt8(random.whole(0...255)) }
    _ = PhotoMarks(fileContent: damaged)
  }

  @Test("The mark file is in the user's state folder, and only the user can read it")
  func place() throws {
    func file(_ environment: [String: String]) -> String? {
      MarkFile.ofUser(program: "p") { environment[$0].map { Array($0.utf8) } }
        .map { String(decoding: $0.path, as: UTF8.self) }
    }
    #expect(file(["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s/p/marks")
    #expect(file(["XDG_STATE_HOME": "relative", "HOME": "/h"]) == "/h/.local/state/p/marks")
    #expect(file([:]) == nil)

    let folder = try TemporaryFolder()
    let marks = MarkFile(path: Array((folder.path + "/state/p/marks").utf8))
    #expect(try marks.read().photos.isEmpty)
    var followed = followed(["1.jpg"])
    followed.mark("1.jpg")
    try marks.write(followed.marks, of: followed.list.photos)
    try marks.write(followed.marks, of: followed.list.photos)
    #expect(try marks.read().fileContent([]) == followed.marks.fileContent(followed.list.photos))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/state/p/marks")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state/p") == ["marks"])
    try folder.add("state/p/marks", "something else")
    #expect(throws: FileOperationError.notMarks(path: folder.path + "/state/p/marks")) { try marks.read() }
  }
}
