internal import Drawing
internal import Synchronization

/// The mirror image of a view below its bottom edge. It fades out toward the bottom.
///
/// ReflectionView: `reflectionGap`, `reflectionScale`, `reflectionAlpha`, `dynamic`.
public struct Reflection: Hashable, Sendable {
  /// The distance from the view to its reflection, in points; clamped to `0...500`.
  public var gap: Double
  /// The height of the reflection divided by the view's height, in `0...1`.
  public var scale: Double
  /// The opacity at the top of the reflection, in `0...1`.
  public var alpha: Double
  /// Whether the reflection follows changes of the view. Otherwise it keeps the first picture of the view until
  /// ``View/updateReflection()`` is called.
  public var isDynamic: Bool

  /// Creates a reflection. The default sizes are the same as in ReflectionView. Unlike in ReflectionView, the
  /// reflection follows the view by default.
  public init(gap: Double = 4, scale: Double = 0.5, alpha: Double = 0.5, isDynamic: Bool = true) {
    (self.gap, self.scale, self.alpha, self.isDynamic) = (gap, scale, alpha, isDynamic)
  }
}

/// The picture of a reflection that does not follow changes of its view.
final class StillReflection: Sendable {
  private let picture = Mutex<Image?>(nil)

  /// Returns the stored picture if it has the size of `current`. Otherwise stores `current` and returns it.
  func picture(orStoring current: Image) -> Image {
    picture.withLock { stored in
      if let stored, stored.width == current.width, stored.height == current.height { return stored }
      stored = current
      return current
    }
  }
}
