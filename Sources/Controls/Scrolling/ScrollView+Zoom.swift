public import Geometry
internal import Views

extension ScrollView {
  /// The factor by which the content is enlarged. Setting it keeps the middle of the visible part. At rest it is in
  /// ``minimumZoomScale``...``maximumZoomScale``.
  ///
  /// UIKit: `zoomScale`.
  public var zoomScale: Double {
    get { core.scale }
    set { setZoomScale(newValue, animated: false) }
  }

  /// The zoom scale at the end of a motion; otherwise ``zoomScale``.
  package var targetZoomScale: Double { core.targetScale }

  /// Whether fingers zoom the content, or it moves to another scale by itself.
  ///
  /// UIKit: `isZooming`.
  public var isZooming: Bool { core.isZooming }

  /// Zooms about the middle of the visible part.
  ///
  /// - Parameters:
  ///   - scale: Clamped to ``minimumZoomScale``...``maximumZoomScale``. A number that is not finite is ignored.
  ///   - animated: Whether the content moves to the new scale in 0.4 seconds. With reduced motion, or outside of a window,
  ///     it jumps.
  ///
  /// UIKit: `setZoomScale:animated:`.
  public func setZoomScale(_ scale: Double, animated: Bool) {
    layoutIfNeeded()
    core.zoom(to: scale, animated: animated && canMove)
    move()
  }

  /// Zooms and scrolls so that `rect` is as large as possible and completely visible, as far as the limits of the scale and of the
  /// content permit.
  ///
  /// - Parameters:
  ///   - rect: In the coordinates of the content. An empty rectangle is ignored.
  ///   - animated: See ``setZoomScale(_:animated:)``.
  ///
  /// UIKit: `zoomToRect:animated:`.
  public func zoom(to rect: Rect, animated: Bool) {
    layoutIfNeeded()
    core.zoom(to: rect, animated: animated && canMove)
    move()
  }

  /// The visible part of the content, in its coordinates.
  public var visibleContentRect: Rect { core.visibleRect }
  /// The part of the content that is visible at the end of a zoom; otherwise ``visibleContentRect``.
  package var targetVisibleContentRect: Rect { core.targetVisibleRect }
}
