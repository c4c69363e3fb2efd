internal import Geometry

/// The cards of a stack that are not at their positions, and the dismissals that can be undone.
///
/// The scroll offset is the number of cards that are gone. A card that is leaving counts as gone; a card that
/// is held or returns does not. When a card changes between these states, the offset changes by 1, but the
/// frame must not jump. Therefore frames add ``lag(at:)`` to the depth of the cards that are not gone. The
/// lag depends on the progress of each moving card. Likewise, after a motion has replaced a scroll, frames
/// subtract ``scrollCorrection`` from the offset.
struct CardStack: Sendable {
  /// Whether the layout is a stack.
  private(set) var isActive = false
  /// The cards that are not at their positions, the topmost first. Cards that are leaving come before cards
  /// that stay.
  private(set) var cards: [MovingCard] = []
  /// The dismissals that can be undone.
  private(set) var history = DismissalHistory()
  /// Differences that decrease to 0, so that the lag and the drawn offset change continuously.
  private(set) var lagCorrection = DecayingCorrection()
  private(set) var scrollCorrection = DecayingCorrection()
  private var lastID = 0
  /// The value of the last call of ``setOut(_:)``: whether no card was left.
  private(set) var isOut = false

  /// Half of the maximum number of positions over which the views of deeper cards are kept while cards
  /// return.
  static let maximumReturning = 50

  // MARK: State

  /// Sets whether the layout is a stack, and forgets all cards and dismissals.
  mutating func setActive(_ isActive: Bool) { self = CardStack(isActive: isActive, lastID: lastID) }

  init() {}

  private init(isActive: Bool, lastID: Int) { (self.isActive, self.lastID) = (isActive, lastID) }

  /// Records whether no card is left.
  ///
  /// - Returns: Whether the value has changed.
  mutating func setOut(_ newValue: Bool) -> Bool {
    defer { isOut = newValue }
    return isOut != newValue
  }

  // MARK: Corrections

  /// Adds a difference between the scroll offset and the drawn offset. The difference then decreases to 0.
  mutating func addScrollLag(_ difference: Double, at moment: Moment) {
    scrollCorrection.add(difference, at: moment)
  }

  /// Corrects the lag after a change gradually, so that the frame does not jump.
  ///
  /// - Parameter wanted: The lag that makes the frame continuous.
  private mutating func correctLag(to wanted: Double, at moment: Moment) {
    let difference = wanted - lag(at: moment.time)
    if abs(difference) > offsetMargin { lagCorrection.add(difference, at: moment) }
  }

  // MARK: Holding

  /// Takes the top card. If the card is returning, it is taken at its current position.
  ///
  /// - Parameters:
  ///   - translation: The distance that the finger has moved, in points; `nil` if no finger takes the card.
  ///   - grip: The point of the card that the finger holds, relative to the card's center, in points.
  /// - Returns: The identifier of the card.
  mutating func take(
    _ index: Int, translation: Point?, grip: Point, measure: SwipeMeasure, at moment: Moment
  ) -> Int {
    let now = moment.time
    let lag = lag(at: now)
    defer { correctLag(to: lag, at: moment) }
    var depth = depthOfTop(at: now)
    let old = cards.firstIndex { $0.index == index }.map { cards.remove(at: $0) }
    let displacement = old?.displacement(at: now) ?? .zero
    if let old { depth += (old.heldDepth - depth) * old.depthShare(at: now) }
    let hold = MovingCard.Hold(
      start: displacement, startTranslation: translation ?? .zero, displacement: displacement,
      velocity: translation == nil ? old?.velocity(at: now) ?? .zero : .zero,
      isByFinger: translation != nil)
    lastID &+= 1
    // A card that is not at its position keeps its grip. With another grip, the turned card would jump.
    insert(
      MovingCard(
        id: lastID, index: index, phase: .held(hold), grip: displacement == .zero ? grip : old?.grip ?? grip,
        heldDepth: depth, measure: measure, lastDirection: old?.lastDirection))
    return lastID
  }

  /// Inserts a card below the cards that are leaving and above the cards that stay.
  private mutating func insert(_ card: MovingCard) {
    cards.insert(card, at: cards.lastIndex { !$0.isStaying }.map { $0 + 1 } ?? 0)
  }

  /// Moves the card that a finger holds.
  ///
  /// - Parameters:
  ///   - translation: The distance that the finger has moved, in points.
  ///   - velocity: In points per second.
  /// - Returns: The card at its new position; `nil` if no finger holds a card.
  mutating func drag(to translation: Point, velocity: Point, at now: Timestamp) -> MovingCard? {
    guard let (card, oldHold) = held else { return nil }
    var hold = oldHold
    hold.displacement =
      (hold.start + translation - hold.startTranslation).clamped(to: MovingCard.farthest)
    hold.velocity = velocity.clamped(to: MovingCard.fastest)
    hold.lastMove = now
    change(card.id) { $0.phase = .held(hold) }
    return held?.card
  }

  /// Records that the finger has released card `id` at `velocity`, in points per second.
  mutating func releaseHold(of id: Int, velocity: Point) {
    change(id) {
      guard case .held(var hold) = $0.phase else { return }
      (hold.velocity, hold.isByFinger) = (velocity, false)
      $0.phase = .held(hold)
    }
  }

  private mutating func change(_ id: Int, _ change: (inout MovingCard) -> Void) {
    guard let position = cards.firstIndex(where: { $0.id == id }) else { return }
    change(&cards[position])
  }

