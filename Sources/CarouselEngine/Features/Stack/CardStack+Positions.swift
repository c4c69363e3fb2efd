internal import Geometry

/// The moving cards of a stack.
extension CardStack {
  /// Whether any card moves without a finger.
  var isMoving: Bool { isActive && (isSettling || cards.contains { $0.isMoving }) }

  /// Whether any card moves or is held.
  var isBusy: Bool { isActive && (isSettling || !cards.isEmpty) }

  private var isSettling: Bool { !lagCorrection.isOver || !scrollCorrection.isOver }

  /// Whether a finger holds a card.
  var isHeld: Bool { held != nil }

  /// The card that a finger holds.
  var held: (card: MovingCard, hold: MovingCard.Hold)? {
    for card in cards { if case .held(let hold) = card.phase, hold.isByFinger { return (card, hold) } }
    return nil
  }

  /// The indexes of all items whose cards are not at their positions.
  var indexes: [Int] { cards.compactMap(\.index) }

  /// Returns the item of card `id`; `nil` if the card is at its position or its item was removed.
  func index(of id: Int) -> Int? { cards.first { $0.id == id }?.index }

  /// Returns whether the card of item `index` is not at its position.
  func isMoving(_ index: Int) -> Bool { cards.contains { $0.index == index } }

  /// Returns whether the card of item `index` is leaving.
  func isLeaving(_ index: Int) -> Bool { cards.contains { $0.index == index && !$0.isStaying } }

  /// Returns the number of cards to add at `now` to the depth of the cards beneath all moving cards.
  func lag(at now: Timestamp) -> Double {
    cards.reduce(lagOfLeaving(at: now)) { $0 - ($1.isStaying ? $1.progress(at: now).value : 0) }
  }

  /// Returns the number of cards to add at `now` to the depth of all cards, because other cards are leaving.
  func lagOfLeaving(at now: Timestamp) -> Double {
    cards.reduce(lagCorrection.value(at: now)) { sum, card in
      if case .leaving = card.phase { sum + 1 - card.progress(at: now).value } else { sum }
    }
  }

  /// Returns the depth at `now` of a top card that no finger holds, in cards. The depth is not 0 only while
  /// cards above the top card are leaving or after a motion has replaced a scroll.
  func depthOfTop(at now: Timestamp) -> Double {
    scrollCorrection.value(at: now) + lagOfLeaving(at: now)
  }

  /// Returns the departure of the view of item `index`, whose item no longer exists; `nil` if the view
  /// disappears immediately.
  ///
  /// A card that is leaving continues. If `fades` is `true`, a card that is held or returns fades out at its
  /// current position.
  func departure(ofItem index: Int, fades: Bool, at moment: Moment) -> Departure? {
    guard let card = cards.first(where: { $0.index == index }) else { return nil }
    switch card.phase {
    case .leaving(let flight):
      return Departure(
        card: card.id, progress: TimedProgress(since: flight.since, duration: flight.duration), fades: false)
    case .held, .returning:
      guard fades else { return nil }
      return Departure(
        card: card.id, progress: TimedProgress(since: moment, duration: TimedProgress.fadeOutDuration),
        fades: true)
    case .fading: return nil
    }
  }
}
