@_spi(Subclassing) internal import Views

/// The clipped view of a scroll view, which contains the content.
final class ScrollViewport: ContainerView {
  /// Whether the subviews are the rows of a list. Then their number and height alone determine the size of the
  /// content.
  var containsRows = false
  @_spi(Subclassing) public override var isLayoutBoundary: Bool { containsRows }
}
