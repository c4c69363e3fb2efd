internal import Geometry

/// The numbers of items and placeholders, and the state of changes under way: an open batch, a request for
/// the number of items, and pending completions.
struct ContentState: Sendable {
  /// The number of items that the data source returned.
  private(set) var numberOfItems = 0
  /// The number of placeholders that the data source returned.
  private(set) var numberOfPlaceholders = 0
  /// The open batch of changes; `nil` if none is open.
  private(set) var batch: Batch?
  /// The changes that the data source has made while it is asked for a number of items; `nil` if it is not
  /// being asked.
  private(set) var whileCounting: Batch?
  /// The completions to call when the animation of a change ends.
  private var waiting: [(progress: TimedProgress, completion: CompletionID)] = []
  /// The animations during which items make room for others. When one ends, the items that have left the
  /// visible range are unloaded.
  private var makingRoom: [TimedProgress] = []

  /// Changes that are collected, to be applied together.
  struct Batch: Sendable {
    fileprivate(set) var edits: ContentEdits
    /// The nesting depth of open batches.
    fileprivate(set) var depth = 1
    /// Whether the batch reloads all content, so that its edits do not matter.
    fileprivate(set) var reloads = false
    fileprivate(set) var completions: [CompletionID] = []
    fileprivate(set) var anchor = EditAnchor.currentItem
  }

  // MARK: Counts

  mutating func setNumberOfItems(_ count: Int) { numberOfItems = count.asCount }

  /// Sets the number of items or of placeholders.
  mutating func setCount(_ count: Int, ofItems isOfItems: Bool) {
    if isOfItems { numberOfItems = count.asCount } else { numberOfPlaceholders = count.asCount }
  }

  /// Returns whether `index` is the index of a placeholder.
  func isPlaceholder(_ index: Int) -> Bool { !(0..<numberOfItems).contains(index) }

  /// Starts to collect the changes that the data source makes while it is asked for a number of items. The
  /// number that it returns already includes these changes.
  mutating func beginCounting() { whileCounting = Batch(edits: ContentEdits(count: numberOfItems)) }

  /// Stops collecting changes.
  ///
  /// - Parameter nextFrame: The moment of the next frame, at which the completions of the changes are due.
  /// - Returns: Whether the data source has made a change since ``beginCounting()``.
  mutating func endCounting(completingAt nextFrame: Moment) -> Bool {
    guard let meanwhile = whileCounting else { return false }
    whileCounting = nil
    for completion in meanwhile.completions {
      wait(for: TimedProgress(since: nextFrame, duration: 0), completion)
    }
    return meanwhile.reloads || !meanwhile.edits.isEmpty
  }

  // MARK: Batches

  /// Whether changes are collected instead of being applied immediately.
  var isGathering: Bool { batch != nil || whileCounting != nil }

  /// Opens a batch, or inside an open batch a nested batch.
  ///
  /// - Parameter anchor: The part of the carousel that stays in place. The outermost batch determines it.
  mutating func beginBatch(_ completion: CompletionID?, anchor: EditAnchor = .currentItem) {
    if !isGathering { batch = Batch(edits: ContentEdits(count: numberOfItems), depth: 0, anchor: anchor) }
    changeGathered {
      $0.depth += 1
      if let completion { $0.completions.append(completion) }
    }
  }

  /// Closes the innermost batch.
  ///
  /// - Returns: The outermost batch if it is now closed and can be applied; `nil` if it is still open.
  mutating func endBatch() -> Batch? {
    if whileCounting != nil {
      whileCounting?.depth -= 1
      return nil
    }
    batch?.depth -= 1
    guard let closed = batch, closed.depth == 0 else { return nil }
    batch = nil
    return closed
  }

  /// Whether the batch that is about to close is the outermost batch. Then its number of items must be
  /// compared with that of the data source.
  var needsCountComparison: Bool {
    guard whileCounting == nil, let batch, batch.depth == 1, !batch.reloads else { return false }
    return batch.edits.edits.contains { $0.countChange != 0 }
  }

