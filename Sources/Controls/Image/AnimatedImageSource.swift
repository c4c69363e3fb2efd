public import Drawing
public import Geometry
internal import Views

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

/// A source whose picture may be an animation. Its picture is the first frame.
///
/// An ``AsyncImageView`` plays the animation while the view is visible.
public protocol AnimatedImageSource: ImageSource {
  /// Starts to read whether the picture is an animation, and returns immediately.
  ///
  /// - Parameters:
  ///   - size: The size at which the picture is displayed, in pixels.
  ///   - completion: Must be called once, on any thread, with `nil` for a still picture. After a cancellation, the call
  ///     is ignored.
  /// - Returns: A closure that cancels the work. It is called on the main actor, at most once.
  func loadAnimation(
    for size: Size, completion: @escaping @Sendable (ImageAnimationInfo?) -> Void
  ) -> @Sendable () -> Void

  /// Starts to load a frame, and returns immediately.
  ///
  /// - Parameters:
  ///   - index: The index of the frame, in `0..<frameCount`.
  ///   - size: The size at which the picture is displayed, in pixels.
  ///   - completion: Must be called once, on any thread, with `nil` if the frame cannot be loaded. After a
  ///     cancellation, the call is ignored.
  /// - Returns: A closure that cancels the work. It is called on the main actor, at most once.
  func loadFrame(
    _ index: Int, for size: Size, completion: @escaping @Sendable (ImageFrame?) -> Void
  ) -> @Sendable () -> Void
}
