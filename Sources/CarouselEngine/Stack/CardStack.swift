internal import Geometry

/// The cards of a stack that are not at their positions, and the dismissals that can be undone.
///
/// The scroll offset is the number of cards that are gone. A card that leaves counts as gone; a card that is
/// held or returns does not. So that nothing jumps when a card changes from one to the other, frames show the cards
/// that are not gone deeper than the offset says, by the ``lag(at:)``, to which each card contributes its progress.
/// So that nothing jumps when a scroll is replaced, they show all cards at another offset, by the
/// ``scrollLag(at:)``.
struct CardStack: Sendable {
  /// Whether the layout is a stack.
  private(set) var isActive = false
  /// The cards that are not at their positions, the topmost first: cards that leave, then those that stay.
  private var cards: [MovingCard] = []
  /// The dismissals that can be undone, the last one at the end.
  private var history: [Dismissal] = []
  /// The rest of differences that would have changed the lag or the drawn offset at once.
  private var (restOfLag, restOfScroll) = (SettlingRest(), SettlingRest())
  private var lastID = 0
  /// Whether no card was left when the owner last compared.
  private(set) var isOut = false

  /// A dismissal that can be undone.
  struct Dismissal: Sendable {
    /// The index of the card's item.
    var index: Int
    let direction: SwipeDirection
    /// The displacement at which the card has left, in points.
    let exit: Point
    let grip: Point
  }

  /// The maximum number of returning cards for which the views of deeper cards are kept.
  static let mostReturning = 50
  /// The maximum number of dismissals that can be undone; a stack that wraps never runs out of cards.
  private static let mostDismissals = 10_000

  // MARK: State

  /// Whether something moves by itself.
  var isMoving: Bool { isActive && (isSettling || cards.contains { $0.isMoving }) }

  /// Whether something moves or is held.
  var isBusy: Bool { isActive && (isSettling || !cards.isEmpty) }

  private var isSettling: Bool { !restOfLag.isOver || !restOfScroll.isOver }

  /// Whether a finger holds a card.
  var isHeld: Bool { held != nil }

  /// The card that a finger holds.
  var held: (card: MovingCard, hold: MovingCard.Hold)? {
    for card in cards { if case .held(let hold) = card.phase, hold.isByFinger { return (card, hold) } }
    return nil
  }

  /// The indexes of all items with cards that are not at their positions.
  var indexes: [Int] { cards.compactMap(\.index) }

  /// Returns the item of card `id`; `nil` if it is at its position or its item was removed.
  func index(of id: Int) -> Int? { cards.first { $0.id == id }?.index }

  /// Returns whether the card of item `index` is not at its position.
  func isMoving(_ index: Int) -> Bool { cards.contains { $0.index == index } }

  /// Returns whether the card of item `index` leaves.
  func isLeaving(_ index: Int) -> Bool { cards.contains { $0.index == index && !$0.isStaying } }

  /// Starts or ends the use of a stack; nothing is kept.
  mutating func setActive(_ isActive: Bool) { self = CardStack(isActive: isActive, lastID: lastID) }

  init() {}

  private init(isActive: Bool, lastID: Int) { (self.isActive, self.lastID) = (isActive, lastID) }

  /// Records whether no card is left.
  ///
  /// - Returns: Whether that has changed.
  mutating func setOut(_ newValue: Bool) -> Bool {
    defer { isOut = newValue }
    return isOut != newValue
  }

  // MARK: Positions

  /// Returns how much deeper than the offset says the cards beneath all moving cards are drawn at `now`, in cards.
  func lag(at now: Timestamp?) -> Double {
    cards.reduce(lagOfLeaving(at: now)) { $0 - ($1.isStaying ? $1.progress(at: now).value : 0) }
  }

  /// Returns how much deeper than the offset says all cards are drawn at `now`, in cards, because cards leave.
  func lagOfLeaving(at now: Timestamp?) -> Double {
    cards.reduce(restOfLag.value(at: now)) { sum, card in
      if case .leaving = card.phase { sum + 1 - card.progress(at: now).value } else { sum }
    }
  }

