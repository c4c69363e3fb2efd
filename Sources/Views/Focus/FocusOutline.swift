package import Geometry

/// The shape of a focus ring.
@_spi(Subclassing) public struct FocusOutline: Hashable, Sendable {
  /// The rectangle that the ring follows on the inside, in the view's coordinates.
  package var rect: Rect
  /// The corner radius of the rectangle, in points.
  package var cornerRadius: Double

  /// Creates the shape of a focus ring.
  package init(rect: Rect, cornerRadius: Double) {
    (self.rect, self.cornerRadius) = (rect, cornerRadius)
  }
}
