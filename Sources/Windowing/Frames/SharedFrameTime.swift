/// Computes a common time for the frames of several windows, so that they show the same moment of an animation.
///
/// The first window that draws starts a step, and its frame's time becomes the time of the step. The other windows'
/// next frames get the same time. A new step starts when a window draws that has already drawn in this step, or when a
/// refresh interval has passed. Windows on slower outputs skip steps, and no window waits for another one.
package struct SharedFrameTime {
  private var time: Double?
  private var drawn: Set<ObjectIdentifier> = []

  /// Creates a shared time before the first step.
  package init() {}

  /// Returns the time of a window's frame, in seconds; it never decreases.
  ///
  /// - Parameters:
  ///   - window: The window that draws.
  ///   - frame: The time of the window's frame, in seconds.
  ///   - interval: The time between two refreshes of the window's output, in seconds.
  package mutating func time(of window: ObjectIdentifier, frame: Double, interval: Double) -> Double {
    if let time, !drawn.contains(window), frame - time < interval {
      drawn.insert(window)
      return time
    }
    let start = max(frame, time ?? frame)
    time = start
    drawn = [window]
    return start
  }
}
