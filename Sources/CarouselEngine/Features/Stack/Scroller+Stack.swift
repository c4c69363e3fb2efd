/// The offset of a stack of cards: the number of cards that are gone.
extension Scroller {
  /// Sets another top card without animation, and ends a motion. A finger that touches the carousel continues
  /// to hold the carousel.
  mutating func setTop(_ top: Double, for reason: SettleReason, at now: Timestamp?) {
    placeTop(top)
    setPendingSettleReason(reason)
    commit(at: now, isJump: true)
  }

  /// Sets the offset of the top card, and ends a motion. The offset takes effect with the next commit.
  mutating func placeTop(_ top: Double) {
    if isTravelling || isDragging { endActivity() }
    place(at: top)
  }
}
