/// Items of different widths.
extension Carousel {
  /// Whether all items are equally wide, or each as wide as the delegate says; by default equally wide.
  ///
  /// With ``ItemSizing/individual`` each item still comes to rest in the centre, what is between two neighbours is the
  /// same everywhere, and offsets still count items: 2.5 is halfway between the centres of items 2 and 3. Speeds are
  /// in nominal widths per second, so that they look even. Time machines keep their even steps in depth. Of
  /// more than ten million items all are equally wide.
  ///
  /// Beyond iCarousel; UIKit: `collectionView(_:layout:sizeForItemAt:)`.
  public var itemSizing: ItemSizing {
    get { sizes.sizing }
    set {
      guard newValue != sizes.sizing else { return }
      sizes.sizing = newValue
      setNeedsLayout()
    }
  }

  /// Returns the widths that count now, after asking for them if they may have changed; `nil` if all are equal.
  ///
  /// - Complexity: O(the number of items) after a layout or a change of content, else O(1).
  func currentSizes() -> ItemSizes? {
    guard sizes.sizing == .individual, let delegate, itemWidth > 0 else { return nil }
    guard (1...ItemSizes.mostItems).contains(numberOfItems) else { return nil }
    if sizes.needAsking(count: numberOfItems, itemWidth: itemWidth) {
      let nominal = itemWidth
      sizes.ask()
      let answers = (0..<numberOfItems).map { delegate.carousel(self, widthForItemAt: $0) }
      sizes.take(answers, itemWidth: nominal)
    }
    return sizes.areAsked || sizes.areUniform || sizes.widths.count != numberOfItems ? nil : sizes
  }

  /// Asks for the widths anew where each item has its own, and moves the items to where they stand then.
  ///
  /// - Parameter animated: Whether that takes 0.4 seconds; what leaves the view meanwhile stays until then.
  func resizeItems(animated: Bool) {
    guard sizes.sizing == .individual, !needsLayout else { return }
    sizes.areStale = true
    guard animated, !scroller.ring.isEmpty else { return perform { $0.settle(at: clock, isJump: true) } }
    let before = scroller
    arrange()
    for index in arrangement.seen?.indexes(on: scroller.ring) ?? [] where loader.view(at: index) == nil {
      load(index)
    }
    loader.slide(since: clock, delay: 0) { shift(of: $0, from: $0.index, in: before) }
    makingRoom.append(Passage(since: clock, duration: Passage.slideDuration))
    invalidate()
  }

  /// Returns where item or placeholder `index` stands.
  func spot(ofItem index: Int) -> Spot {
    scroller.spot(ofItem: index, itemWidth: arrangement.stage.itemWidth)
  }
}
