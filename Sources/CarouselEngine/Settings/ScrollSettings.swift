/// The settings of scrolling: all parameters of motion, without its state.
package struct ScrollSettings: Equatable, Codable, Sendable {
  /// How far a flick glides, in `0...1`; 1 never slows down. See ``Carousel/decelerationRate``.
  package var decelerationRate = 0.95
  /// The factor on the velocity of a flick.
  package var scrollSpeed = 1.0
  /// The maximum distance that the carousel can be moved beyond its ends, in items; 0 or more.
  package var bounceDistance = 1.0
  package var bounces = true
  package var isPagingEnabled = false
  /// The number of items on a page; at least 1.
  package var itemsPerPage = 1
  package var truncatesFinalPage = false
  package var stopAtItemBoundary = true
  package var scrollToItemBoundary = true
  package var motionStyle = MotionStyle.classic

  package init() {}
}
