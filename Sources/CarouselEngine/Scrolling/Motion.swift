/// A motion without a contact, as a function of time alone.
///
/// A motion never reads a clock and never changes, so it can be evaluated for any time, in any order. Offsets
/// are in items, times in seconds since the motion began.
package protocol Motion: Sendable {
  /// The offset where the motion begins, in items.
  var start: Double { get }

  /// The offset where the motion ends, in items, or `nil` if it never does.
  var end: Double? { get }

  /// The duration in seconds, or `nil` if the motion never ends.
  var duration: Double? { get }

  /// Returns the scroll offset, in items, `time` seconds after the motion began.
  func offset(at time: Double) -> Double

  /// Returns the velocity `time` seconds after the motion began, in nominal pitches per second: items per second where all
  /// items are equally wide.
  func velocity(at time: Double) -> Double

  /// Returns whether the motion is over `time` seconds after it began.
  func isOver(at time: Double) -> Bool
}

/// Offsets closer together than this are equal, in items.
///
/// iCarousel: `FLOAT_ERROR_MARGIN`.
let offsetMargin = 0.000001
