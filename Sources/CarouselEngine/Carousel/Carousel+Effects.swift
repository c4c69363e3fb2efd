/// Effects on top of the layout.
extension Carousel {
  /// How items change with their distance from the center, on top of any type; by default not at all.
  ///
  /// Each effect goes on from what the ones before it made: `[.scale(center: 1.3, sides: 0.7), .fade(to: 0.5)]`. A tap meets
  /// an item where it is seen.
  ///
  /// Beyond iCarousel; Swiper: `effect`; UICollectionViewLayout: `layoutAttributesForElements(in:)`.
  public var effects: [ItemEffect] {
    get { core.layout.effects.list }
    set { apply(.setEffects(newValue)) }
  }
}
