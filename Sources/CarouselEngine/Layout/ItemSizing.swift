/// Whether the items of a carousel have the same width.
///
/// Beyond iCarousel, whose users have requested this feature more often than any other.
public enum ItemSizing: String, Codable, Sendable {
  /// All items have the same width: ``Carousel/itemWidth``.
  case uniform
  /// Each item has its own width. The gap between neighbors is the same everywhere.
  case individual
}
