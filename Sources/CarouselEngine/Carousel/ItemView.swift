public import Geometry

/// What a carousel shows at one place: all that the engine needs to know of a view.
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

  /// The view that holds this one, or `nil` when it is an item's own view; by default `nil`.
  var superview: (any ItemView)? { get }
}

extension ItemView {
  public var isDoubleSided: Bool { true }
  public var superview: (any ItemView)? { nil }
}

/// Stands where a data source has nothing to show.
@MainActor
final class EmptyItemView: ItemView {
  var size: Size { .zero }
}
