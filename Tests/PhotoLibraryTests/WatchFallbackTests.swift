import Foundation
import PhotoLibrary
import TestSupport
import Testing

/// Changes that the kernel does not report, and paths that arrive later.
struct WatchFallbackTests {
  private func change(_ folder: TemporaryFolder) throws {
    try folder.rename("1.jpg", to: "9.jpg")
    try folder.remove("2.jpg")
    try folder.add("3.jpg", "another content")
    try folder.add("5.jpg")
    try folder.add("sub/deep/6.jpg")
  }

  private func check(_ live: LiveLibrary, _ ids: [PhotoID]) {
    let wanted = ["3.jpg", "4.jpg", "5.jpg", "9.jpg", "sub/deep/6.jpg"]
    #expect(live.names { Set($0) == Set(wanted) }.sorted() == wanted)
    // The renamed photo and the unchanged one keep their identities.
    func id(_ name: String) -> PhotoID? { live.photos.first { $0.photo.name == name }?.id }
    #expect(id("9.jpg") == ids[0])
    #expect(id("4.jpg") == ids[3])
    live.wait { live.photos.first { $0.photo.name == "3.jpg" }?.revision?.byteCount == 15 }
    #expect(live.photos.first { $0.photo.name == "3.jpg" }?.revision?.byteCount == 15)
  }

  private func makeFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["1.jpg", "2.jpg", "3.jpg", "4.jpg"] { try folder.add(name) }
    return folder
  }

  @Test("After an overflow of the kernel's queue, all folders are listed again")
  func overflow() throws {
    let folder = try makeFolder()
    let live = LiveLibrary(folder) {
      $0.isRecursive = true
      $0.messages = .lost
    }
    #expect(live.complete().count == 4)
    live.wait { live.photos.allSatisfy { $0.revision != nil } }
    let ids = live.photos.map(\.id)
    try change(folder)
    live.library.loseMessages()
    check(live, ids)
    // A folder that was found by the listing is watched from then on.
    try folder.add("sub/deep/7.jpg")
    live.library.loseMessages()
    #expect(live.names(count: 6).contains("sub/deep/7.jpg"))
  }

  @Test("Folders without messages about changes are listed again and again")
  func polling() throws {
    let folder = try makeFolder()
    let live = LiveLibrary(folder) {
      $0.isRecursive = true
      $0.messages = .none
      $0.pollInterval = 0.02
    }
    #expect(live.complete().count == 4)
    live.wait { live.photos.allSatisfy { $0.revision != nil } }
    let ids = live.photos.map(\.id)
    try change(folder)
    check(live, ids)
    try folder.remove("sub")
    #expect(live.names(count: 4).count == 4)
  }

  @Test("Paths that arrive later are listed while more are expected, in the order of their arrival")
  func laterPaths() throws {
    let folder = try TemporaryFolder()
    for name in ["c.jpg", "a.jpg", "b.jpg", "more/z.jpg", "more/y.jpg"] { try folder.add(name) }
    let live = LiveLibrary(folder, paths: []) { $0.expectsMorePaths = true }
    func paths(_ names: [String]) -> [[UInt8]] { names.map { Array((folder.path + "/" + $0).utf8) } }
    live.library.add(paths(["c.jpg", "a.jpg"]))
    #expect(live.names(count: 2) == ["c.jpg", "a.jpg"])
    #expect(live.updates.last?.isComplete == false)
    live.library.add(paths(["more", "nothing.jpg", "b.jpg"]))
    #expect(live.names(count: 5) == ["c.jpg", "a.jpg", "more/y.jpg", "more/z.jpg", "b.jpg"])
    #expect(live.updates.last?.isComplete == false)
    live.library.endPaths()
    #expect(live.complete().count == 5)
    #expect(live.problems == [.notFound(path: folder.path + "/nothing.jpg")])
    try folder.remove("a.jpg")
    #expect(live.names(count: 4) == ["c.jpg", "more/y.jpg", "more/z.jpg", "b.jpg"])
  }
}
