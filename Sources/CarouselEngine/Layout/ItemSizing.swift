/// Whether the items of a carousel are equally wide.
///
/// Beyond iCarousel; its most repeated request.
public enum ItemSizing: Sendable {
  /// All items take the same room: ``Carousel/itemWidth``.
  case uniform
  /// Each item takes the room that its own width needs: what is between two neighbors is the same everywhere.
  case individual
}

/// The widths of the items, as the delegate answered, and those it must still be asked for.
struct ItemSizes: Sendable {
  /// In points, each in `0...1_000_000`.
  private(set) var widths = LengthList()
  /// The nominal width when they were asked for, in points.
  private var itemWidth = 0.0
  /// How many widths are not the nominal one.
  private var individualCount = 0
  /// The items whose widths must be asked for, those included that are being asked for.
  private var unknown = Unknown.all
  /// Those of them whose answers are out of date already: they were invalidated after they were asked for.
  private var outdated = Unknown.none
  /// The items before this one have been asked for.
  private var nextAsked = 0
  /// The number of changes so far.
  private(set) var generation = 0
  /// The last changes, so that a track laid before them can follow.
  private var lastChanges: [WidthChange] = []

  /// A change of one width, or of its place.
  enum WidthChange: Sendable {
    case set(Double, item: Int)
    case insert(Double, at: Int)
    case remove(at: Int)
    case move(from: Int, to: Int)
  }

  /// The most changes that are remembered; after more of them a track is laid anew.
  private static let mostRemembered = 64

  private enum Unknown: Sendable {
    case all
    /// Ascending.
    case some([Int])

    static let none = some([])

    /// Adds an item; returns whether it was not there.
    @discardableResult
    mutating func insert(_ index: Int) -> Bool {
      guard case .some(var items) = self, !items.contains(index) else { return false }
      items.append(index)
      self = .some(items.sorted())
      return true
    }
  }

  /// The largest width, in points.
  static let most = 1e6
  /// The most items that can have individual widths.
  static let mostItems = 10_000_000

  /// Whether so many items can have individual widths.
  func isInRange(_ count: Int) -> Bool { (1...Self.mostItems).contains(count) }

  /// Whether all items have the nominal width.
  var areUniform: Bool { individualCount == 0 }

  /// Returns the items whose widths must be asked for; `nil` if all are known.
  func missingRanges(count: Int, itemWidth: Double) -> [Range<Int>]? {
    guard case .some(let items) = unknown, widths.count == count, self.itemWidth == itemWidth else {
      return [0..<count]
    }
    guard !items.isEmpty else { return nil }
    return items.map { $0..<($0 + 1) }
  }

  /// Forgets all widths.
  mutating func invalidate() { (unknown, outdated) = (.all, .all) }

  /// Forgets the width of one item; an answer that is still to come counts.
  mutating func invalidate(_ index: Int) {
    if unknown.insert(index) || index < nextAsked { outdated.insert(index) }
  }

  /// Notes that what is missing is about to be asked for.
  mutating func willTakeAnswers() { (outdated, nextAsked) = (.none, 0) }

  /// Notes that item `index` is about to be asked for, and those before it have been.
  mutating func willTakeAnswer(for index: Int) { nextAsked = index }

  /// Returns the changes since a generation, oldest first; `nil` if they are not remembered.
  func changes(since generation: Int) -> ArraySlice<WidthChange>? {
    let count = self.generation - generation
    return (0...lastChanges.count).contains(count) ? lastChanges.suffix(count) : nil
  }

  private mutating func note(_ change: WidthChange) {
    generation += 1
    if lastChanges.count == Self.mostRemembered { lastChanges.removeAll(keepingCapacity: true) }
    lastChanges.append(change)
  }

  /// Takes the widths of the items in `ranges`; NaN stands for the nominal width.
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

  /// Follows changes of content: the widths of new and reloaded items must be asked for.
  mutating func follow(_ edits: ContentEdits) {
    if edits.onlyReloads {
      for case .reload(let index, _) in edits.edits { invalidate(index) }
      return
    }
    guard case .some(var items) = unknown, widths.count == edits.oldCount else { return invalidate() }
    for edit in edits.edits {
      switch edit {
      case .insert(let index, _):
        widths.insert(itemWidth, at: index)
        note(.insert(itemWidth, at: index))
        items = items.map { $0 >= index ? $0 + 1 : $0 } + [index]
      case .remove(let index, _):
        if widths.remove(at: index) != itemWidth { individualCount -= 1 }
        note(.remove(at: index))
        items = items.compactMap { $0 == index ? nil : $0 > index ? $0 - 1 : $0 }
      case .move(let from, let to, _):
        widths.move(from: from, to: to)
        note(.move(from: from, to: to))
        items = items.map { ContentEdits.moved($0, from: from, to: to) }
      case .reload(let index, _):
        if !items.contains(index) { items.append(index) }
      }
    }
    unknown = .some(items.sorted())
  }
}
