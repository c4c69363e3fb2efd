internal import DecoderProtocol

/// Ends decoding that was canceled or that takes too long. Decoders check it every few milliseconds.
public final class Checkpoint {
  private let now: () -> Double
  private let deadline: Double
  private let seconds: Double
  private let isCanceled: () -> Bool
  private var nextCheck: Double

  /// Creates a checkpoint.
  ///
  /// - Parameters:
  ///   - seconds: The longest time of decoding.
  ///   - now: Returns a monotonic time, in seconds.
  ///   - isCanceled: Returns whether decoding was canceled. It is called every 2 ms.
  public init(seconds: Double, now: @escaping () -> Double, isCanceled: @escaping () -> Bool) {
    self.now = now
    self.seconds = seconds
    self.isCanceled = isCanceled
    let start = now()
    deadline = start + seconds
    nextCheck = start
  }

  private static let interval = 0.002  // s; a check for a message is a system call

  /// The reason to stop; `nil` to go on.
  private(set) var reason: DecodeFailure?

  /// Returns whether decoding must stop.
  func mustStop() -> Bool {
    if reason != nil { return true }
    let time = now()
    guard time >= nextCheck else { return false }
    nextCheck = time + Self.interval
    if time > deadline { reason = .tookTooLong(seconds: seconds) } else if isCanceled() { reason = .canceled }
    return reason != nil
  }

  /// Throws if decoding must stop.
  func check() throws(DecodeFailure) {
    if mustStop() { throw reason ?? .canceled }
  }
}
