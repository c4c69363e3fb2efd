import Foundation
import Glibc
import PhotoLibrary
import TestSupport
import Testing
import Threads

/// Folders and files on a mount that does not answer. The limit of 10 s passes in virtual time.
@Suite(.enabled(if: StallingFolder.isAvailable, "\(StallingFolder.requirement)"))
struct StalledMountTests {
  private let clock = LimitClock(at: 0)
  private let stalled: StallingFolder
  private let folder: TemporaryFolder

  init() throws {
    stalled = try StallingFolder()
    folder = try TemporaryFolder()
  }

  private func library(_ paths: [String], _ change: (inout PhotoLibrary.Options) -> Void = { _ in })
    -> LiveLibrary
  {
    LiveLibrary(folder, paths: paths) {
      $0.calls = FileCalls(clock: clock)
      $0.paths = $0.paths.enumerated().map { paths[$0].hasPrefix("/") ? Array(paths[$0].utf8) : $1 }
      $0.isWatching = false
      change(&$0)
    }
  }

  @Test(
    "A given folder that is not listed, or not found, is reported after 10 s, and the others are listed meanwhile",
    arguments: [StallingFolder.Operations.open, .lookup])
  func givenFolder(operation: StallingFolder.Operations) throws {
    stalled.add("x.jpg", [1])
    stalled.stall(operation)
    try folder.add("a/1.jpg")
    let live = library([stalled.path, "a"])
    try stalled.waitForStall()
    #expect(live.names(count: 1) == ["a/1.jpg"])
    #expect(live.updates.last?.isComplete == false)
    clock.advance(by: 11)
    #expect(live.complete() == ["a/1.jpg"])
    #expect(live.problems == [.stalled(path: stalled.path, seconds: 10)])
    stalled.release()
  }

  @Test("A given file that is not found is reported after 10 s")
  func givenFile() throws {
    let path = stalled.add("x.jpg", [1], stalling: .lookup)
    try folder.add("a/1.jpg")
    let live = library([path, "a"])
    try stalled.waitForStall()
    clock.advance(by: 11)
    #expect(live.complete() == ["a/1.jpg"])
    #expect(live.problems == [.stalled(path: path, seconds: 10)])
    stalled.release()
  }

  @Test(
    "Links from a local folder to a folder that does not answer end the listing after 10 s, with one message")
  func links() throws {
    stalled.stall([.lookup, .open])
    for name in ["nas", "other", "third"] { symlink(stalled.path, folder(name)) }
    let live = library([folder.path]) { $0.isRecursive = true }
    try stalled.waitForStall()
    #expect(live.updates.last?.isComplete != true)
    clock.advance(by: 11)
    #expect(live.complete() == [])
    #expect(live.problems.filter { if case .stalled = $0 { true } else { false } }.count == 1)
    stalled.release()
  }

  @Test("A link to a photo that does not answer is listed, and the listing goes on after 10 s")
  func linkedPhoto() throws {
    let path = stalled.add("x.jpg", [1], stalling: .lookup)
    symlink(path, folder("a.jpg"))
    try folder.add("b.jpg")
    let live = library([folder.path])
    try stalled.waitForStall()
    clock.advance(by: 11)
    #expect(live.complete() == ["a.jpg", "b.jpg"])
    stalled.release()
  }

  @Test("A new link to a photo that does not answer delays no message about other files")
  func watchedLink() throws {
    let path = stalled.add("x.jpg", [1], stalling: .lookup)
    try folder.add("b.jpg")
    let live = library([folder.path]) { $0.isWatching = true }
    #expect(live.complete() == ["b.jpg"])
    symlink(path, folder("a.jpg"))
    try stalled.waitForStall()
    try folder.add("c.jpg")
    #expect(live.names(count: 2) == ["b.jpg", "c.jpg"])
    stalled.release()
  }

  @Test("While a folder that is listed again does not answer, those on other mounts are listed again")
  func listedAgain() throws {
    let others = try (0..<4).map { _ in try StallingFolder() }
    for folder in others + [stalled] { folder.add("a.jpg", [1]) }
    let live = library([stalled.path] + others.map(\.path)) {
      $0.isWatching = true
      $0.pollInterval = 1e6
    }
    #expect(live.complete().count == 5)
    stalled.stall([.lookup, .open])
    for folder in others { folder.add("b.jpg", [1]) }
    live.library.loseMessages()
    #expect(live.names(count: 9).count == 9)
    stalled.release()
  }

  @Test("A file whose version is not read is listed without it")
  func version() throws {
    stalled.add("x.jpg", [1], stalling: .lookup)
    let live = library([stalled.path])
    try stalled.waitForStall()
    clock.advance(by: 11)
    _ = live.complete()
    #expect(live.photos.map(\.photo.path) == [stalled.path + "/x.jpg"])
    #expect(live.problems.isEmpty)
    stalled.release()
  }
}
