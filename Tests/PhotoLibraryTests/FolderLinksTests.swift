import Foundation
import PhotoLibrary
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
}
