/// Changes of content under way: those that wait for the end of a batch, and those that somebody waits for.
struct ContentChanges {
  /// The batch that is open.
  var batch: Batch?
  /// Whether the data source is just told what to prepare.
  var areToldOfPrefetches = false
  /// Who waits for the end of a change.
  private var waiting: [(passage: Passage, completion: () -> Void)] = []

  /// Changes that are gathered.
  struct Batch {
    var edits: ContentEdits
    /// How many batches are open inside each other.
    var depth = 1
    /// Whether everything has to be asked for anew anyway.
    var reloads = false
    var completions: [() -> Void] = []
  }

  /// Whether somebody waits.
  var areAwaited: Bool { !waiting.isEmpty }

  /// Notes that `completion` is to be called when `passage` is over.
  mutating func wait(for passage: Passage, completion: @escaping () -> Void) {
    waiting.append((passage, completion))
  }

  /// Lets nobody wait longer than to the next frame: what was waited for is cut short.
  mutating func cutShort() {
    for position in waiting.indices { waiting[position].passage = Passage(duration: 0) }
  }

  /// Returns what to call at `now`, in the order in which it was asked for.
  mutating func takeDue(at now: Timestamp) -> [() -> Void] {
    guard !waiting.isEmpty else { return [] }
    for position in waiting.indices { waiting[position].passage.start(at: now) }
    let due = waiting.filter { $0.passage.isOver(at: now) }.map(\.completion)
    if !due.isEmpty { waiting.removeAll { $0.passage.isOver(at: now) } }
    return due
  }
}
