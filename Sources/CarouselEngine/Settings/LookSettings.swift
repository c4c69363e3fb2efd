package import Geometry

/// The settings of the layout and the appearance of a carousel.
package struct LookSettings: Equatable, Codable, Sendable {
  package var type = CarouselType.linear
  package var bounds = Size.zero
  package var axis = ScrollAxis.horizontal
  /// `m34` of the items' transforms.
  package var perspective = -1.0 / 500
  package var contentOffset = Size.zero
  package var viewpointOffset = Size.zero
  package var clipsToBounds = false
  package var maximumVisibleItems = 30
  package var snapAlignment = SnapAlignment.center
  package var containsEnds = false
  package var itemSizing = ItemSizing.uniform
  /// The size that the owner of the carousel gives all views, in points; `nil` if the views have sizes of their own.
  package var itemSize: Size?
  package var options = CarouselOptions()
}
