/// A moment on a monotonic clock, in seconds since an arbitrary start.
///
/// The engine reads no clock: whoever calls it says what time it is.
public struct Timestamp: Comparable, Sendable {
  public var seconds: Double

  public init(seconds: Double) { self.seconds = seconds }

  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.seconds < b.seconds }

  /// Returns the time from `b` to `a`, in seconds.
  public static func - (a: Timestamp, b: Timestamp) -> Double { a.seconds - b.seconds }

  /// Returns the moment `seconds` after `time`.
  public static func + (time: Timestamp, seconds: Double) -> Timestamp {
    Timestamp(seconds: time.seconds + seconds)
  }
}
