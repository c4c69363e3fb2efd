internal import Glibc

/// The time since an unspecified start. Changes of the calendar time do not affect it. Most compositors use it for their
/// timestamps.
///
/// Linux: `CLOCK_MONOTONIC`.
public enum MonotonicClock {
  /// Returns the current time in seconds.
  public static func now() -> Double { seconds(of: CLOCK_MONOTONIC) }

  /// Returns the current time in nanoseconds.
  package static func nanoseconds() -> UInt64 {
    let time = read(CLOCK_MONOTONIC)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// The calendar time.
///
/// Linux: `CLOCK_REALTIME`.
package enum CalendarClock {
  /// Returns the number of seconds since 1970.
  package static func now() -> Double { seconds(of: CLOCK_REALTIME) }
}

/// The clocks of the processor time.
package enum ProcessorClock {
  /// Returns the processor time that all threads of the process have used, in seconds.
  ///
  /// Linux: `CLOCK_PROCESS_CPUTIME_ID`.
  package static func now() -> Double { seconds(of: CLOCK_PROCESS_CPUTIME_ID) }

  /// Returns the processor time that the calling thread has used, in seconds.
  ///
  /// Linux: `CLOCK_THREAD_CPUTIME_ID`.
  package static func nowOfThread() -> Double { seconds(of: CLOCK_THREAD_CPUTIME_ID) }
}

private func read(_ clock: clockid_t) -> timespec {
  var time = timespec()
  clock_gettime(clock, &time)
  return time
}

private func seconds(of clock: clockid_t) -> Double {
  let time = read(clock)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
