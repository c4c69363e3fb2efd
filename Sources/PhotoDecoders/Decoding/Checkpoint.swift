package import DecoderProtocol

/// Ends a decoding that was canceled or takes too long. Decoders call it every few milliseconds.
package final class Checkpoint {
  private let now: () -> Double
  private let deadline: Double
  private let seconds: Double
  private let isCanceled: () -> Bool
  private var nextCheck: Double

  /// Creates a checkpoint.
  ///
  /// - Parameters:
  ///   - seconds: The longest duration of the decoding.
  ///   - now: Returns the time of a monotonic clock, in seconds.
  ///   - isCanceled: Returns whether the decoding was canceled. It is called at most once every 2 ms.
  package init(seconds: Double, now: @escaping () -> Double, isCanceled: @escaping () -> Bool) {
    self.now = now
    self.seconds = seconds
    self.isCanceled = isCanceled
    let start = now()
    deadline = start + seconds
    nextCheck = start
  }

  private static let interval = 0.002  // s; a check for a message is a system call

  /// The reason to stop; `nil` while decoding may continue.
  package private(set) var reason: DecodeFailure?

  /// Returns whether decoding must stop.
  package func mustStop() -> Bool {
    if reason != nil { return true }
    let time = now()
    guard time >= nextCheck else { return false }
    nextCheck = time + Self.interval
    if time > deadline { reason = .tookTooLong(seconds: seconds) } else if isCanceled() { reason = .canceled }
    return reason != nil
  }

  /// Throws if decoding must stop.
  package func check() throws(DecodeFailure) {
    if mustStop() { throw reason ?? .canceled }
  }
}
