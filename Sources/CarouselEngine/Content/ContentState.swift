/// What the carousel shows, in numbers, and the changes under way: an open batch, a count, and what waits for an end.
struct ContentState: Sendable {
  /// The number of items, as the data source said.
  private(set) var numberOfItems = 0
  /// The number of placeholders, as the data source said.
  private(set) var numberOfPlaceholders = 0
  /// The batch of changes that is open.
  private(set) var batch: Batch?
  /// The changes that the data source made while it was asked for a count.
  private(set) var whileCounting: Batch?
  /// What waits for the end of a change.
  private var waiting: [(progress: TimedProgress, completion: CompletionID)] = []
  /// Changes in which items make room for others; when one is over, what has been pushed out is unloaded.
  private var makingRoom: [TimedProgress] = []

  /// Changes that are gathered to be made as one.
  struct Batch: Sendable {
    fileprivate(set) var edits: ContentEdits
    /// How many batches are open inside each other.
    fileprivate(set) var depth = 1
    /// Whether everything has to be asked for anew anyway.
    fileprivate(set) var reloads = false
    fileprivate(set) var completions: [CompletionID] = []
  }

  // MARK: Counts

  mutating func setNumberOfItems(_ count: Int) { numberOfItems = count.asCount }
  mutating func setNumberOfPlaceholders(_ count: Int) { numberOfPlaceholders = count.asCount }

  /// Whether `index` stands for a placeholder.
  func isPlaceholder(_ index: Int) -> Bool { !(0..<numberOfItems).contains(index) }

  /// Gathers what the data source changes while it is asked for a count; the answers tell of it.
  mutating func beginCounting() { whileCounting = Batch(edits: ContentEdits(count: numberOfItems)) }

  /// Ends gathering.
  ///
  /// - Returns: Whether something was changed meanwhile.
  mutating func endCounting() -> Bool {
    guard let meanwhile = whileCounting else { return false }
    whileCounting = nil
    for completion in meanwhile.completions { wait(for: TimedProgress(duration: 0), completion) }
    return meanwhile.reloads || !meanwhile.edits.isEmpty
  }

  // MARK: Batches

  /// Whether changes are gathered instead of made.
  var isGathering: Bool { batch != nil || whileCounting != nil }

  /// Opens a batch, or one inside the open one.
  mutating func beginBatch(_ completion: CompletionID?) {
    if !isGathering { batch = Batch(edits: ContentEdits(count: numberOfItems), depth: 0) }
    changeGathered {
      $0.depth += 1
      if let completion { $0.completions.append(completion) }
    }
  }

  /// Closes a batch.
  ///
  /// - Returns: The outermost one, which is to be carried out; `nil` if another one is still open.
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

  /// Whether the outermost batch is about to close and the data source must be asked whether it has as many items as the
  /// changes make.
  var needsCountComparison: Bool {
    guard whileCounting == nil, let batch, batch.depth == 1, !batch.reloads else { return false }
    return batch.edits.edits.contains { $0.changesCount }
  }

  /// Compares the data source's count with what the changes of the open batch make.
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

  /// The number of items that there are after the changes gathered so far.
  var gatheredCount: Int { (whileCounting ?? batch)?.edits.count ?? numberOfItems }

  /// Lets the open batch ask for everything anew.
  mutating func reloadGathered() { changeGathered { $0.reloads = true } }

  private mutating func changeGathered(_ change: (inout Batch) -> Void) {
    if var open = whileCounting {
      change(&open)
      whileCounting = open
    } else if var open = batch {
      change(&open)
      batch = open
    }
  }

  // MARK: Waiting

  /// Whether a completion waits for a frame.
  var isAwaited: Bool { !waiting.isEmpty }

  /// Notes that `completion` is to be called when `progress` is over.
  mutating func wait(for progress: TimedProgress, _ completion: CompletionID?) {
    if let completion { waiting.append((progress, completion)) }
  }

  /// Ends all changes that something waits for at the next frame.
  mutating func cutShort() {
    for position in waiting.indices { waiting[position].progress = TimedProgress(duration: 0) }
    makingRoom.removeAll()
  }

  /// Returns what to call at `now`, in the order in which it was asked for.
  mutating func takeDueCompletions(at now: Timestamp) -> [CompletionID] {
    guard !waiting.isEmpty else { return [] }
    for position in waiting.indices { waiting[position].progress.start(at: now) }
    let due = waiting.filter { $0.progress.isOver(at: now) }.map(\.completion)
    if !due.isEmpty { waiting.removeAll { $0.progress.isOver(at: now) } }
    return due
  }

  /// Whether items make room for others.
  var isMakingRoom: Bool { !makingRoom.isEmpty }

  /// Keeps what is pushed out of sight loaded until `progress` is over.
  mutating func makeRoom(during progress: TimedProgress) { makingRoom.append(progress) }

  /// Ends what is over at `now`; returns whether anything was.
  mutating func advanceMakingRoom(to now: Timestamp) -> Bool {
    guard !makingRoom.isEmpty else { return false }
    for position in makingRoom.indices { makingRoom[position].start(at: now) }
    let count = makingRoom.count
    makingRoom.removeAll { $0.isOver(at: now) }
    return makingRoom.count < count
  }

  /// Counts times from a clock that shows `seconds` more.
  mutating func shiftTime(by seconds: Double) {
    for position in waiting.indices { waiting[position].progress.shiftTime(by: seconds) }
    for position in makingRoom.indices { makingRoom[position].shiftTime(by: seconds) }
  }
}

extension ContentEdit {
  /// Whether it makes the items more or fewer.
  fileprivate var changesCount: Bool {
    switch self {
    case .insert, .remove: true
    case .move, .reload: false
    }
  }
}
