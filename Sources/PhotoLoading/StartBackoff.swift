/// The pause between attempts to start a helper: a start that failed is not repeated for each photo.
package struct StartBackoff {
  private var failure: (reason: HelperFailure, pause: Double, end: Double)?

  /// Creates a state without failures.
  package init() {}

  /// The pause after the first failure, in seconds. Each further one doubles it.
  package static let firstPause = 0.25
  /// The longest pause, in seconds.
  package static let longestPause = 8.0

  /// The reason of the last failure while its pause lasts; `nil` if a helper may be started.
  package func failure(at time: Double) -> HelperFailure? {
    guard let failure, time < failure.end else { return nil }
    return failure.reason
  }

  /// Begins a pause, or prolongs it.
  package mutating func fail(_ reason: HelperFailure, at time: Double) {
    let pause = failure.map { min($0.pause * 2, Self.longestPause) } ?? Self.firstPause
    failure = (reason, pause, time + pause)
  }

  /// Ends the pauses.
  package mutating func succeed() { failure = nil }
}
