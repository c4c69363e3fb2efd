/// A stack of cards: see ``SwipeStackLayout``. Without such a layout these members have no effect.
extension Carousel {
  /// Dismisses the top card, which then leaves in a direction as if it were swiped.
  ///
  /// The delegate is asked for permission first. Any direction is possible, also one that is not in
  /// ``SwipeStackLayout/directions``. A card that is dragged leaves from where it is.
  ///
  /// Beyond iCarousel; Koloda: `swipe(_:force:)`.
  public func dismissItem(toward direction: SwipeDirection) { apply(.dismissItem(direction)) }

  /// Brings the last dismissed card back along its way, also while it is still leaving or inside a callback.
  ///
  /// Cards that were skipped after it lie beneath it again. A card that is dragged returns to its position.
  /// At most the last 10,000 dismissals can be undone. A dismissal can no longer be undone when its item is removed,
  /// is missing after a reload, or comes back by a scroll.
  ///
  /// - Returns: The index of the card's item; `nil` if there is no dismissal to undo.
  ///
  /// Beyond iCarousel; Koloda: `revertAction()`.
  @discardableResult
  public func undoDismissal() -> Int? {
    let index = core.undoableItem
    apply(.undoDismissal)
    return index
  }

  /// Whether there is a dismissal to undo.
  ///
  /// Beyond iCarousel.
  public var canUndoDismissal: Bool { core.undoableItem != nil }

  /// Whether all items of a stack are gone; `false` if it has no items.
  ///
  /// Beyond iCarousel; Koloda: `isRunOutOfCards`.
  public var isOutOfItems: Bool { core.stack.isOut }
}
