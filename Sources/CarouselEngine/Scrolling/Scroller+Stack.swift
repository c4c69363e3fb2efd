/// The offset of a stack of cards: the number of cards that are gone.
extension Scroller {
  /// Moves to another top card at once, and ends a motion; a finger keeps holding the carousel.
  mutating func setTop(_ top: Double, for reason: SettleReason, at now: Timestamp?) {
    placeTop(top)
    setPendingSettleReason(reason)
    commit(at: now, isJump: true)
  }

  /// Sets the offset of the top card, which takes effect with the next commit, and ends a motion.
  mutating func placeTop(_ top: Double) {
    if isTravelling || isDragging { endActivity() }
    place(at: top)
  }
}
