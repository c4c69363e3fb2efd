public import Geometry

/// The view of an item, as far as the engine needs to know it.
///
/// iCarousel: the `UIView` that `carousel:viewForItemAtIndex:reusingView:` returns.
@MainActor
public protocol ItemView: AnyObject, Sendable {
  /// The width and height, in points.
  var size: Size { get }

  /// Whether the view's back can be seen; by default `true`.
  ///
  /// Core Animation: `CALayer.doubleSided`.
  var isDoubleSided: Bool { get }

  /// The view that contains this one, or `nil` for an item's own view; by default `nil`.
  var superview: (any ItemView)? { get }
}

extension ItemView {
  public var isDoubleSided: Bool { true }
  public var superview: (any ItemView)? { nil }
}

/// An empty view for placeholders of a data source that supplies no view.
@MainActor
final class EmptyItemView: ItemView {
  var size: Size { .zero }
}
