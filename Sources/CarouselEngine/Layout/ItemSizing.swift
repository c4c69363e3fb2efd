/// Whether the items of a carousel are equally wide.
///
/// Beyond iCarousel; its most repeated request.
public enum ItemSizing: Sendable {
  /// All items take the same room: ``Carousel/itemWidth``.
  case uniform
  /// Each item takes the room that its own width needs: what is between two neighbors is the same everywhere.
  case individual
}