  /// Returns the difference between the offset and the drawn one at `now`, in cards.
  func scrollLag(at now: Timestamp?) -> Double { restOfScroll.value(at: now) }

  /// Returns the depth of the top card at `now` while no finger holds it, in cards: more than 0 while cards above
  /// it leave.
  func depthOfTop(at now: Timestamp?) -> Double {
    restOfScroll.value(at: now) + lagOfLeaving(at: now)
  }

  /// Adds a difference between the offset and the drawn one, which then settles.
  mutating func addScrollLag(_ difference: Double, at now: Timestamp?) {
    restOfScroll.add(difference, at: now)
  }

  /// Makes a change that changes the lag by `step`; another difference settles, so that the frame does not jump.
  private mutating func keepingLag<Result>(
    step: Double, at now: Timestamp?, _ change: (inout CardStack) -> Result
  ) -> Result {
    let before = lag(at: now)
    let result = change(&self)
    let difference = before + step - lag(at: now)
    if abs(difference) > offsetMargin { restOfLag.add(difference, at: now) }
    return result
  }

  /// Calls `body` with each card that is not at its position, the topmost first.
  func forEachCard(_ body: (MovingCard) -> Void) { cards.forEach(body) }

  // MARK: Holding

  /// Takes the top card; a card that returns is taken where it is.
  ///
  /// - Parameters:
  ///   - translation: The travel of the finger so far, in points; `nil` if no finger takes it.
  ///   - grip: The point of the card that the finger holds, from the card's center, in points.
  /// - Returns: The identifier of the card.
  mutating func take(
    _ index: Int, translation: Point?, grip: Point, measure: SwipeMeasure, at now: Timestamp?
  ) -> Int {
    keepingLag(step: 0, at: now) {
      $0.hold(index, translation: translation, grip: grip, measure: measure, at: now)
    }
  }

  private mutating func hold(
    _ index: Int, translation: Point?, grip: Point, measure: SwipeMeasure, at now: Timestamp?
  ) -> Int {
    var depth = depthOfTop(at: now)
    let old = cards.firstIndex { $0.index == index }.map { cards.remove(at: $0) }
    let displacement = old?.displacement(at: now) ?? .zero
    if let old { depth += (old.heldDepth - depth) * old.depthShare(at: now) }
    let hold = MovingCard.Hold(
      start: displacement, startTranslation: translation ?? .zero, displacement: displacement,
      velocity: translation == nil ? old?.velocity(at: now) ?? .zero : .zero,
      isByFinger: translation != nil)
    lastID &+= 1
    // A card that is not at its position keeps its grip, so that it does not turn by a jump.
    insert(
      MovingCard(
        id: lastID, index: index, phase: .held(hold), grip: displacement == .zero ? grip : old?.grip ?? grip,
        heldDepth: depth, measure: measure, lastDirection: old?.lastDirection))
    return lastID
  }

  /// Inserts a card below those that leave and above those that stay.
  private mutating func insert(_ card: MovingCard) {
    cards.insert(card, at: cards.lastIndex { !$0.isStaying }.map { $0 + 1 } ?? 0)
  }

  /// Moves the card that a finger holds.
  ///
  /// - Parameters:
  ///   - translation: The travel of the finger, in points.
  ///   - velocity: In points per second.
  /// - Returns: Whether a finger holds a card.
  mutating func drag(to translation: Point, velocity: Point, at now: Timestamp) -> Bool {
    guard let (card, oldHold) = held else { return false }
    var hold = oldHold
    hold.displacement =
      (hold.start + translation - hold.startTranslation).clamped(to: MovingCard.farthest)
    hold.velocity = velocity.clamped(to: MovingCard.fastest)
    hold.lastMove = now
    change(card.id) { $0.phase = .held(hold) }
    return true
  }

