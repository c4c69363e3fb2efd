internal import Glibc

/// The durations of repeated measurements.
public struct TimeSamples {
  private var seconds: [Double] = []

  /// Creates an empty list with room for `count` times.
  public init(capacity count: Int) { seconds.reserveCapacity(count) }

  /// Adds a duration, in seconds.
  public mutating func add(_ time: Double) { seconds.append(time) }

  /// Sorts the durations in ascending order.
  public mutating func sort() { seconds.sort() }

  /// The median, in seconds. The durations must be sorted.
  public var median: Double { seconds.isEmpty ? 0 : seconds[seconds.count / 2] }

  /// The 99th percentile, in seconds. The durations must be sorted.
  public var percentile99: Double {
    seconds.isEmpty ? 0 : seconds[min(seconds.count - 1, seconds.count * 99 / 100)]
  }

  /// The largest duration, in seconds. The durations must be sorted.
  public var largest: Double { seconds.last ?? 0 }

  /// The monotonic clock, in seconds.
  public static var now: Double { read(CLOCK_MONOTONIC) }

  /// The processor time of all threads of this process, in seconds.
  public static var processor: Double { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension Double {
  /// Returns this number with two decimals.
  public var hundredths: String {
    let hundredths = Int((self * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

extension String {
  /// Returns this text, padded with spaces to `width` characters.
  public func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
