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
  private(set) var widths: [Double] = []
  /// The nominal width when they were asked for, in points.
  private var itemWidth = 0.0
  /// How many widths are not the nominal one.
  private var individualCount = 0
  /// The items whose widths must be asked for.
  private var unknown = Unknown.all
  /// Changes with every change of a width.
  private(set) var generation = 0

  private enum Unknown: Sendable {
    case all
    /// Ascending.
    case some([Int])
  }

  /// The largest width, in points.
  static let most = 1e6
  /// The most items that can have individual widths.
  static let mostItems = 10_000_000

  /// Whether so many items can have individual widths.
  func isInRange(_ count: Int) -> Bool { (1...Self.mostItems).contains(count) }

  /// Whether all items have the nominal width.
  var areUniform: Bool { individualCount == 0 }

  /// Whether the widths of all `count` items are known.
  func areComplete(count: Int) -> Bool {
    guard widths.count == count, case .some(let items) = unknown else { return false }
    return items.isEmpty
  }

  /// Returns the items whose widths must be asked for; `nil` if all are known.
  func missingRanges(count: Int, itemWidth: Double) -> [Range<Int>]? {
    guard case .some(let items) = unknown, widths.count == count, self.itemWidth == itemWidth else {
      return [0..<count]
    }
    guard !items.isEmpty else { return nil }
    return items.map { $0..<($0 + 1) }
  }

  /// Forgets all widths.
  mutating func invalidate() { unknown = .all }

  /// Forgets the width of one item.
  mutating func invalidate(_ index: Int) {
    guard case .some(var items) = unknown, widths.indices.contains(index), !items.contains(index) else {
      return
    }
    items.append(index)
    unknown = .some(items.sorted())
  }

  /// Takes the widths of the items in `ranges`; NaN stands for the nominal width.
  mutating func take(_ answers: [Double], of ranges: [Range<Int>], count: Int, itemWidth: Double) {
    generation += 1
    self.itemWidth = itemWidth
    func sane(_ width: Double) -> Double { width.isNaN ? itemWidth : min(max(width, 0), Self.most) }
    unknown = .some([])
    guard ranges != [0..<count] else {
      widths = answers.map(sane)
      individualCount = widths.count { $0 != itemWidth }
      return
    }
    for (index, answer) in zip(ranges.joined(), answers) where widths.indices.contains(index) {
      set(sane(answer), at: index)
    }
  }

  private mutating func set(_ width: Double, at index: Int) {
    if widths[index] != itemWidth { individualCount -= 1 }
    if width != itemWidth { individualCount += 1 }
    widths[index] = width
  }

  /// Follows changes of content: the widths of new and reloaded items must be asked for.
  mutating func follow(_ edits: ContentEdits) {
    guard case .some(var items) = unknown, widths.count == edits.oldCount else { return invalidate() }
    generation += 1
    for edit in edits.edits {
      switch edit {
      case .insert(let index, _):
        widths.insert(itemWidth, at: index)
        items = items.map { $0 >= index ? $0 + 1 : $0 } + [index]
      case .remove(let index, _):
        if widths.remove(at: index) != itemWidth { individualCount -= 1 }
        items = items.compactMap { $0 == index ? nil : $0 > index ? $0 - 1 : $0 }
      case .move(let from, let to, _):
        widths.insert(widths.remove(at: from), at: to)
        items = items.map { ContentEdits.moved($0, from: from, to: to) }
      case .reload(let index, _):
        if !items.contains(index) { items.append(index) }
      }
    }
    unknown = .some(items.sorted())
  }
}
