/// The pause after a failed start of a helper, so that the start is not repeated for each photo.
package struct StartBackoff {
  private var failure: (reason: HelperFailure, pause: Double, end: Double)?

  /// Creates a state without failures.
  package init() {}

  /// The pause after the first failure, in seconds. Each further failure doubles the pause.
  package static let firstPause = 0.25
  /// The longest pause, in seconds.
  package static let longestPause = 8.0

  /// The reason of the last failure during the pause; `nil` if a helper may be started.
  package func failure(at time: Double) -> HelperFailure? {
    guard let failure, time < failure.end else { return nil }
    return failure.reason
  }

  /// Begins a pause. The pause is twice as long as the previous one if no start succeeded since.
  package mutating func fail(_ reason: HelperFailure, at time: Double) {
    let pause = failure.map { min($0.pause * 2, Self.longestPause) } ?? Self.firstPause
    failure = (reason, pause, time + pause)
  }

  /// Ends the pause, and resets its length.
  package mutating func succeed() { failure = nil }
}
