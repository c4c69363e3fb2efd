internal import Geometry

/// A point on the timeline of a carousel: a known time, or the time of the next frame.
///
/// A motion stores the moment of its start. If it starts with the next frame, no time elapses before that
/// frame, which calls ``begin(at:)``.
package enum Moment: Sendable {
  case at(Timestamp)
  /// The time of the next frame. The associated value is the time of the last frame.
  case nextFrame(after: Timestamp)

  /// The known time; for the next frame, the time of the last frame.
  var time: Timestamp {
    switch self {
    case .at(let time), .nextFrame(after: let time): time
    }
  }

  /// Returns the seconds from this moment to `now`; 0 before the next frame.
  func elapsed(at now: Timestamp) -> Double {
    if case .at(let time) = self { now - time } else { 0 }
  }

  /// Replaces the time of the next frame by `now`, because that frame begins.
  mutating func begin(at now: Timestamp) { if case .nextFrame = self { self = .at(now) } }
}

extension Timestamp {
  /// A time after all others, for an event that is not scheduled.
  static let never = Timestamp(seconds: .infinity)
}
