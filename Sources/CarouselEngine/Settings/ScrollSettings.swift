/// The settings of scrolling: all parameters of motion, without its state.
package struct ScrollSettings: Equatable, Codable, Sendable {
  /// The rate that determines how far a flick glides, in `0...1`. At 1 a flick never slows down. See
  /// ``Carousel/decelerationRate``.
  package var decelerationRate = 0.95
  /// The factor by which the velocity of a flick is multiplied.
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
  package var physics = NamedPhysics(ClassicPhysics())

  package init() {}
}
