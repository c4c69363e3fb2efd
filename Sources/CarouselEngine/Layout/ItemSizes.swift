/// The widths of the items as the delegate returned them, and the items whose widths are not known.
struct ItemSizes: Sendable {
  /// The widths in points, each in `0...1_000_000`. The array keeps its storage until a width changes, so that
  /// the same ``ItemTrack`` can be used again.
  private(set) var widths: [Double] = []
  /// The nominal width at the time when the widths were requested, in points.
  private var itemWidth = 0.0
  /// Whether all items have the nominal width.
  private(set) var areUniform = true
  /// The items whose widths must be requested; `nil` means all items. Items that are being requested are included.
  private var unknown: Set<Int>?
  /// The items in `unknown` that were invalidated after they were requested, so that the answers for them are
  /// out of date.
  private var outdated: Set<Int>? = []
  /// The index of the item being requested. The delegate has already returned the widths of the items before
  /// it.
  private var nextAsked = 0

  /// The maximum width of an item, in points.
  private static let maximumWidth = 1e6
  /// The maximum number of edits times the number of items. An edit moves the widths of all later items, so
  /// after more edits it is faster to request all widths.
  private static let maximumMoves = 50_000_000
  /// The maximum number of items that can have individual widths.
  private static let maximumCount = 10_000_000

  /// Returns whether `count` items can have individual widths.
  func isInRange(_ count: Int) -> Bool { (1...Self.maximumCount).contains(count) }

  /// Returns the items whose widths must be requested; `nil` if all widths are known.
  func missingRanges(count: Int, itemWidth: Double) -> [Range<Int>]? {
    guard let unknown, widths.count == count, self.itemWidth == itemWidth else {
      return [0..<count]
    }
    return unknown.isEmpty ? nil : unknown.sorted().map { $0..<($0 + 1) }
  }

  /// Marks all widths as unknown.
  mutating func invalidate() { (unknown, outdated) = (nil, nil) }

  /// Marks the width of one item as unknown. If a request is pending but the delegate has not been asked for
  /// this item yet, the answer for the item will be valid.
  mutating func invalidate(_ index: Int) {
    if unknown?.insert(index).inserted == true || index < nextAsked { outdated?.insert(index) }
  }

  /// Records that the missing widths are about to be requested.
  mutating func willTakeAnswers() { (outdated, nextAsked) = ([], 0) }

  /// Records that the delegate is about to be asked for the width of item `index`, and has returned the
  /// widths of the items before it.
  mutating func willTakeAnswer(for index: Int) { nextAsked = index }

  /// Sets the widths of the items in `ranges`. NaN means the nominal width.
  mutating func take(_ answers: [Double], of ranges: [Range<Int>], count: Int, itemWidth: Double) {
    self.itemWidth = itemWidth
    func valid(_ width: Double) -> Double { width.isNaN ? itemWidth : min(max(width, 0), Self.maximumWidth) }
    unknown = outdated
    if ranges == [0..<count] {
      widths = answers.map(valid)
    } else {
      for (index, answer) in zip(ranges.joined(), answers)
      where widths.indices.contains(index) && widths[index] != valid(answer) {
        widths[index] = valid(answer)
      }
    }
    updateUniformity()
  }

  private mutating func updateUniformity() { areUniform = !widths.contains { $0 != itemWidth } }

  /// Applies edits of content. The widths of new and reloaded items become unknown.
  mutating func follow(_ edits: ContentEdits) {
    if edits.onlyReloads {
      for case .reload(let index, _) in edits.edits { invalidate(index) }
      return
    }
    guard let unknown, widths.count == edits.oldCount,
      edits.edits.count <= Self.maximumMoves / max(1, widths.count)
    else { return invalidate() }
    // While the edits are applied, NaN marks the unknown widths.
    for index in unknown where widths.indices.contains(index) { widths[index] = .nan }
    for edit in edits.edits {
      switch edit {
      case .insert(let index, _): widths.insert(.nan, at: index)
      case .remove(let index, _): widths.remove(at: index)
      case .move(let from, let to, _): widths.insert(widths.remove(at: from), at: to)
      case .reload(let index, _): widths[index] = .nan
      }
    }
    let unknownItems = widths.indices.filter { widths[$0].isNaN }
    for index in unknownItems { widths[index] = itemWidth }
    self.unknown = Set(unknownItems)
    updateUniformity()
  }
}
