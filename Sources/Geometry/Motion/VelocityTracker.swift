/// Measures the velocity of a finger.
package struct VelocityTracker: Sendable {
  /// The maximum age of the samples used, in seconds. With a longer window, the measured velocity of a late
  /// flick would be too low. With a shorter window, the result would be noisy.
  static let historyWindow = 0.150

  /// The time over which ``recentVelocity(at:)`` averages, in seconds. It contains about three samples of a
  /// touchscreen of 60 Hz.
  static let recentWindow = 0.050

  private var samples: [(point: Point, time: Timestamp)] = []

  // Otherwise the first moves of a finger would allocate memory.
  package init() { samples.reserveCapacity(16) }

  /// Adds the position of the finger at `time`.
  package mutating func add(_ point: Point, at time: Timestamp) {
    if let last = samples.last, time <= last.time {
      // If several positions have the same time, the last of them is used.
      samples[samples.count - 1].point = point
      return
    }
    let stale = samples.count { time - $0.time > Self.historyWindow }
    samples.removeFirst(stale)
    samples.append((point, time))
  }

  /// Returns the velocity at `time`, in points per second.
  ///
  /// The result decreases while a finger rests before it is lifted. After 150 ms of rest it is zero.
  package func velocity(at time: Timestamp) -> Point {
    guard let last = samples.last,
      let first = samples.first(where: { time - $0.time <= Self.historyWindow })
    else { return .zero }
    let seconds = max(time - first.time, last.time - first.time)
    return seconds > 0 ? (last.point - first.point) * (1 / seconds) : .zero
  }

  /// The time since the last sample after which the finger counts as resting, in seconds.
  package static let restingTime = 0.060

  /// Returns the mean velocity of the 50 milliseconds before the last sample, in points per second. Returns
  /// zero if the last sample is more than 60 milliseconds older than `time`.
  package func recentVelocity(at time: Timestamp) -> Point {
    guard let last = samples.last, time - last.time <= Self.restingTime else { return .zero }
    let from = last.time + -Self.recentWindow
    guard let next = samples.firstIndex(where: { $0.time > from }) else { return .zero }
    var first = samples[next]
    if next > 0 {
      // The position at the beginning of the window is interpolated between two samples.
      let before = samples[next - 1]
      let part = (from - before.time) / (first.time - before.time)
      first = (before.point + (first.point - before.point) * part, from)
    }
    let seconds = last.time - first.time
    return seconds > 0 ? (last.point - first.point) * (1 / max(seconds, Self.shortestInterval)) : .zero
  }

  /// The shortest time over which a velocity is measured, in seconds.
  private static let shortestInterval = 0.004
}
