/// The events of scrolling that wait for the delegate, and the offset and the item that it knows.
struct ScrollEvents: Sendable {
  private var waiting: [CarouselEffect] = []
  /// The offset and the current item after the events so far.
  private var (knownOffset, knownIndex) = (0.0, 0)
  /// The number of moves. Each move makes the visible items out of date.
  private(set) var moveCount = 0

  var isEmpty: Bool { waiting.isEmpty }

  /// Whether a change of the current item waits.
  var hasIndexChange: Bool { waiting.contains { if case .indexChange = $0 { true } else { false } } }

  /// The index of the item that was in the center after the last move.
  var lastIndex: Int { knownIndex }

  // MARK: Recording

  mutating func note(_ effect: CarouselEffect) { waiting.append(effect) }

  mutating func note(_ event: CarouselEvent) { note(.event(event)) }

  mutating func noteIndexChange(from index: Int, steps: Int, to newIndex: Int) {
    note(.indexChange(from: index, steps: steps))
    knownIndex = newIndex
  }

  /// Records that `new` replaces the activity `old`.
  mutating func noteChange(from old: ScrollActivity, to new: ScrollActivity) {
    switch old {
    case .dragging:
      let willDecelerate = if case .decelerating = new { true } else { false }
      note(.didEndDragging(willDecelerate: willDecelerate))
    case .decelerating: note(.didEndDecelerating)
    case .animating: note(.didEndScrollingAnimation)
    case .idle, .held, .autoscrolling: break
    }
    switch new {
    case .dragging: note(.willBeginDragging)
    case .decelerating: note(.willBeginDecelerating)
    case .animating: note(.willBeginScrollingAnimation)
    case .idle, .held, .autoscrolling: break
    }
  }

  /// Records a move to `offset`.
  ///
  /// - Returns: The number of items passed since the last move, signed.
  mutating func noteMove(to offset: Double, as move: Scroller.Move, on row: ItemRow) -> Int {
    let index = row.index(nearestTo: offset)
    let passed = row.distance(from: knownIndex, to: index)
    if move == .setUp { (knownOffset, knownIndex) = (offset, index) }
    guard move != .setUp, move != .pending else { return passed }
    // After a renumbering, the same items are visible. Edits load the items that they add.
    if move != .renumbering { moveCount &+= 1 }
    if abs(offset - knownOffset) > offsetMargin {
      knownOffset = offset
      // One notification of the last offset is enough for several moves.
      let last = waiting.lastIndex { if case .indexChange = $0 { false } else { true } }
      if let last, case .event(.didScroll) = waiting[last] {
        waiting[last] = .event(.didScroll(offset: offset))
      } else {
        note(.didScroll(offset: offset))
      }
    }
    if knownIndex != index {
      let steps =
        move == .motion ? passed : move == .renumbering ? (index - knownIndex).signum() : passed.signum()
      note(.indexChange(from: knownIndex, steps: steps))
      knownIndex = index
    }
    return passed
  }

  // MARK: Delivery

  /// Removes and returns the oldest event.
  mutating func take() -> CarouselEffect? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Moves all events to the end of `effects`.
  mutating func drain(into effects: inout EffectQueue) {
    guard !waiting.isEmpty else { return }
    for event in waiting { effects.append(event) }
    waiting.removeAll(keepingCapacity: true)
  }
}
