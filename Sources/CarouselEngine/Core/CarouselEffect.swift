/// A notification for the delegate, the data source or a caller; effects are delivered in the order of their
/// causes.
package enum CarouselEffect: Sendable {
  /// A scroll, its start or its end.
  case scroll(ScrollEvent)
  /// The carousel has settled.
  case didSettle(SettleReason)
  /// An item was selected by a tap.
  case didSelect(index: Int)
  /// A finger moves across the axis.
  case didSwipe(PerpendicularSwipe)
  /// A card of a stack was dragged, or returns.
  case didDrag(CardDrag)
  /// A card of a stack was dismissed.
  case didDismiss(index: Int, direction: SwipeDirection)
  /// The dismissal of a card was undone.
  case didUndo(index: Int)
  /// No card is left on a stack.
  case didRunOut
  /// An item was lifted.
  case willBeginReordering(index: Int)
  /// A lifted item was dropped; `nil` if it was returned.
  case didEndReordering(index: Int, to: Int?)
  /// These items are out of reach and need no preparation; ascending.
  case cancelPrefetching([Int])
  /// These items may be shown soon; the most urgent first.
  case prefetch([Int])
  /// A change has ended, or another one has replaced it.
  case complete(CompletionID, isFinished: Bool)
  /// A scroll that the owner waits for has ended.
  case scrollEnded(ScrollID, ScrollResult)
}

/// The identifier of a completion that the owner stores.
package struct CompletionID: Hashable, Codable, Sendable {
  let number: Int
}
