/// A time on a monotonic clock, in seconds since an arbitrary start.
///
/// The engine and the views read no clock. The caller passes the time.
@frozen
public struct Timestamp: Comparable, Sendable {
  /// The seconds since the clock's start. Only differences of two timestamps have a meaning.
  public var seconds: Double

  /// Creates the time `seconds` after the clock's start.
  @inlinable public init(seconds: Double) { self.seconds = seconds }

  /// A time before all others.
  package static let distantPast = Timestamp(seconds: -.infinity)

  @inlinable public static func < (a: Timestamp, b: Timestamp) -> Bool { a.seconds < b.seconds }

  /// Returns the time from `b` to `a`, in seconds.
  @inlinable public static func - (a: Timestamp, b: Timestamp) -> Double { a.seconds - b.seconds }

  /// Returns the time `seconds` after `time`.
  @inlinable public static func + (time: Timestamp, seconds: Double) -> Timestamp {
    Timestamp(seconds: time.seconds + seconds)
  }
}
