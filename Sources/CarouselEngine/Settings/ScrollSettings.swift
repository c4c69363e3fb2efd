/// How a carousel answers to hand and program: everything that shapes its motion but is not part of it.
package struct ScrollSettings: Equatable, Sendable {
  /// In `0...1`.
  package var decelerationRate = 0.95
  /// The factor on the velocity of a flick.
  package var scrollSpeed = 1.0
  /// How far beyond the ends one can get, in items; 0 or more.
  package var bounceDistance = 1.0
  package var bounces = true
  package var isPagingEnabled = false
  /// How many items a page has; at least 1.
  package var itemsPerPage = 1
  package var truncatesFinalPage = false
  package var stopAtItemBoundary = true
  package var scrollToItemBoundary = true

  package init() {}
}
