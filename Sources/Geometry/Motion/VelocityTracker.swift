/// Measures the velocity of a finger.
package struct VelocityTracker: Sendable {
  /// The maximum age of the samples used, in seconds. With a longer window, the measured velocity of a late
  /// flick would be too low. With a shorter window, the result would be noisy.
  static let historyWindow = 0.150

  /// The time over which ``recentVelocity(at:)`` averages, in seconds. It contains about three samples of a
  /// touchscreen of 60 Hz.
  static let recentWindow = 0.050

  private var samples: [(point: Point, time: Timestamp)] = []
  /// The index of the first sample that is not older than the window at the time of the last sample. The older
  /// samples are removed together, so that adding a sample takes constant time on average.
  private var first = 0

  // Otherwise the first moves of a finger would allocate memory.
  package init() { samples.reserveCapacity(32) }

  /// Adds the position of the finger at `time`.
  package mutating func add(_ point: Point, at time: Timestamp) {
    if let last = samples.last, time <= last.time {
      // If several positions have the same time, the last of them is used.
      samples[samples.count - 1].point = point
      return
    }
    while first < samples.count, time - samples[first].time > Self.historyWindow { first += 1 }
    if 2 * first > samples.count {
      samples.removeFirst(first)
      first = 0
    }
    samples.append((point, time))
  }

  /// Returns the velocity at `time`, in points per second.
  ///
  /// The result decreases while a finger rests before it is lifted. After 150 ms of rest it is zero.
  package func velocity(at time: Timestamp) -> Point {
    let start = firstSample { time - $0 <= Self.historyWindow }
    guard let last = samples.last, start < samples.count else { return .zero }
    let seconds = max(time - samples[start].time, last.time - samples[start].time)
    return seconds > 0 ? (last.point - samples[start].point) * (1 / seconds) : .zero
  }

  /// The time since the last sample after which the finger counts as resting, in seconds.
  package static let restingTime = 0.060

  /// Returns the mean velocity of the 50 milliseconds before the last sample, in points per second. Returns
  /// zero if the last sample is more than 60 milliseconds older than `time`.
  package func recentVelocity(at time: Timestamp) -> Point {
    guard let last = samples.last, time - last.time <= Self.restingTime else { return .zero }
    let from = last.time + -Self.recentWindow
    let next = firstSample { $0 > from }
    guard next < samples.count else { return .zero }
    var start = samples[next]
    if next > first {
      // The position at the beginning of the window is interpolated between two samples.
      let before = samples[next - 1]
      let part = (from - before.time) / (start.time - before.time)
      start = (before.point + (start.point - before.point) * part, from)
    }
    let seconds = last.time - start.time
    return seconds > 0 ? (last.point - start.point) * (1 / max(seconds, Self.shortestInterval)) : .zero
  }

  /// Returns the index of the first sample whose time satisfies a condition that all later samples satisfy, too.
  private func firstSample(where isLate: (Timestamp) -> Bool) -> Int {
    var (low, high) = (first, samples.count)
    while low < high {
      let middle = (low + high) / 2
      if isLate(samples[middle].time) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The shortest time over which a velocity is measured, in seconds.
  private static let shortestInterval = 0.004
}
