import Foundation
import PhotoLibrary
import TestSupport

extension TemporaryFolder {
  /// Writes a file, and creates its folders.
  func add(_ name: String, _ text: String = "x") throws { try write(Data(text.utf8), to: name) }
}

/// A library, and the states that it has delivered.
final class LiveLibrary: Sendable {
  private struct State {
    var updates: [PhotoLibrary.Update] = []
  }

  let library: PhotoLibrary
  private let root: String
  /// Signaled after each state.
  private let condition = NSCondition()
  nonisolated(unsafe) private var state = State()  // under `condition`

  init(
    _ folder: TemporaryFolder, paths: [String]? = nil,
    _ change: (inout PhotoLibrary.Options) -> Void = { _ in }
  ) {
    root = folder.path + "/"
    let paths = paths?.map { folder.path + "/" + $0 } ?? [folder.path]
    var options = PhotoLibrary.Options(paths: paths.map { Array($0.utf8) })
    change(&options)
    library = PhotoLibrary(options)
    library.start { [weak self] update in self?.receive(update) }
  }

  deinit { library.stop() }

  private func receive(_ update: PhotoLibrary.Update) {
    condition.withLock { state.updates.append(update) }
    condition.broadcast()
  }

  var updates: [PhotoLibrary.Update] { condition.withLock { state.updates } }

  var photos: [LibraryPhoto] { updates.last?.photos ?? [] }

  /// The paths of the photos relative to the folder.
  var names: [String] { photos.map { $0.photo.path.replacingOccurrences(of: root, with: "") } }

  var problems: [LibraryProblem] { updates.flatMap(\.problems) }

  /// Waits until the list is as expected, for at most 60 s, and returns the list.
  func names(where isExpected: ([String]) -> Bool) -> [String] {
    wait { isExpected(names) }
    return names
  }

  func names(count: Int) -> [String] { names { $0.count == count } }

  /// Waits until all given paths are listed.
  func complete() -> [String] {
    wait { updates.last { $0.isComplete } != nil }
    return names
  }

  /// Waits until a condition on the states holds, for at most 60 s. The condition is checked after each state.
  func wait(until isMet: () -> Bool) {
    let end = Date(timeIntervalSinceNow: 60)
    var count = 0
    while !isMet(), Date() < end {
      condition.withLock {
        while state.updates.count == count, condition.wait(until: end) {}
        count = state.updates.count
      }
    }
  }
}
