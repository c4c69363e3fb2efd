public import Geometry

/// The properties of an item's view that the engine needs.
///
/// The carousel reads the size and whether the view is double-sided when the data source returns the view, and again
/// in each ``Carousel/frame()``. A change is visible in the next frame; until then gestures hit what the last frame shows.
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

  /// The view that contains this view, or `nil` for the view of an item itself; by default `nil`.
  var superview: (any ItemView)? { get }
}

extension ItemView {
  public var isDoubleSided: Bool { true }
  public var superview: (any ItemView)? { nil }
}

/// An empty view, used for placeholders if the data source supplies no views for them.
@MainActor
final class EmptyItemView: ItemView {
  var size: Size { .zero }
}
