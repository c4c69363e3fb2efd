import Glibc

/// The monotonic clock. Most compositors use it for their timestamps.
public enum MonotonicClock {
  /// Returns the current time in seconds.
  ///
  /// Linux: `CLOCK_MONOTONIC`.
  public static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
