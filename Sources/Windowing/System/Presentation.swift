import Glibc
import Wayland

/// Presentation times, on whichever clock the compositor takes them.
///
/// Wayland: `wp_presentation`.
@MainActor
struct Presentation {
  let object: WpPresentation
  /// As in `wp_presentation.clock_id`.
  let clock: UInt32

  /// Seconds to add for the monotonic clock; 0 when it is that clock, so that a test's own time is left alone.
  var offset: Double {
    guard clock != UInt32(CLOCK_MONOTONIC) else { return 0 }
    var time = timespec()
    guard clock_gettime(clockid_t(clock), &time) == 0 else { return 0 }
    return MonotonicClock.now() - (Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }
}
