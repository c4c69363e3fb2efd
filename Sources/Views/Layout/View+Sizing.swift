public import Geometry

extension View {
  /// Returns the size that a container gives the view: ``preferredSize`` or ``sizeThatFits(_:)``, at least
  /// ``minimumSize``.
  ///
  /// - Parameter available: The available width and height, in points; either may be infinite.
  public func fittingSize(in available: Size) -> Size {
    let size = preferredSize ?? sizeThatFits(available)
    return Size(
      width: max(size.width.isFinite ? size.width : 0, minimumSize.width),
      height: max(size.height.isFinite ? size.height : 0, minimumSize.height))
  }

  /// Notifies the superviews that the result of the view's ``sizeThatFits(_:)`` has changed.
  ///
  /// UIKit: `invalidateIntrinsicContentSize`.
  public func invalidateIntrinsicContentSize() {
    var view = superview
    while let next = view, !next.isLayoutBoundary {
      next.setNeedsLayout()
      view = next.superview
    }
  }

  /// Sets the size to ``fittingSize(in:)`` of `available`.
  ///
  /// UIKit: `sizeToFit`.
  public func sizeToFit(in available: Size = Size(width: Double.infinity, height: .infinity)) {
    size = fittingSize(in: available)
  }
}
