package import Geometry

/// Measures the velocity of a finger.
package struct VelocityTracker: Sendable {
  /// The age limit of samples, in seconds. A longer window dilutes a late flick, a shorter one makes the
  /// result noisy.
  static let historyWindow = 0.150

  private var samples: [(point: Point, time: Timestamp)] = []

  package init() {}

  /// Adds the position of the finger at `time`.
  package mutating func add(_ point: Point, at time: Timestamp) {
    if let last = samples.last, time <= last.time {
      // Of several positions at one time, the last is used.
      samples[samples.count - 1].point = point
      return
    }
    let stale = samples.count { time - $0.time > Self.historyWindow }
    samples.removeFirst(stale)
    samples.append((point, time))
  }

  /// Moves stored times to a clock that is `seconds` ahead.
  mutating func shiftTime(by seconds: Double) {
    for sample in samples.indices { samples[sample].time = samples[sample].time + seconds }
  }

  /// Returns the velocity at `time`, in points per second.
  ///
  /// The result decreases while a finger rests before it is lifted; after 150 ms it is zero.
  package func velocity(at time: Timestamp) -> Point {
    guard let last = samples.last,
      let first = samples.first(where: { time - $0.time <= Self.historyWindow })
    else { return .zero }
    let seconds = max(time - first.time, last.time - first.time)
    return seconds > 0 ? (last.point - first.point) * (1 / seconds) : .zero
  }
}
