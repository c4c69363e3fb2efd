internal import Geometry
internal import Glibc

/// A motion that speeds up in the first half of the distance and slows down in the second half.
package struct EaseInOut: ScrollMotion {
  package let start: Double
  private let distance: Double
  private let seconds: Double

  /// Creates the motion from `start` to `end`, both in items, in `duration` seconds.
  ///
  /// - Parameter duration: More than 0.
  package init(from start: Double, to end: Double, duration: Double) {
    self.start = start
    distance = end - start
    seconds = duration
  }

  package var end: Double? { start + distance }
  package var duration: Double? { seconds }

  package func offset(at time: Double) -> Double {
    start + distance * Self.progress(at: time / seconds)
  }

  package func velocity(at time: Double) -> Double {
    let part = time / seconds
    guard part > 0, part < 1 else { return 0 }
    return distance / seconds * 12 * pow(part < 0.5 ? part : 1 - part, 2)
  }

  package func isOver(at time: Double) -> Bool { time / seconds >= 1 }

  /// Returns the fraction of the distance covered after the fraction `time` of the duration; both in `0...1`.
  package static func progress(at time: Double) -> Double {
    let time = min(max(time, 0), 1)
    return time < 0.5 ? 0.5 * pow(time * 2, 3) : 0.5 * pow(time * 2 - 2, 3) + 1
  }

  /// Returns the fraction of the duration after which the fraction `progress` of the distance is covered;
  /// both in `0...1`.
  static func time(of progress: Double) -> Double {
    let progress = min(max(progress, 0), 1)
    return progress < 0.5 ? cbrt(2 * progress) / 2 : 1 - cbrt(2 * (1 - progress)) / 2
  }
}
