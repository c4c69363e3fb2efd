internal import Synchronization

/// The given paths that are not looked up yet, and the files that were found but not delivered. Several scans take paths
/// from it, so that a stalled path delays only its own photos.
final class PathQueue: Sendable {
  private struct State {
    var paths: ArraySlice<(root: Int, path: [UInt8])>
    var files: [FileEntry] = []
    /// The number of files at which they are delivered.
    var batch: Int
  }

  private let state: Mutex<State>
  private let batchGrowth: Int

  /// - Parameters:
  ///   - paths: The paths, with their positions among all given paths.
  ///   - firstBatch: The number of files in the first batch.
  ///   - batchGrowth: The ratio of the sizes of a batch and the batch before.
  init(_ paths: [(root: Int, path: [UInt8])], firstBatch: Int, batchGrowth: Int) {
    state = Mutex(State(paths: paths[...], batch: firstBatch))
    self.batchGrowth = batchGrowth
  }

  /// Removes and returns the next path.
  func next() -> (root: Int, path: [UInt8])? { state.withLock { $0.paths.popFirst() } }

  /// Adds a file. Returns the files to deliver if a batch is full.
  func add(_ file: FileEntry) -> [FileEntry] {
    state.withLock { state in
      state.files.append(file)
      guard state.files.count >= state.batch else { return [] }
      let (next, overflow) = state.batch.multipliedReportingOverflow(by: batchGrowth)
      state.batch = overflow ? .max : next
      defer { state.files = [] }
      return state.files
    }
  }

  /// Removes and returns the files that were not delivered.
  func takeFiles() -> [FileEntry] {
    state.withLock { state in
      defer { state.files = [] }
      return state.files
    }
  }
}
