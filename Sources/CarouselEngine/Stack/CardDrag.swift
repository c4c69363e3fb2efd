/// The progress of a card that is dragged or moves back.
package struct CardDrag: Hashable, Sendable {
  package var index: Int
  /// In `0...1`. At 1, lifting the finger dismisses the card.
  package var progress: Double
  package var direction: SwipeDirection?
}

/// How the view of a card leaves after its item no longer exists.
struct CardDeparture: Sendable {
  /// The identifier of the card.
  let card: Int
  let progress: TimedProgress
  /// Whether the view fades out. If not, it flies away.
  let fades: Bool
}
