/// The progress of a card that is dragged or moves back.
package struct CardDrag: Hashable, Sendable {
  package var index: Int
  /// In `0...1`. At 1, lifting the finger dismisses the card.
  package var progress: Double
  package var direction: SwipeDirection?
}

/// The departure of a card's view whose item no longer exists.
struct CardDeparture: Sendable {
  /// The identifier of the card.
  let card: Int
  let progress: TimedProgress
  /// Whether the view fades out. If `false`, the card continues to fly away.
  let fades: Bool
}
