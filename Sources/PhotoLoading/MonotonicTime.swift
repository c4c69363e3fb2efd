internal import Glibc

/// The time since an unspecified start, in seconds. Changes of the system clock do not affect it.
enum MonotonicTime {
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
