/// Tells each frame the time at which it will be seen.
///
/// Where the compositor reports presentation times, a frame's time is the next refresh after now, so that an
/// animation advances in equal steps although the process wakes up a little early or late. Elsewhere it is the
/// frame callback's time; for the first frame after a rest it is now.
package struct FrameClock {
  private var lastPresented: Double?
  private var lastFrame = -Double.infinity

  /// The time between two refreshes in seconds, where the compositor tells it.
  package private(set) var refreshInterval: Double?

  package init() {}

  /// A frame became visible at `time`, in seconds; `interval` is zero when the refresh rate is not constant.
  package mutating func presented(at time: Double, interval: Double) {
    lastPresented = time
    refreshInterval = interval > 0 ? interval : nil
  }

  /// Returns the time of the frame to draw now, in seconds; never less than an earlier one.
  package mutating func frameTime(now: Double, callback: Double?) -> Double {
    lastFrame = max(lastFrame, nextRefresh(after: now) ?? callback ?? now)
    return lastFrame
  }

  private func nextRefresh(after now: Double) -> Double? {
    guard let lastPresented, let refreshInterval else { return nil }
    // Refresh times drift when extrapolated far: after a rest the grid is not to be trusted.
    let trust = 0.1  // s
    let elapsed = now - lastPresented
    guard elapsed > -refreshInterval, elapsed < trust else { return nil }
    return lastPresented + (max(0, elapsed / refreshInterval).rounded(.down) + 1) * refreshInterval
  }
}
