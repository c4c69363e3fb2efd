internal import Drawing
internal import Synchronization

/// The mirror image of a view below its lower side. It fades out downward.
///
/// ReflectionView: `reflectionGap`, `reflectionScale`, `reflectionAlpha`, `dynamic`.
public struct Reflection: Hashable, Sendable {
  /// The distance from the view to its reflection, in points; clamped to `0...500`.
  public var gap: Double
  /// The height of the reflection as a share of the view's height, in `0...1`.
  public var scale: Double
  /// The opacity of the reflection at its upper side, in `0...1`.
  public var alpha: Double
  /// Whether the reflection follows changes of the view. If not, it shows the view as it was painted first, until
  /// ``View/updateReflection()``.
  public var isDynamic: Bool

  /// Creates a reflection. The sizes are those of ReflectionView; unlike there, the reflection follows the view by
  /// default.
  public init(gap: Double = 4, scale: Double = 0.5, alpha: Double = 0.5, isDynamic: Bool = true) {
    (self.gap, self.scale, self.alpha, self.isDynamic) = (gap, scale, alpha, isDynamic)
  }
}

/// The picture that a reflection shows while it does not follow its view.
final class StillReflection: Sendable {
  private let picture = Mutex<Image?>(nil)

  /// Returns the stored picture if it has the size of `current`, and stores `current` otherwise.
  func picture(orStoring current: Image) -> Image {
    picture.withLock { stored in
      if let stored, stored.width == current.width, stored.height == current.height { return stored }
      stored = current
      return current
    }
  }
}
