internal import Glibc

/// How long something took, again and again.
public struct Times {
  private var seconds: [Double] = []

  /// Creates an empty list with room for `count` times.
  public init(capacity count: Int) { seconds.reserveCapacity(count) }

  /// Takes note of one time.
  public mutating func add(_ time: Double) { seconds.append(time) }

  /// Puts them in order, shortest first.
  public mutating func sort() { seconds.sort() }

  /// The time that half of them do not exceed, in seconds; to be asked when sorted.
  public var median: Double { seconds.isEmpty ? 0 : seconds[seconds.count / 2] }

  /// The time that 99 of 100 do not exceed, in seconds; to be asked when sorted.
  public var slow: Double { seconds.isEmpty ? 0 : seconds[min(seconds.count - 1, seconds.count * 99 / 100)] }

  /// The seconds since some moment in the past.
  public static var now: Double { read(CLOCK_MONOTONIC) }

  /// The seconds that all threads of this process have run.
  public static var processor: Double { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension Double {
  /// Returns this number with two digits after the point.
  public var hundredths: String {
    let hundredths = Int((self * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

extension String {
  /// Returns this text, filled up with blanks to `width` characters.
  public func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
