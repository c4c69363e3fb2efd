package import Geometry

/// How fast a finger moves.
package struct VelocityTracker: Sendable {
  /// How far back to look, in seconds; longer dilutes a late flick, shorter trembles.
  static let historyWindow = 0.150

  private var samples: [(point: Point, time: Timestamp)] = []

  package init() {}

  /// Takes note of where the finger is at `time`.
  package mutating func add(_ point: Point, at time: Timestamp) {
    if let last = samples.last, time <= last.time {
      // Several places at one time: the last counts.
      samples[samples.count - 1].point = point
      return
    }
    let stale = samples.count { time - $0.time > Self.historyWindow }
    samples.removeFirst(stale)
    samples.append((point, time))
  }

  /// Counts times from a clock that shows `seconds` more.
  mutating func shiftTime(by seconds: Double) {
    for sample in samples.indices { samples[sample].time = samples[sample].time + seconds }
  }

  /// Returns the velocity at `time`, in points per second.
  ///
  /// A finger that rests before it is lifted gets slower while it does; after 150 ms it stands still.
  package func velocity(at time: Timestamp) -> Point {
    guard let last = samples.last,
      let first = samples.first(where: { time - $0.time <= Self.historyWindow })
    else { return .zero }
    let seconds = max(time - first.time, last.time - first.time)
    return seconds > 0 ? (last.point - first.point) * (1 / seconds) : .zero
  }
}
