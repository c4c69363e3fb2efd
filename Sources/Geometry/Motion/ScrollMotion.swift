/// A motion without a finger, as a function of time only.
///
/// A motion never reads a clock and never changes, so it can be evaluated for any time, in any order. Offsets
/// are in items, times in seconds since the motion began.
///
/// Beyond iCarousel; see `ScrollPhysics`.
public protocol ScrollMotion: Sendable {
  /// The offset where the motion begins, in items.
  var start: Double { get }

  /// The offset where the motion ends, in items; `nil` if it never ends.
  var end: Double? { get }

  /// The duration in seconds; `nil` if the motion never ends.
  var duration: Double? { get }

  /// Returns the scroll offset, in items, `time` seconds after the motion began.
  func offset(at time: Double) -> Double

  /// Returns the velocity `time` seconds after the motion began, in nominal pitches per second. If all items
  /// have the same width, this is items per second.
  func velocity(at time: Double) -> Double

  /// Returns whether the motion is over `time` seconds after it began; by default, after its ``duration``.
  func isOver(at time: Double) -> Bool
}

extension ScrollMotion {
  public func isOver(at time: Double) -> Bool { duration.map { time >= $0 } ?? false }
}
