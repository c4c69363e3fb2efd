public import Geometry
public import Views

/// Content of a ``ScrollView`` that depends on the visible part and its scale, for example a map that loads tiles.
@MainActor
public protocol ZoomableContent: View {
  /// Called after the content has moved or was zoomed, once a frame at most.
  ///
  /// - Parameters:
  ///   - rect: The visible part, in the coordinates of the content.
  ///   - scale: The factor by which the content is enlarged.
  ///   - isAtRest: Whether the content neither moves nor follows a finger.
  ///
  /// UIKit: `CATiledLayer`, `scrollViewDidEndZooming:withView:atScale:`.
  func visibleRectDidChange(to rect: Rect, scale: Double, isAtRest: Bool)
}
