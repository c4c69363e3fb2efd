import Foundation
import PhotoLibrary
import Synchronization
import TestSupport
import Testing

/// Links to folders inside and outside of the given folder.
struct FolderLinksTests {
  /// Returns a folder with `photos`, which has links, and with `outside`.
  private func makeFolder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["photos/1.jpg", "photos/a/2.jpg", "photos/.store/3.jpg", "outside/4.jpg"] {
      try folder.add(name)
    }
    link("../outside", "photos/out", in: folder)
    link(".store", "photos/in", in: folder)
    link("..", "photos/a/up", in: folder)
    return folder
  }

  private func link(_ target: String, _ path: String, in folder: TemporaryFolder) {
    symlink(target, folder.path + "/" + path)
  }

  private func skipped(_ live: LiveLibrary) -> [String] { live.updates.flatMap(\.skippedLinks) }

  @Test("A link that leaves the folder is reported and not followed; a link inside is followed; loops end")
  func inside() throws {
    let folder = try makeFolder()
    let live = LiveLibrary(folder, paths: ["photos"]) { $0.isRecursive = true }
    #expect(Set(live.complete()) == ["photos/1.jpg", "photos/a/2.jpg", "photos/in/3.jpg"])
    #expect(live.names.count == 3)
    #expect(skipped(live) == [folder.path + "/photos/out"])
    #expect(live.problems.isEmpty)
  }

  @Test("On request, links that leave the folder are followed")
  func followed() throws {
    let folder = try makeFolder()
    let live = LiveLibrary(folder, paths: ["photos"]) {
      $0.isRecursive = true
      $0.followsLinks = true
    }
    let names = ["photos/1.jpg", "photos/a/2.jpg", "photos/in/3.jpg", "photos/out/4.jpg"]
    #expect(live.complete().sorted() == names)
    #expect(skipped(live) == [])
  }

  @Test("If the given folder is itself a link, links inside its target are followed")
  func givenLink() throws {
    let folder = try makeFolder()
    link("photos", "album", in: folder)
    let live = LiveLibrary(folder, paths: ["album/"]) { $0.isRecursive = true }
    #expect(live.complete().sorted() == ["album/1.jpg", "album/a/2.jpg", "album/in/3.jpg"])
  }

  @Test("A folder that holds only a link to a folder outside has no photos")
  func onlyLink() throws {
    let folder = try TemporaryFolder()
    try folder.add("outside/1.jpg")
    try folder.add("bare/note.txt")
    link("../outside", "bare/out", in: folder)
    let live = LiveLibrary(folder, paths: ["bare"])
    #expect(live.complete() == [])
    #expect(skipped(live) == [folder.path + "/bare/out"])
    let following = LiveLibrary(folder, paths: ["bare"]) { $0.followsLinks = true }
    #expect(following.complete() == ["bare/out/1.jpg"])
  }

  @Test(
    "The same rule applies to folders and links that appear later",
    arguments: [WatchMessages.kernel, .none])
  func watching(messages: WatchMessages) throws {
    let folder = try makeFolder()
    let live = LiveLibrary(folder, paths: ["photos"]) {
      $0.isRecursive = true
      $0.messages = messages
      $0.pollInterval = 0.02
    }
    #expect(live.complete().count == 3)
    // A new folder with a link that leaves the given folder, and a link to a listed folder.
    try folder.add("prepared/5.jpg")
    link("../../outside", "prepared/out", in: folder)
    link("../a", "prepared/again", in: folder)
    try folder.rename("prepared", to: "photos/new")
    live.wait { skipped(live).contains(folder.path + "/photos/new/out") }
    #expect(skipped(live).contains(folder.path + "/photos/new/out"))
    #expect(live.names(count: 4).sorted().last == "photos/new/5.jpg")
    // New links: to a folder outside, to a listed folder, and to a folder that is not listed.
    try folder.add("photos/.more/6.jpg")
    link("/usr/share", "photos/far", in: folder)
    link("a", "photos/twice", in: folder)
    link(".more", "photos/more", in: folder)
    #expect(
      live.names { $0.contains("photos/more/6.jpg") }.sorted() == [
        "photos/1.jpg", "photos/a/2.jpg", "photos/in/3.jpg", "photos/more/6.jpg", "photos/new/5.jpg",
      ])
    // A removed link takes its photos with it.
    try folder.remove("photos/more")
    #expect(live.names { !$0.contains("photos/more/6.jpg") }.count == 4)
    #expect(live.names.count == 4)
  }

  @Test("A folder inside the given folder has its own path, although a link to it comes first")
  func folderBeforeLink() throws {
    let folder = try TemporaryFolder()
    for name in ["photos/z/1.jpg", "photos/b/c/2.jpg"] { try folder.add(name) }
    link("z", "photos/a", in: folder)
    link("b/c", "photos/aa", in: folder)
    let live = LiveLibrary(folder, paths: ["photos"]) { $0.isRecursive = true }
    #expect(live.complete() == ["photos/b/c/2.jpg", "photos/z/1.jpg"])
    // The folder remains listed and watched without the link.
    try folder.remove("photos/a")
    try folder.add("photos/z/3.jpg")
    #expect(live.names(count: 3) == ["photos/b/c/2.jpg", "photos/z/1.jpg", "photos/z/3.jpg"])
    try folder.rename("photos/z", to: "photos/y")
    #expect(
      live.names { $0.last == "photos/y/3.jpg" } == ["photos/b/c/2.jpg", "photos/y/1.jpg", "photos/y/3.jpg"])
  }

  @Test("Without a recursive listing, too, a subfolder has its own path, although a link to it comes first")
  func subfolderBeforeLink() throws {
    let folder = try TemporaryFolder()
    try folder.add("photos/z/1.jpg")
    link("z", "photos/a", in: folder)
    #expect(LiveLibrary(folder, paths: ["photos"]).complete() == ["photos/z/1.jpg"])
  }

  @Test("If a link is removed, its folder and the folder's subfolders are listed under their other paths")
  func otherPaths() throws {
    let folder = try TemporaryFolder()
    for name in ["photos/.store/1.jpg", "outside/deep/2.jpg"] { try folder.add(name) }
    link(".store", "photos/a", in: folder)
    link(".store", "photos/b", in: folder)
    link("../outside/deep", "photos/c", in: folder)
    link("../outside", "photos/d", in: folder)
    let live = LiveLibrary(folder, paths: ["photos"]) {
      $0.isRecursive = true
      $0.followsLinks = true
    }
    #expect(live.complete() == ["photos/a/1.jpg", "photos/c/2.jpg"])
    try folder.remove("photos/a")
    #expect(live.names { $0.first == "photos/b/1.jpg" } == ["photos/b/1.jpg", "photos/c/2.jpg"])
    try folder.remove("photos/c")
    #expect(live.names { $0.last == "photos/d/deep/2.jpg" } == ["photos/b/1.jpg", "photos/d/deep/2.jpg"])
    // The folders are watched under their new paths.
    for name in ["photos/.store/3.jpg", "outside/deep/4.jpg"] { try folder.add(name) }
    let names = ["photos/b/1.jpg", "photos/b/3.jpg", "photos/d/deep/2.jpg", "photos/d/deep/4.jpg"]
    #expect(live.names(count: 4) == names)
  }

  @Test("One thread lists the folders of 40 new links, and a folder with two new links is listed once")
  func oneThread() throws {
    let folder = try TemporaryFolder()
    try folder.add("photos/1.jpg")
    for number in 10..<30 { try folder.add("photos/.\(number)/2.jpg") }
    let starts = Mutex<[@Sendable () -> Void]>([])
    let live = LiveLibrary(folder, paths: ["photos"]) {
      $0.isRecursive = true
      $0.startScan = { body in
        starts.withLock { $0.append(body) }
        return true
      }
    }
    func run(_ index: Int) { starts.withLock { $0[index] }() }
    run(0)
    #expect(live.complete() == ["photos/1.jpg"])
    for number in 10..<30 {
      link(".\(number)", "photos/a\(number)", in: folder)
      link(".\(number)", "photos/b\(number)", in: folder)
    }
    // The changes arrive in order. When the second photo is listed, the changes before the first were handled.
    try folder.add("photos/8.jpg")
    #expect(live.names(count: 2) == ["photos/1.jpg", "photos/8.jpg"])
    try folder.add("photos/9.jpg")
    #expect(live.names(count: 3) == ["photos/1.jpg", "photos/8.jpg", "photos/9.jpg"])
    try #require(starts.withLock { $0.count } == 2)
    run(1)
    let photos = ["photos/1.jpg", "photos/8.jpg", "photos/9.jpg"]
    #expect(live.names(count: 23) == photos + (10..<30).map { "photos/a\($0)/2.jpg" })
    #expect(starts.withLock { $0.count } == 2)
  }
}
