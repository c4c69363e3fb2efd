/// Something that happened and is to be delivered to the delegate, the data source or a caller, in the order it happened.
package enum CarouselEffect: Sendable {
  /// The carousel scrolled, or began or ended to.
  case scroll(ScrollEvent)
  /// The carousel has come to rest.
  case didSettle(SettleReason)
  /// An item was selected by a tap.
  case didSelect(index: Int)
  /// A finger moves across the axis.
  case didSwipe(PerpendicularSwipe)
  /// These items are out of reach again; ascending.
  case cancelPrefetching([Int])
  /// These items may be shown soon; the most urgent first.
  case prefetch([Int])
  /// A change has come to rest, or another one has replaced it.
  case complete(CompletionID, isFinished: Bool)
}

/// Names a completion that the shell keeps.
package struct CompletionID: Hashable, Sendable {
  let number: Int
}
