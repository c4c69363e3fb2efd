import Foundation
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
