/// A moment on a monotonic clock, in seconds since an arbitrary start.
///
/// The engine reads no clock: whoever calls it says what time it is.
public struct Timestamp: Comparable, Sendable {
  /// Since the clock's start; differences are what counts.
  public var seconds: Double

  /// Names the moment `seconds` after the clock's start.
  public init(seconds: Double) { self.seconds = seconds }

  /// This moment, brought into what can be reckoned with; `nil` if it is none.
  var known: Timestamp? {
    seconds.isFinite ? Timestamp(seconds: min(max(seconds, -1e12), 1e12)) : nil
  }

  /// Before all others.
  static let distantPast = Timestamp(seconds: -.infinity)

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.seconds < b.seconds }

  /// Returns the time from `b` to `a`, in seconds.
  public static func - (a: Timestamp, b: Timestamp) -> Double { a.seconds - b.seconds }

  /// Returns the moment `seconds` after `time`.
  public static func + (time: Timestamp, seconds: Double) -> Timestamp {
    Timestamp(seconds: time.seconds + seconds)
  }
}
