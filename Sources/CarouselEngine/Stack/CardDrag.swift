/// The progress of a card that is dragged or returns.
package struct CardDrag: Hashable, Sendable {
  package var index: Int
  /// In `0...1`; 1 means that a release dismisses the card.
  package var progress: Double
  package var direction: SwipeDirection?
}

/// How the view of a card stays visible after its item is gone.
struct CardDeparture: Sendable {
  /// The identifier of the card.
  let card: Int
  let progress: TimedProgress
  /// Whether the view fades out instead of flying.
  let fades: Bool
}
