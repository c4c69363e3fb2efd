import DecoderClient
import Photos

/// Reports the problem of each photo once, although the photo may be loaded many times.
final class PhotoProblems {
  /// Called with each new problem.
  var onProblem: ((PhotoError) -> Void)?

  private var reported: Set<Photo> = []
  private var startFailures: Set<String> = []

  /// Reports a problem, unless one of the same photo was reported.
  func report(_ error: PhotoError, of photo: Photo) {
    guard reported.insert(photo).inserted else { return }
    // The failed start of a helper applies to all photos that need it, so it is reported once.
    if let failure = error.startFailure, !startFailures.insert(failure.description).inserted { return }
    onProblem?(error)
  }

  /// Lets the next problem of a photo be reported, because its file has changed.
  func forget(_ photo: Photo) { reported.remove(photo) }
}
