/// Item effects, applied on top of the layout.
extension Carousel {
  /// The effects that change items according to their distance from the center, on top of any type; by
  /// default none.
  ///
  /// Each effect changes the result of the preceding effects, for example `[.scale(center: 1.3, sides: 0.7),
  /// .fade(to: 0.5)]`. A tap hits an item where it is drawn.
  ///
  /// Beyond iCarousel; Swiper: `effect`; UICollectionViewLayout: `layoutAttributesForElements(in:)`.
  public var effects: [ItemEffect] {
    get { core.layout.effects.list }
    set { apply(.setEffects(newValue)) }
  }
}
