/// The widths of the items as the delegate returned them, and the items whose widths are not known.
struct ItemSizes: Sendable {
  /// The widths in points, each in `0...1_000_000`.
  private(set) var widths = LengthList()
  /// The nominal width at the time when the widths were requested, in points.
  private var itemWidth = 0.0
  /// The number of widths that differ from the nominal width.
  private var individualCount = 0
  /// The items whose widths must be requested. Items that are being requested are included.
  private var unknown = Unknown.all
  /// The items in `unknown` that were invalidated after they were requested, so that the answers for them are
  /// out of date.
  private var outdated = Unknown.none
  /// The index of the item being requested. The delegate has already returned the widths of the items before
  /// it.
  private var nextAsked = 0
  /// The number of changes so far. A track stores the number at which it was updated.
  private(set) var generation = 0
  /// The last changes, with which a track that was created before them can be updated.
  private var lastChanges: [WidthChange] = []

  /// A change of one width, or of its index.
  enum WidthChange: Sendable {
    case set(Double, item: Int)
    case insert(Double, at: Int)
    case remove(at: Int)
    case move(from: Int, to: Int)
  }

  /// The maximum number of changes stored. After more changes a new track is created.
  private static let mostRemembered = 64

  private enum Unknown: Sendable {
    case all
    case some(Set<Int>)

    static let none = some([])

    /// Adds an item. Returns `false` if the item was already in the set.
    @discardableResult
    mutating func insert(_ index: Int) -> Bool {
      guard case .some(var items) = self else { return false }
      // The set is moved out and back, so that it is not copied.
      self = .all
      defer { self = .some(items) }
      return items.insert(index).inserted
    }
  }

  /// The maximum width of an item, in points.
  static let most = 1e6
  /// The maximum number of edits that are applied one by one. After a batch with more edits, all widths are
  /// requested.
  private static let mostEdits = 1000
  /// The maximum number of items that can have individual widths.
  static let mostItems = 10_000_000

  /// Returns whether `count` items can have individual widths.
  func isInRange(_ count: Int) -> Bool { (1...Self.mostItems).contains(count) }

  /// Whether all items have the nominal width.
  var areUniform: Bool { individualCount == 0 }

  /// Returns the items whose widths must be requested; `nil` if all widths are known.
  func missingRanges(count: Int, itemWidth: Double) -> [Range<Int>]? {
    guard case .some(let items) = unknown, widths.count == count, self.itemWidth == itemWidth else {
      return [0..<count]
    }
    guard !items.isEmpty else { return nil }
    return items.sorted().map { $0..<($0 + 1) }
  }

  /// Marks all widths as unknown.
  mutating func invalidate() { (unknown, outdated) = (.all, .all) }

  /// Marks the width of one item as unknown. If a request is pending but the delegate has not been asked for
  /// this item yet, the answer for the item will be valid.
  mutating func invalidate(_ index: Int) {
    if unknown.insert(index) || index < nextAsked { outdated.insert(index) }
  }

  /// Records that the missing widths are about to be requested.
  mutating func willTakeAnswers() { (outdated, nextAsked) = (.none, 0) }

  /// Records that the delegate is about to be asked for the width of item `index`, and has returned the
  /// widths of the items before it.
  mutating func willTakeAnswer(for index: Int) { nextAsked = index }

  /// Returns the changes since `generation`, oldest first; `nil` if they are no longer stored.
  func changes(since generation: Int) -> ArraySlice<WidthChange>? {
    let count = self.generation - generation
    return (0...lastChanges.count).contains(count) ? lastChanges.suffix(count) : nil
  }

  private mutating func note(_ change: WidthChange) {
    generation += 1
    if lastChanges.count == Self.mostRemembered { lastChanges.removeAll(keepingCapacity: true) }
    lastChanges.append(change)
  }

  /// Sets the widths of the items in `ranges`. NaN means the nominal width.
  mutating func take(_ answers: [Double], of ranges: [Range<Int>], count: Int, itemWidth: Double) {
    self.itemWidth = itemWidth
    func sane(_ width: Double) -> Double { width.isNaN ? itemWidth : min(max(width, 0), Self.most) }
    unknown = outdated
    guard ranges != [0..<count] else {
      let sane = answers.map(sane)
      widths = LengthList(sane)
      individualCount = sane.count { $0 != itemWidth }
      generation += 1
      lastChanges.removeAll()
      return
    }
    for (index, answer) in zip(ranges.joined(), answers) where widths.indices.contains(index) {
      set(sane(answer), at: index)
    }
  }

  private mutating func set(_ width: Double, at index: Int) {
    if widths[index] != itemWidth { individualCount -= 1 }
    if width != itemWidth { individualCount += 1 }
    guard width != widths[index] else { return }
    widths[index] = width
    note(.set(width, item: index))
  }

  /// Applies edits of content. The widths of new and reloaded items become unknown.
  mutating func follow(_ edits: ContentEdits) {
    if edits.onlyReloads {
      for case .reload(let index, _) in edits.edits { invalidate(index) }
      return
    }
    guard case .some(var items) = unknown, widths.count == edits.oldCount,
      edits.edits.count <= Self.mostEdits, items.count <= Self.mostEdits
    else { return invalidate() }
    for edit in edits.edits {
      switch edit {
      case .insert(let index, _):
        widths.insert(itemWidth, at: index)
        note(.insert(itemWidth, at: index))
        items = Set(items.map { $0 >= index ? $0 + 1 : $0 } + [index])
      case .remove(let index, _):
        if widths.remove(at: index) != itemWidth { individualCount -= 1 }
        note(.remove(at: index))
        items = Set(items.compactMap { $0 == index ? nil : $0 > index ? $0 - 1 : $0 })
      case .move(let from, let to, _):
        widths.move(from: from, to: to)
        note(.move(from: from, to: to))
        items = Set(items.map { ContentEdits.moved($0, from: from, to: to) })
      case .reload(let index, _):
        items.insert(index)
      }
    }
    unknown = .some(items)
  }
}
