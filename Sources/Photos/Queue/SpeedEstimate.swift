/// The speed of a carousel, estimated from its offsets.
package struct SpeedEstimate: Hashable, Sendable {
  private struct Sample: Hashable {
    let offset: Double
    let time: Double
  }

  private var last: Sample?
  /// The estimated speed in items per second; negative toward lower indexes.
  package private(set) var velocity = 0.0

  /// Creates an estimate with the speed 0.
  package init() {}

  /// The time over which the speed is averaged, in seconds. It is long enough that a single late frame does
  /// not look like a stop.
  package static let timeConstant = 0.06

  /// Adds an offset.
  ///
  /// - Parameters:
  ///   - offset: The offset in items. A change by more than half of `count` means that the ring wrapped
  ///     around.
  ///   - count: The number of items of a ring; 0 for a carousel that does not wrap.
  ///   - time: The current time of a monotonic clock, in seconds.
  package mutating func add(offset: Double, count: Int = 0, at time: Double) {
    guard offset.isFinite, time.isFinite else { return }
    defer { last = Sample(offset: offset, time: time) }
    guard let last, time > last.time else { return }
    var distance = offset - last.offset
    let ring = Double(count)
    if ring > 0, abs(distance) > ring / 2 { distance -= (distance / ring).rounded() * ring }
    let interval = time - last.time
    let share = min(1, interval / Self.timeConstant)
    velocity += (distance / interval - velocity) * share
  }

  /// Sets the speed to 0. Call it when the carousel has settled.
  package mutating func stop() { self = SpeedEstimate() }
}
