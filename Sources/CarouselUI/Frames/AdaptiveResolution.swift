/// Chooses the resolution of the next frame, so that a slow processor draws motions at 30 frames a second or more.
struct AdaptiveResolution {
  /// The longest time of a frame, in seconds, that does not lower the resolution.
  static let longestFrame = 1.0 / 30
  /// The fractions of the full resolution, in descending order.
  static let fractions = [1, 0.75, 0.5]
  /// The number of slow frames in a row that lower the resolution. A single slow frame may have another cause, such as
  /// a view that was painted.
  static let patience = 3

  /// The index of the current fraction.
  private var step = 0
  /// The number of slow frames in a row.
  private var slowCount = 0
  /// Whether a motion was slow at the full resolution. The next motion then waits for only one slow frame.
  private var isSlow = false

  /// Returns the resolution of the frame after a drawn frame, as a fraction of each side.
  ///
  /// - Parameters:
  ///   - seconds: The time that the frame took.
  ///   - isMoving: Whether another frame of a motion follows. Without a motion, the result is 1.
  mutating func next(afterFrameOf seconds: Double, isMoving: Bool) -> Double {
    if step == 0, isMoving, seconds <= Self.longestFrame { isSlow = false }
    slowCount = seconds > Self.longestFrame ? slowCount + 1 : 0
    if !isMoving {
      (step, slowCount) = (0, 0)
    } else if slowCount >= (isSlow && step == 0 ? 1 : Self.patience), step + 1 < Self.fractions.count {
      (step, slowCount) = (step + 1, 0)
      isSlow = true
    }
    return Self.fractions[step]
  }
}
