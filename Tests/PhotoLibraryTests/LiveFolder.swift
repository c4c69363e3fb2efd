import Foundation
import PhotoLibrary

/// A folder for a test. It is removed when this object is released.
final class LiveFolder: Sendable {
  let path: String

  init() throws {
    var template = Array((NSTemporaryDirectory() + "library-test-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    path = String(cString: made)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, and creates its folders.
  func add(_ name: String, _ text: String = "x") throws {
    let file = URL(fileURLWithPath: path + "/" + name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

  func rename(_ name: String, to newName: String) throws {
    guard Glibc.rename(path + "/" + name, path + "/" + newName) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
  }
}

/// A library, and the states that it has delivered.
final class LiveLibrary: Sendable {
  private struct State {
    var updates: [PhotoLibrary.Update] = []
  }

  let library: PhotoLibrary
  private let root: String
  private let lock = NSLock()
  nonisolated(unsafe) private var state = State()  // under `lock`

  init(
    _ folder: LiveFolder, paths: [String]? = nil, _ change: (inout PhotoLibrary.Options) -> Void = { _ in }
  ) {
    root = folder.path + "/"
    let paths = paths?.map { folder.path + "/" + $0 } ?? [folder.path]
    var options = PhotoLibrary.Options(paths: paths.map { Array($0.utf8) })
    change(&options)
    library = PhotoLibrary(options)
    library.start { [weak self] update in self?.receive(update) }
  }

  deinit { library.stop() }

  private func receive(_ update: PhotoLibrary.Update) { lock.withLock { state.updates.append(update) } }

  var updates: [PhotoLibrary.Update] { lock.withLock { state.updates } }

  var photos: [LibraryPhoto] { updates.last?.photos ?? [] }

  /// The paths of the photos relative to the folder.
  var names: [String] { photos.map { $0.photo.path.replacingOccurrences(of: root, with: "") } }

  var problems: [LibraryProblem] { updates.flatMap(\.problems) }

  /// Waits until the list is as expected, for at most 10 s, and returns the list.
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

  func wait(until condition: () -> Bool) {
    for _ in 0..<10_000 where !condition() { usleep(1000) }
  }
}