  /// Makes the open batch reload all content if `count`, the data source's number of items, differs from the
  /// number after the edits.
  mutating func compareCount(_ count: Int) {
    if let batch, count.asCount != batch.edits.count { self.batch?.reloads = true }
  }

  /// Adds a change to the open batch.
  mutating func gather(_ edit: ContentEdit?, _ completion: CompletionID?) {
    changeGathered {
      if let edit { $0.edits.append(edit) }
      if let completion { $0.completions.append(completion) }
    }
  }

  /// The number of items that results from the changes collected so far.
  var gatheredCount: Int { (whileCounting ?? batch)?.edits.count ?? numberOfItems }

  /// Sets the item that keeps its position on the screen. If an anchor was set before, its `oldIndex` stays,
  /// because this index is from before the edits.
  mutating func setAnchor(_ anchor: ItemAnchor) {
    changeGathered {
      var oldIndex = anchor.oldIndex
      if case .item(let former) = $0.anchor { oldIndex = former.oldIndex }
      $0.anchor = .item(ItemAnchor(oldIndex: oldIndex, newIndex: anchor.newIndex))
    }
  }

  /// The item that keeps its position on the screen, by its index after the changes collected so far.
  var gatheredAnchor: ItemAnchor? {
    if case .item(let anchor)? = (whileCounting ?? batch)?.anchor { anchor } else { nil }
  }

  /// Makes the open batch reload all content.
  mutating func reloadGathered() { changeGathered { $0.reloads = true } }

  private mutating func changeGathered(_ change: (inout Batch) -> Void) {
    // The batch is moved out of the property and back, so that its edits are not copied.
    if var open = whileCounting.take() {
      change(&open)
      whileCounting = open
    } else if var open = batch.take() {
      change(&open)
      batch = open
    }
  }

  // MARK: Waiting

  /// Whether a completion is pending.
  var isAwaited: Bool { !waiting.isEmpty }

  /// Registers `completion` to be called when `progress` has ended.
  mutating func wait(for progress: TimedProgress, _ completion: CompletionID?) {
    if let completion { waiting.append((progress, completion)) }
  }

  /// Ends all pending animations at `moment`.
  mutating func cutShort(at moment: Moment) {
    for position in waiting.indices { waiting[position].progress = TimedProgress(since: moment, duration: 0) }
    makingRoom.removeAll()
  }

  /// Removes and returns the completions that are due at `now`, in the order of their registration.
  mutating func takeDueCompletions(at now: Timestamp) -> [CompletionID] {
    guard !waiting.isEmpty else { return [] }
    for position in waiting.indices { waiting[position].progress.start(at: now) }
    let due = waiting.filter { $0.progress.isOver(at: now) }.map(\.completion)
    if !due.isEmpty { waiting.removeAll { $0.progress.isOver(at: now) } }
    return due
  }

  /// Removes and returns all pending completions, in the order of their registration.
  mutating func takeCompletions() -> [CompletionID] {
    defer { waiting.removeAll() }
    return waiting.map(\.completion)
  }

  /// Whether any animation under way makes items move to make room for others.
  var isMakingRoom: Bool { !makingRoom.isEmpty }

  /// Keeps items that leave the visible range loaded until the animation with `progress` has ended.
  mutating func makeRoom(during progress: TimedProgress) { makingRoom.append(progress) }

  /// Removes the animations that have ended at `now`. Returns whether any animation was removed.
  mutating func advanceMakingRoom(to now: Timestamp) -> Bool {
    guard !makingRoom.isEmpty else { return false }
    for position in makingRoom.indices { makingRoom[position].start(at: now) }
    let count = makingRoom.count
    makingRoom.removeAll { $0.isOver(at: now) }
    return makingRoom.count < count
  }
}
