/// A notification for the delegate, the data source or a caller. Effects are delivered in the order in which
/// they were caused.
package enum CarouselEffect: Sendable {
  /// A scroll event, for example the start or the end of a scroll.
  case scroll(ScrollEvent)
  /// The carousel has settled.
  case didSettle(SettleReason)
  /// An item was selected by a tap.
  case didSelect(index: Int)
  /// A finger moves across the axis, beginning on an item.
  case didSwipe(PerpendicularSwipe)
  /// A card of a stack is being dragged, or moves back.
  case didDrag(CardDrag)
  /// A card of a stack was dismissed.
  case didDismiss(index: Int, direction: SwipeDirection)
  /// The dismissal of a card was undone.
  case didUndo(index: Int)
  /// No card is left on a stack.
  case didRunOut
  /// An item was lifted.
  case willBeginReordering(index: Int)
  /// A lifted item was dropped. `to` is its new index, or `nil` if it was returned.
  case didEndReordering(index: Int, to: Int?)
  /// The data source need not prefetch these items any longer, because they are too far away; ascending.
  case cancelPrefetching([Int])
  /// The data source should prefetch these items, because they may become visible soon; the most urgent
  /// first.
  case prefetch([Int])
  /// A change has ended, or another change has replaced it.
  case complete(CompletionID, isFinished: Bool)
}

/// The identifier of a completion closure that the owner stores.
package struct CompletionID: Hashable, Codable, Sendable {
  let number: Int
}
