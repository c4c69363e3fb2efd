/// The speed of a carousel, estimated from its offsets.
public struct SpeedEstimate: Hashable, Sendable {
  private struct Sample: Hashable {
    let offset: Double
    let time: Double
  }

  private var last: Sample?
  /// The estimated speed in items per second; negative toward lower indexes.
  public private(set) var velocity = 0.0

  /// Creates an estimate at rest.
  public init() {}

  /// The time over which the speed is averaged, in seconds. A single late frame must not count as a stop.
  public static let timeConstant = 0.06

  /// Adds an offset.
  ///
  /// - Parameters:
  ///   - offset: The offset in items. A jump by more than half of `count` counts as a step over the end of a ring.
  ///   - count: The number of items of a ring; 0 for a row.
  ///   - time: The time of a clock that never goes back, in seconds.
  public mutating func add(offset: Double, count: Int = 0, at time: Double) {
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

  /// Sets the speed to 0, because the carousel has settled.
  public mutating func stop() { self = SpeedEstimate() }
}
