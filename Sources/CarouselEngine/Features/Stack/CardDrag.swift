/// The progress of a card that is dragged or moves back.
package struct CardDrag: Hashable, Sendable {
  package var index: Int
  /// In `0...1`. At 1, lifting the finger dismisses the card.
  package var progress: Double
  package var direction: SwipeDirection?
}
