/// Computes for each frame the time at which it is expected to become visible.
///
/// If the compositor reports presentation times, a frame's time is the next refresh after the current time. An
/// animation then advances in equal steps even if the process wakes up early or late. If the compositor reports no
/// presentation times, the time advances by the difference between the timestamps of two frame callbacks, and the first
/// frame after a rest, a time without frames, gets the current time.
///
/// Wayland: `wp_presentation_feedback.presented`, `wl_callback.done`.
package struct FrameClock {
  private var lastPresented: Double?
  private var lastFrame = -Double.infinity
  /// The timestamp of a frame callback, and the time of the frame that it caused.
  private var anchor: (milliseconds: UInt32, time: Double)?
  /// The largest accepted difference between an extrapolated time and the current time, in seconds. Extrapolated
  /// refresh times drift, and a callback's timestamp is old if the process was stopped.
  private static let maximumDistance = 0.1

  /// The time between two refreshes in seconds; nil when it varies or the compositor does not report it.
  package private(set) var refreshInterval: Double?

  /// Creates a clock without presentation times.
  package init() {}

  /// Records that a frame became visible at `time`, in seconds. `interval` is 0 when the refresh rate is not constant.
  package mutating func presented(at time: Double, interval: Double) {
    lastPresented = time
    refreshInterval = interval > 0 ? interval : nil
  }

  /// Returns the time of the frame to draw now, in seconds. It is never less than the time of an earlier frame.
  ///
  /// - Parameters:
  ///   - now: The current time, in seconds.
  ///   - callback: The timestamp of the frame callback that caused this frame, in milliseconds; nil after a rest.
  package mutating func frameTime(now: Double, callback: UInt32?) -> Double {
    let extrapolated = callback.map { time(ofCallback: $0, now: now) }
    if callback == nil { anchor = nil }
    lastFrame = max(lastFrame, nextRefresh(after: now) ?? extrapolated ?? now)
    return lastFrame
  }

  private mutating func time(ofCallback callback: UInt32, now: Double) -> Double {
    if let anchor {
      let time = anchor.time + Double(Int32(bitPattern: callback &- anchor.milliseconds)) / 1000
      if abs(time - now) < Self.maximumDistance { return time }
    }
    anchor = (callback, now)
    return now
  }

  private func nextRefresh(after now: Double) -> Double? {
    guard let lastPresented, let refreshInterval else { return nil }
    let elapsed = now - lastPresented
    guard elapsed > -refreshInterval, elapsed < Self.maximumDistance else { return nil }
    return lastPresented + (max(0, elapsed / refreshInterval).rounded(.down) + 1) * refreshInterval
  }
}
