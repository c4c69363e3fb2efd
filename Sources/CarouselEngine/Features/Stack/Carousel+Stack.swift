/// A stack of cards: see ``SwipeStackLayout``. Without such a layout these members have no effect.
extension Carousel {
  /// Dismisses the top card. The card leaves in the given direction, as if the user had swiped it.
  ///
  /// The delegate is asked for permission first. The direction need not be in
  /// ``SwipeStackLayout/directions``. A card that is being dragged leaves from its current position.
  ///
  /// Beyond iCarousel; Koloda: `swipe(_:force:)`.
  public func dismissItem(toward direction: SwipeDirection) { apply(StackInput.dismiss(direction)) }

  /// Brings the last dismissed card back along the path on which it left. The card may still be leaving. The
  /// method may be called inside a callback.
  ///
  /// Cards that were skipped after the dismissal lie beneath the card again. If another card is being
  /// dragged, that card returns to its position. At most the last 10,000 dismissals can be undone. A
  /// dismissal can no longer be undone if its item is removed, is missing after a reload, or comes back by a
  /// scroll.
  ///
  /// - Returns: The index of the card's item; `nil` if there is no dismissal to undo.
  ///
  /// Beyond iCarousel; Koloda: `revertAction()`.
  @discardableResult
  public func undoDismissal() -> Int? {
    let index = core.undoableItem
    apply(StackInput.undoDismissal)
    return index
  }

  /// Whether there is a dismissal to undo.
  ///
  /// Beyond iCarousel.
  public var canUndoDismissal: Bool { core.undoableItem != nil }

  /// Whether all cards of a stack are gone; `false` if the stack has no items.
  ///
  /// Beyond iCarousel; Koloda: `isRunOutOfCards`.
  public var isOutOfItems: Bool { core.features.stack.isOut }
}
