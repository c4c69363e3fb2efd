/// The times at which the frames of an animation are shown. It is a value that reads no clock.
///
/// Each frame is shown for at least its own duration. A frame that was decoded too late delays the frames after it;
/// no frame is skipped.
package struct AnimationClock: Hashable, Sendable {
  /// The index of the frame that is shown.
  package private(set) var frame = 0
  /// The time at which the shown frame ends, in seconds.
  package private(set) var due: Double
  private let animation: PhotoAnimation
  private var finishedPlays = 0

  /// The shortest duration of a frame, in seconds. A shorter duration would be less than a frame of most displays.
  package static let shortestDuration = 0.01

  /// Starts with the first frame, which is shown at the time `now`, in seconds.
  package init(_ animation: PhotoAnimation, at now: Double) {
    self.animation = animation
    due = now + max(Self.shortestDuration, animation.firstDuration)
  }

  /// The index of the frame after the shown one; `nil` after the last frame of the last play.
  package var nextFrame: Int? {
    if frame + 1 < animation.frameCount { return frame + 1 }
    return animation.playCount == 0 || finishedPlays + 1 < animation.playCount ? 0 : nil
  }

  /// Shows the next frame.
  ///
  /// - Parameters:
  ///   - duration: The time that the frame is shown, in seconds.
  ///   - now: The current time, in seconds.
  package mutating func advance(duration: Double, at now: Double) {
    guard let nextFrame else { return }
    if nextFrame == 0 { finishedPlays += 1 }
    frame = nextFrame
    due = max(due, now) + max(Self.shortestDuration, duration)
  }

  /// Continues after a pause: the shown frame is shown for `duration` seconds from `now` on.
  package mutating func resume(duration: Double, at now: Double) {
    due = now + max(Self.shortestDuration, duration)
  }
}
