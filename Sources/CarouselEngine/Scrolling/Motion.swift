/// Where the carousel is while nobody touches it, as a function of time alone.
///
/// A motion never reads a clock and never changes: ask it for any moment, in any order. Offsets are in items, times
/// in seconds since the motion began.
package protocol Motion: Sendable {
  /// Where the motion began, in items.
  var start: Double { get }

  /// Where it comes to rest, in items, or `nil` if it never does.
  var end: Double? { get }

  /// How long it lasts, in seconds, or `nil` if it never rests.
  var duration: Double? { get }

  /// The scroll offset, in items, `time` seconds after the motion began.
  func offset(at time: Double) -> Double

  /// The velocity `time` seconds after the motion began, in nominal pitches per second: items per second where all items
  /// are equally wide.
  func velocity(at time: Double) -> Double

  /// Whether the motion is over `time` seconds after it began.
  func isOver(at time: Double) -> Bool
}

/// Offsets closer together than this are the same, in items.
///
/// iCarousel: `FLOAT_ERROR_MARGIN`.
let offsetMargin = 0.000001
