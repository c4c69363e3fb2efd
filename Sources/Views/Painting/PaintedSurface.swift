public import Drawing
public import Geometry

/// The pixels of a view at one version and scale.
///
/// The view is stretched to a whole number of pixels. An opaque view thus has no translucent edge, even if its
/// size is not a whole number of pixels.
public struct PaintedSurface: Sendable {
  /// The painted pixels. Their `isOpaque` is determined from the pixels, not from the view.
  public let image: Image
  /// The view's size when it was painted, in points.
  public let size: Size
  /// The column and the row of the view's top left corner in the image. They are 0 unless effects are painted
  /// around the view.
  public let originX, originY: Int
  /// Pixels per point.
  public let scale: Double
  /// The view's `contentVersion` when it was painted.
  public let contentVersion: Int

  /// Returns whether the view has not changed since it was painted, and was painted at `scale`.
  @MainActor
  public func isCurrent(for view: View, scale: Double) -> Bool {
    contentVersion == view.contentVersion && self.scale == scale
  }
}
