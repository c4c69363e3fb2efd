import Glibc
import Threads
import Wayland

/// The compositor's presentation times and the clock that they are on.
///
/// Wayland: `wp_presentation`.
@MainActor
struct Presentation {
  let object: WpPresentation
  /// The id of the clock that presentation times are on.
  ///
  /// Wayland: `wp_presentation.clock_id`.
  let clock: UInt32

  /// The number of seconds to add to a presentation time to convert it to the monotonic clock. Exactly 0 if the times
  /// are on the monotonic clock, so that a test's virtual time is not changed.
  var offset: Double {
    guard clock != UInt32(CLOCK_MONOTONIC) else { return 0 }
    var time = timespec()
    guard clock_gettime(clockid_t(bitPattern: clock), &time) == 0 else { return 0 }
    return MonotonicClock.now() - (Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }
}