  /// Makes card `id` return to its position; without animation if `isAnimated` is `false`.
  mutating func putBack(_ id: Int, isAnimated: Bool, at moment: Moment) {
    guard let position = cards.firstIndex(where: { $0.id == id }),
      case .held(let hold) = cards[position].phase
    else { return }
    guard isAnimated, hold.displacement != .zero || hold.velocity != .zero else {
      cards.remove(at: position)
      return
    }
    cards[position].phase = .returning(CardReturn(from: hold.displacement, velocity: hold.velocity))
    cards[position].since = moment
  }

  // MARK: Dismissals

  /// Dismisses the held card `id`, and stores the dismissal.
  ///
  /// - Parameters:
  ///   - exit: The distance from its position at which a card has left, in points.
  ///   - isAnimated: Whether the card flies away. If not, it disappears immediately.
  mutating func dismiss(
    _ id: Int, toward direction: SwipeDirection, exit: Double, isAnimated: Bool, at moment: Moment
  ) {
    guard let card = cards.first(where: { $0.id == id }), let index = card.index else { return }
    let flight = CardFlight(
      from: card.displacement(at: moment.time), velocity: card.velocity(at: moment.time), toward: direction,
      exit: exit)
    history.append(
      DismissalHistory.Dismissal(index: index, direction: direction, exit: flight.end, grip: card.grip))
    let lag = lag(at: moment.time)
    cards.removeAll { $0.id == id }
    guard isAnimated else { return }
    var flying = card
    (flying.phase, flying.since) = (.leaving(flight), moment)
    insert(flying)
    correctLag(to: lag + 1, at: moment)
  }

  /// Forgets the dismissals of the items from `index` on, because these items are on the stack again.
  mutating func forgetDismissals(from index: Int) { history.forget(from: index) }

  /// Removes and returns the last dismissal.
  mutating func popDismissal() -> DismissalHistory.Dismissal? { history.pop() }

  /// Brings the card of a dismissal back along the path on which it left. A card that is still leaving turns
  /// back at its current position.
  ///
  /// - Parameter exit: The distance at which a card leaves with the current bounds, in points.
  mutating func restore(
    _ dismissal: DismissalHistory.Dismissal, exit: Double, measure: SwipeMeasure, at moment: Moment
  ) {
    let lag = lag(at: moment.time)
    defer { correctLag(to: lag - 1, at: moment) }
    var (start, velocity, grip, depth) = (dismissal.exit, Point.zero, dismissal.grip, 0.0)
    if let flying = cards.firstIndex(where: { $0.index == dismissal.index }) {
      let card = cards.remove(at: flying)
      (start, velocity) = (card.displacement(at: moment.time), card.velocity(at: moment.time))
      (grip, depth) = (card.grip, card.heldDepth)
    } else {
      // The bounds may have become larger since the dismissal, so the card starts further away.
      let travel = dismissal.direction.component(of: start)
      if travel > 0, travel < exit { start = (start * (exit / travel)).clamped(to: MovingCard.farthest) }
    }
    lastID &+= 1
    insert(
      MovingCard(
        id: lastID, index: dismissal.index,
        phase: .returning(CardReturn(from: start, velocity: velocity)), since: moment, grip: grip,
        heldDepth: depth, measure: measure, lastDirection: dismissal.direction))
  }

  // MARK: Time

  /// Starts and ends motions at `now`.
  ///
  /// - Returns: Whether a motion has ended, and the progress of each card that is returning.
  mutating func advance(to now: Timestamp) -> (hasEnded: Bool, events: [CarouselEvent]) {
    lagCorrection.advance(to: now)
    scrollCorrection.advance(to: now)
    for position in cards.indices { cards[position].start(at: now) }
    var events: [CarouselEvent] = []
    for card in cards {
      guard case .returning = card.phase, let index = card.index else { continue }
      let progress = card.progress(at: now)
      events.append(
        .didDragItem(index: index, progress: progress.value, direction: progress.direction))
    }
    let count = cards.count
    cards.removeAll { $0.isOver(at: now) }
    return (cards.count < count, events)
  }

  /// Ends all motions. Cards that were leaving are gone, and cards that were returning are at their
  /// positions.
  ///
  /// - Returns: The items of the cards that returned.
  mutating func endMotions() -> [Int] {
    let returned = cards.filter { $0.isMoving && $0.isStaying }.compactMap(\.index)
    (lagCorrection, scrollCorrection) = (DecayingCorrection(), DecayingCorrection())
    cards.removeAll { $0.isMoving }
    return returned
  }

  // MARK: Content

  /// Applies edits of content.
  mutating func follow(_ edits: ContentEdits, at moment: Moment) {
    for position in cards.indices {
      guard let index = cards[position].index else { continue }
      switch edits.fate(ofItem: index) {
      case .kept(let newIndex): cards[position].index = newIndex
      case .removed(let isAnimated):
        cards[position].index = nil
        guard cards[position].isStaying else { continue }
        cards[position].phase = .fading(
          cards[position].displacement(at: moment.time),
          duration: isAnimated ? TimedProgress.fadeOutDuration : 0)
        cards[position].since = moment
      }
    }
    history.follow(edits)
  }

  /// Separates the cards that are leaving from their items, because all items are about to be reloaded.
  mutating func releaseLeavingItems() {
    for position in cards.indices where !cards[position].isStaying { cards[position].index = nil }
  }

  /// Forgets the cards and dismissals of the items from `count` on.
  mutating func forgetItems(from count: Int) {
    cards.removeAll { $0.index.map { $0 >= count } ?? false }
    history.forget(from: count)
  }

  // MARK: Questions

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
    if case .leaving(let flight) = card.phase {
      return Departure(
        card: card.id, progress: TimedProgress(since: card.since, duration: flight.duration), fades: false)
    }
    guard fades, card.isStaying else { return nil }
    return Departure(
      card: card.id, progress: TimedProgress(since: moment, duration: TimedProgress.fadeOutDuration),
      fades: true)
  }
}
