public import Drawing
public import Geometry

/// The pixels of a view as it was at one version, for one scale.
///
/// The view's whole extent is spread over all pixels, so that an opaque view has no translucent edge even where
/// its size is not a whole number of pixels.
public struct PaintedSurface: Sendable {
  /// Premultiplied BGRA; its `isOpaque` is read from the pixels.
  public let image: Image
  /// The view's size when it was painted, in points.
  public let size: Size
  /// Pixels to a point.
  public let scale: Double
  /// The view's `contentVersion` when it was painted.
  public let contentVersion: Int

  /// Whether the view has not changed since, and the same scale is wanted.
  @MainActor
  public func isCurrent(for view: View, scale: Double) -> Bool {
    contentVersion == view.contentVersion && self.scale == scale
  }
}
