import Dispatch
import Photos

/// Scans the given paths in the background and delivers the photos on the main actor.
///
/// It uses callbacks, because a waiting task would start Dispatch's thread pool, which wakes the process every second
/// even at rest.
final class ScanCoordinator {
  /// Called with the first photos.
  var onFirst: (([Photo]) -> Void)?
  /// Called with further photos each time their number has doubled, so that a large folder does not reload the carousel
  /// hundreds of times.
  var onMore: (([Photo]) -> Void)?
  /// Called last, with an error if no photo was found.
  var onFinish: ((ProgramError?) -> Void)?

  private let paths: [String]
  private var problems: [PhotoError] = []
  private var deliveredCount = 0
  private var found: [Photo] = []

  /// Creates a coordinator for files and folders.
  init(_ paths: [String]) { self.paths = paths }

  /// Starts the scan.
  func start() {
    FolderScan(of: paths).start { batch in
      DispatchQueue.main.async { self.receive(batch) }
      return true
    } finish: {
      DispatchQueue.main.async { self.finish() }
    }
  }

  private func receive(_ batch: FolderScan.Batch) {
    problems += batch.problems
    found += batch.photos
    if !found.isEmpty, found.count >= deliveredCount { deliver() }
  }

  private func deliver() {
    printProblems()
    let photos = found
    found = []
    let isFirst = deliveredCount == 0
    deliveredCount += photos.count
    if isFirst { onFirst?(photos) } else { onMore?(photos) }
  }

  private func finish() {
    if !found.isEmpty { deliver() }
    guard deliveredCount == 0 else {
      printProblems()
      onFinish?(nil)
      return
    }
    let last = problems.popLast()
    printProblems()
    let message =
      last?.description ?? "no photo was found in \(paths.joined(separator: ", ")); give another path"
    onFinish?(ProgramError(code: .noInput, description: message))
  }

  private func printProblems() {
    for problem in problems { printError(problem.description) }
    problems = []
  }
}
