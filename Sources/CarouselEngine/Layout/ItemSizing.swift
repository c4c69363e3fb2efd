/// Whether the items of a carousel have the same width.
///
/// Beyond iCarousel; its most repeated request.
public enum ItemSizing: String, Codable, Sendable {
  /// All items take the same space: ``Carousel/itemWidth``.
  case uniform
  /// Each item takes the space of its own width, with the same gap between all neighbors.
  case individual
}