  /// Records that the finger has let go of card `id` at `velocity`, in points per second.
  mutating func letGo(_ id: Int, velocity: Point) {
    change(id) {
      guard case .held(let hold) = $0.phase else { return }
      $0.phase = .held(
        MovingCard.Hold(
          start: hold.start, startTranslation: hold.startTranslation, displacement: hold.displacement,
          velocity: velocity, lastMove: hold.lastMove, isByFinger: false))
    }
  }

  private mutating func change(_ id: Int, _ change: (inout MovingCard) -> Void) {
    guard let position = cards.firstIndex(where: { $0.id == id }) else { return }
    change(&cards[position])
  }

  /// Lets card `id` return to its position; at once if `isAnimated` is `false`.
  mutating func putBack(_ id: Int, isAnimated: Bool, at now: Timestamp?) {
    guard let card = cards.first(where: { $0.id == id }), case .held(let hold) = card.phase else { return }
    guard isAnimated, hold.displacement != .zero || hold.velocity != .zero else {
      return cards.removeAll { $0.id == id }
    }
    change(id) {
      $0.phase = .returning(CardReturn(from: hold.displacement, velocity: hold.velocity, since: now))
    }
  }

  // MARK: Dismissals

  /// Dismisses the held card `id`, and records the dismissal.
  ///
  /// - Parameters:
  ///   - exit: The distance at which a card has left, in points.
  ///   - isAnimated: Whether the card flies; otherwise it is gone at once.
  mutating func dismiss(
    _ id: Int, toward direction: SwipeDirection, exit: Double, isAnimated: Bool, at now: Timestamp?
  ) {
    guard let card = cards.first(where: { $0.id == id }), let index = card.index else { return }
    let flight = CardFlight(
      from: card.displacement(at: now), velocity: card.velocity(at: now), toward: direction, exit: exit,
      since: now)
    if history.count == Self.mostDismissals { history.removeFirst() }
    history.append(Dismissal(index: index, direction: direction, exit: flight.end, grip: card.grip))
    guard isAnimated else {
      cards.removeAll { $0.id == id }
      return
    }
    keepingLag(step: 1, at: now) {
      $0.cards.removeAll { $0.id == id }
      var flying = card
      flying.phase = .leaving(flight)
      $0.insert(flying)
    }
  }

  /// Forgets the dismissals of items from `index` on, because these items are on the stack again.
  mutating func forgetDismissals(from index: Int) {
    guard history.contains(where: { $0.index >= index }) else { return }
    history.removeAll { $0.index >= index }
  }

  /// Returns the last dismissal of an item before `index`.
  func undoable(before index: Int) -> Dismissal? { history.last { $0.index < index } }

  /// Removes and returns the last dismissal.
  mutating func popDismissal() -> Dismissal? { history.popLast() }

  /// Brings the card of a dismissal back along its way, from where it is.
  ///
  /// - Parameter exit: The distance at which a card has left now, in points.
  mutating func bringBack(_ dismissal: Dismissal, exit: Double, measure: SwipeMeasure, at now: Timestamp?) {
    keepingLag(step: -1, at: now) { $0.turnBack(dismissal, exit: exit, measure: measure, at: now) }
  }

  private mutating func turnBack(
    _ dismissal: Dismissal, exit: Double, measure: SwipeMeasure, at now: Timestamp?
  ) {
    var (start, velocity, grip, depth) = (dismissal.exit, Point.zero, dismissal.grip, 0.0)
    if let flying = cards.firstIndex(where: { $0.index == dismissal.index }) {
      let card = cards.remove(at: flying)
      (start, velocity) = (card.displacement(at: now), card.velocity(at: now))
      (grip, depth) = (card.grip, card.heldDepth)
    } else {
      // The bounds may be larger than at the dismissal.
      let travel = dismissal.direction.component(of: start)
      if travel > 0, travel < exit { start = (start * (exit / travel)).clamped(to: MovingCard.farthest) }
    }
    lastID &+= 1
    insert(
      MovingCard(
        id: lastID, index: dismissal.index,
        phase: .returning(CardReturn(from: start, velocity: velocity, since: now)), grip: grip,
        heldDepth: depth, measure: measure, lastDirection: dismissal.direction))
  }

