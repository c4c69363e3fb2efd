/// The offset of a stack of cards: the number of cards that are gone.
extension Scroller {
  /// Sets another top card without animation, and ends a motion. A finger that touches the carousel continues
  /// to hold the carousel.
  mutating func setTop(_ top: Double, for reason: SettleReason, at now: Moment) {
    if isTravelling || isDragging { begin(.idle) }
    settleReason = reason
    move(to: top, as: .jump, at: now)
  }
}
