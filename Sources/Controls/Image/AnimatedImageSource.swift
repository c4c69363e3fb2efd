public import Drawing
public import Geometry

/// A source whose picture may be an animation. Its picture is the first frame.
///
/// An ``AsyncImageView`` plays the animation while the view is visible.
public protocol AnimatedImageSource: ImageSource {
  /// Starts to read whether the picture is an animation, and returns immediately.
  ///
  /// - Parameters:
  ///   - size: The size at which the picture is displayed, in pixels.
  ///   - completion: Must be called once, on any thread, with `nil` for a still picture, or with the reason why the picture cannot
  ///     be read. After ``ImageSourceError/unavailable(_:)``, the picture is read again after 1, 2 and 4 seconds, and then when the
  ///     view appears in a window again; after other errors it stays still. After a cancellation, the call is ignored.
  /// - Returns: A closure that cancels the work. It is called on the main actor, at most once.
  func loadAnimation(
    for size: Size, completion: @escaping @Sendable (Result<ImageAnimationInfo?, ImageSourceError>) -> Void
  ) -> @Sendable () -> Void

  /// Starts to load a frame, and returns immediately.
  ///
  /// - Parameters:
  ///   - index: The index of the frame, in `0..<frameCount`.
  ///   - size: The size at which the picture is displayed, in pixels.
  ///   - completion: Must be called once, on any thread, with `nil` if the frame cannot be loaded. After a
  ///     cancellation, the call is ignored. A frame that cannot be loaded is requested again after 1, 2 and 4 seconds, and then
  ///     when the view appears in a window again.
  /// - Returns: A closure that cancels the work. It is called on the main actor, at most once.
  func loadFrame(
    _ index: Int, for size: Size, completion: @escaping @Sendable (ImageFrame?) -> Void
  ) -> @Sendable () -> Void
}