  // MARK: Time

  /// Starts and ends motions.
  ///
  /// - Returns: Whether a motion has ended, and the progress of the cards that return.
  mutating func advance(to now: Timestamp) -> (hasEnded: Bool, drags: [CardDrag]) {
    restOfLag.advance(to: now)
    restOfScroll.advance(to: now)
    for position in cards.indices { cards[position].start(at: now) }
    var drags: [CardDrag] = []
    for card in cards {
      guard case .returning = card.phase, let index = card.index else { continue }
      let progress = card.progress(at: now)
      drags.append(CardDrag(index: index, progress: progress.value, direction: progress.direction))
    }
    let count = cards.count
    cards.removeAll { $0.isOver(at: now) }
    return (cards.count < count, drags)
  }

  /// Ends all motions; cards that leave are gone, cards that return are at their positions.
  mutating func endMotions() {
    (restOfLag, restOfScroll) = (SettlingRest(), SettlingRest())
    cards.removeAll { $0.isMoving }
  }

  /// Moves stored times to a clock that is `seconds` ahead.
  mutating func shiftTime(by seconds: Double) {
    restOfLag.shiftTime(by: seconds)
    restOfScroll.shiftTime(by: seconds)
    for position in cards.indices { cards[position].shiftTime(by: seconds) }
  }

  // MARK: Content

  /// How the view of a removed item stays visible.
  struct Departure {
    let card: Int
    let progress: TimedProgress
    /// Whether the view fades out instead of flying.
    let fades: Bool
  }

  /// Returns how the view of item `index` stays visible after its item is gone; `nil` if it does not.
  ///
  /// A card that leaves continues. One that is held or returns fades out where it is, if `fades` is set.
  func departure(ofItem index: Int, fades: Bool, at now: Timestamp?) -> Departure? {
    guard let card = cards.first(where: { $0.index == index }) else { return nil }
    switch card.phase {
    case .leaving(let flight):
      return Departure(
        card: card.id, progress: TimedProgress(since: flight.since, duration: flight.duration), fades: false)
    case .held, .returning:
      guard fades else { return nil }
      return Departure(
        card: card.id, progress: TimedProgress(since: now, duration: TimedProgress.fadeOutDuration),
        fades: true)
    case .fading: return nil
    }
  }

  /// Applies edits of content.
  mutating func follow(_ edits: ContentEdits, at now: Timestamp?) {
    for position in cards.indices {
      guard let index = cards[position].index else { continue }
      switch edits.fate(ofItem: index) {
      case .kept(let newIndex): cards[position].index = newIndex
      case .removed(let isAnimated):
        cards[position].index = nil
        guard cards[position].isStaying else { continue }
        cards[position].phase = .fading(
          cards[position].displacement(at: now),
          TimedProgress(since: now, duration: isAnimated ? TimedProgress.fadeOutDuration : 0))
      }
    }
    history = history.compactMap {
      guard case .kept(let index) = edits.fate(ofItem: $0.index) else { return nil }
      var dismissal = $0
      dismissal.index = index
      return dismissal
    }
  }

  /// Separates the cards that leave from their items, because all items are about to be reloaded.
  mutating func releaseLeavingItems() {
    for position in cards.indices where !cards[position].isStaying { cards[position].index = nil }
  }

  /// Forgets the items from `count` on.
  mutating func forgetItems(from count: Int) {
    cards.removeAll { $0.index.map { $0 >= count } ?? false }
    history.removeAll { $0.index >= count }
  }
}

/// The progress of a card that is dragged or returns.
package struct CardDrag: Hashable, Sendable {
  package var index: Int
  /// In `0...1`; 1 means that a release dismisses the card.
  package var progress: Double
  package var direction: SwipeDirection?
}
