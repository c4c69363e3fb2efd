import Dispatch
import Photos

/// Looks for the pictures to show and hands them over as they are found, on the main actor.
///
/// With callbacks, not tasks: a task that waits takes Dispatch's pool into use, which then wakes the process every
/// second even when the picture is at rest.
final class PictureIntake {
  /// Called with the first pictures.
  var onFirst: (([Photo]) -> Void)?
  /// Called with further ones: each time the number has doubled, so that a large folder does not reload the carousel hundreds of
  /// times.
  var onMore: (([Photo]) -> Void)?
  /// Called last; with what was wrong if there is no picture at all.
  var onFinish: ((VisitFailure?) -> Void)?

  private let paths: [String]
  private var problems: [PhotoError] = []
  private var deliveredCount = 0
  private var found: [Photo] = []

  /// - Parameter paths: Files and folders.
  init(_ paths: [String]) { self.paths = paths }

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
    tellProblems()
    let pictures = found
    found = []
    let isFirst = deliveredCount == 0
    deliveredCount += pictures.count
    if isFirst { onFirst?(pictures) } else { onMore?(pictures) }
  }

  private func finish() {
    if !found.isEmpty { deliver() }
    guard deliveredCount == 0 else {
      tellProblems()
      onFinish?(nil)
      return
    }
    let last = problems.popLast()
    tellProblems()
    let sentence = last?.description ?? "there is no picture in \(paths.joined(separator: ", "))"
    onFinish?(VisitFailure(code: .noInput, description: sentence))
  }

  private func tellProblems() {
    for problem in problems { complain(problem.description) }
    problems = []
  }
}
