/// Whether the items of a carousel have the same width.
///
/// Beyond iCarousel, where it is the most requested feature.
public enum ItemSizing: String, Codable, Sendable {
  /// All items have the same width: ``Carousel/itemWidth``.
  case uniform
  /// Each item has its own width. The gap between neighbors is the same everywhere.
  case individual
}
