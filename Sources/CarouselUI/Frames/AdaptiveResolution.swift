/// Chooses the resolution of the next frame, so that a slow processor draws motions at 30 frames a second or more.
struct AdaptiveResolution {
  /// The longest time of a frame, in seconds, that does not lower the resolution.
  static let longestFrame = 1.0 / 30
  /// The fractions of the full resolution, in descending order.
  static let fractions = [1, 0.75, 0.5]
  /// The number of slow frames in a row that lower the resolution. A single slow frame may have another cause.
  static let patience = 3
  /// The number of fast frames in a row that may raise the resolution during a motion.
  static let probation = 30

  /// The index of the current fraction.
  private var step = 0
  /// The number of slow frames in a row.
  private var slowCount = 0
  /// The number of fast frames in a row.
  private var fastCount = 0
  /// The longest time of the fast frames in a row, in seconds.
  private var longestFast = 0.0
  /// Whether a motion was slow at the full resolution. The next motion then waits for only one slow frame.
  private var isSlow = false

  /// Returns the resolution of the frame after a drawn frame, as a fraction of each side.
  ///
  /// - Parameters:
  ///   - seconds: The time that it took to draw the pixels of the frame.
  ///   - isMoving: Whether another frame of a motion follows. Without a motion, the result is 1.
  mutating func next(afterFrameOf seconds: Double, isMoving: Bool) -> Double {
    if seconds > Self.longestFrame {
      (slowCount, fastCount, longestFast) = (slowCount + 1, 0, 0)
    } else {
      (slowCount, fastCount, longestFast) = (0, fastCount + 1, max(longestFast, seconds))
    }
    if !isMoving {
      move(to: 0)
    } else if slowCount >= (isSlow && step == 0 ? 1 : Self.patience), step + 1 < Self.fractions.count {
      isSlow = true
      move(to: step + 1)
    } else if fastCount >= Self.probation {
      if step == 0 {
        isSlow = false
      } else {
        // The time is proportional to the number of pixels.
        let growth = Self.fractions[step - 1] / Self.fractions[step]
        move(to: longestFast * growth * growth < Self.longestFrame ? step - 1 : step)
      }
    }
    return Self.fractions[step]
  }

  /// Selects a fraction and counts the frames from now on.
  private mutating func move(to newStep: Int) {
    (step, slowCount, fastCount, longestFast) = (newStep, 0, 0, 0)
  }
}
