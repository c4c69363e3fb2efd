public import Geometry

extension View {
  /// The smallest size that a container gives the view, in points; by default zero.
  public var minimumSize: Size {
    get { sizing.minimumSize }
    set { sizing.minimumSize = newValue }
  }
  /// The size that a container gives the view if there is room; `nil`, the default, means the result of
  /// ``sizeThatFits(_:)``.
  public var preferredSize: Size? {
    get { sizing.preferredSize }
    set { sizing.preferredSize = newValue }
  }
  /// The distances from the sides of a container to its subviews, in points; by default zero.
  ///
  /// UIKit: `layoutMargins`.
  public var insets: EdgeInsets {
    get { sizing.insets }
    set { sizing.insets = newValue }
  }
  /// How much the view grows in a ``StackView`` with free space. The stack divides the space in proportion to
  /// the factors of its subviews. With 0, the default, the view does not grow.
  ///
  /// CSS: `flex-grow`.
  public var growFactor: Double {
    get { sizing.growFactor }
    set { sizing.growFactor = newValue }
  }

  /// Called after a size was set.
  func sizingDidChange(from old: ViewSizing) {
    if sizing.insets != old.insets { setNeedsLayout() }
    if sizing.growFactor != old.growFactor { superview?.setNeedsLayout() }
    if (sizing.minimumSize, sizing.preferredSize, sizing.insets)
      != (old.minimumSize, old.preferredSize, old.insets)
    {
      invalidateIntrinsicContentSize()
    }
  }

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
