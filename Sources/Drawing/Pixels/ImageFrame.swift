/// The description of an animated picture.
public struct ImageAnimationInfo: Hashable, Sendable {
  /// The number of frames, at least 2.
  public let frameCount: Int
  /// The number of times that the animation is played; 0 for endlessly.
  public let playCount: Int
  /// The time that the first frame is shown, in seconds.
  public let firstDuration: Double

  /// Creates the description of an animation.
  public init(frameCount: Int, playCount: Int, firstDuration: Double) {
    (self.frameCount, self.playCount, self.firstDuration) = (frameCount, playCount, firstDuration)
  }
}

/// A frame of an animated picture.
public struct ImageFrame: Sendable {
  /// The pixels.
  public let image: Image
  /// The time that the frame is shown, in seconds.
  public let duration: Double

  /// Creates a frame.
  public init(image: Image, duration: Double) { (self.image, self.duration) = (image, duration) }
}
