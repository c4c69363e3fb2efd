package import DecoderClient
package import Photos

/// Prints the problem of each photo once, although the photo may be loaded many times. The first problems get a line each, and
/// the others are only counted.
@MainActor
package final class PhotoProblems {
  private var reported: [Photo: PhotoError] = [:]
  /// Called after the problem of a photo was reported or forgotten.
  var onChange: (() -> Void)?
  private var startFailures: Set<String> = []
  private var lineCount = 0
  /// The number of problems without a line since the last summary.
  private var suppressed = 0
  private let print: (String) -> Void

  /// - Parameter print: Prints a message to the user.
  init(_ print: @escaping (String) -> Void) { self.print = print }

  /// The number of problems that get a line each.
  private static let maxLineCount = 20

  /// Reports a problem, unless one of the same photo was reported.
  package func report(_ error: PhotoError, of photo: Photo) {
    guard reported.updateValue(error, forKey: photo) == nil else { return }
    onChange?()
    // The file was removed, and the photo leaves the list. The library reports a given path without a file.
    if error.isMissing { return }
    // The failed start of a helper applies to all photos that need it, so it is reported once.
    if let failure = error.startFailure, !startFailures.insert(failure.description).inserted { return }
    if lineCount < Self.maxLineCount {
      lineCount += 1
      print(error.description)
    } else {
      suppressed += 1
    }
  }

  /// Lets the next problem of a photo be reported, because its file has changed.
  package func forget(_ photo: Photo) { if reported.removeValue(forKey: photo) != nil { onChange?() } }

  /// Forgets the problems of all photos, because other folders are opened, or all are loaded again.
  func removeAll() {
    startFailures = []
    guard !reported.isEmpty else { return }
    reported = [:]
    onChange?()
  }

  /// The photos that cannot be shown, or can be shown only in part.
  var photos: Set<Photo> { Set(reported.keys) }

  /// The reason why a photo cannot be shown, or can be shown only in part; `nil` if it is not known yet or there is none.
  func error(of photo: Photo) -> PhotoError? { reported[photo] }

  /// Prints the number of problems that were only counted since the last summary.
  package func printSummary() {
    guard suppressed > 0 else { return }
    print(
      suppressed == 1
        ? "1 more photo cannot be shown completely" : "\(suppressed) more photos cannot be shown completely")
    suppressed = 0
  }
}
