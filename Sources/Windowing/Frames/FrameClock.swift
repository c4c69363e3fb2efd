/// Tells each frame the time at which it will be seen.
///
/// Where the compositor reports presentation times, a frame's time is the next refresh after now, so that an
/// animation advances in equal steps although the process wakes up a little early or late. Elsewhere it advances as
/// the stamps of the frame callbacks do, whatever clock they are of. For the first frame after a rest it is now.
package struct FrameClock {
  private var lastPresented: Double?
  private var lastFrame = -Double.infinity
  /// A callback's stamp and the time its frame was given.
  private var anchor: (milliseconds: UInt32, time: Double)?
  /// Times that lie farther from now than this, in seconds, are not to be trusted: refresh times drift when
  /// extrapolated, and stamps are old when the process was held up.
  private static let trust = 0.1

  /// The time between two refreshes in seconds, where the compositor tells it.
  package private(set) var refreshInterval: Double?

  package init() {}

  /// A frame became visible at `time`, in seconds; `interval` is zero when the refresh rate is not constant.
  package mutating func presented(at time: Double, interval: Double) {
    lastPresented = time
    refreshInterval = interval > 0 ? interval : nil
  }

  /// Returns the time of the frame to draw now, in seconds; never less than an earlier one.
  ///
  /// - Parameter callback: The stamp of the frame callback that led to this frame; nil after a rest.
  package mutating func frameTime(now: Double, callback: UInt32?) -> Double {
    let counted = callback.map { countedTime(now: now, callback: $0) }
    if callback == nil { anchor = nil }
    lastFrame = max(lastFrame, nextRefresh(after: now) ?? counted ?? now)
    return lastFrame
  }

  private mutating func countedTime(now: Double, callback: UInt32) -> Double {
    if let anchor {
      let time = anchor.time + Double(Int32(bitPattern: callback &- anchor.milliseconds)) / 1000
      if abs(time - now) < Self.trust { return time }
    }
    anchor = (callback, now)
    return now
  }

  private func nextRefresh(after now: Double) -> Double? {
    guard let lastPresented, let refreshInterval else { return nil }
    let elapsed = now - lastPresented
    guard elapsed > -refreshInterval, elapsed < Self.trust else { return nil }
    return lastPresented + (max(0, elapsed / refreshInterval).rounded(.down) + 1) * refreshInterval
  }
}
