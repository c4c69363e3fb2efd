internal import Glibc

/// The clock that runs while this process computes.
package enum ProcessorClock {
  /// Returns what all threads of the process have computed so far, in seconds.
  ///
  /// Linux: `CLOCK_PROCESS_CPUTIME_ID`.
  package static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
