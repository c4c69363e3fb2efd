/// The departure of a card's view whose item no longer exists.
struct CardDeparture: Sendable {
  /// The identifier of the card.
  let card: Int
  let progress: TimedProgress
  /// Whether the view fades out. If `false`, the card continues to fly away.
  let fades: Bool
}
