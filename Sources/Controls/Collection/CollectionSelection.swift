/// The selected items of a collection, the item with the keyboard cursor, and the item from which Shift extends, as a value.
package struct CollectionSelection: Hashable, Sendable {
  /// The selected items, as ranges: a million selected items take one range.
  package private(set) var indexes = RangeSet<Int>()
  /// The item that keys start from; `nil` before the first selection.
  package private(set) var cursor: Int?
  /// The item from which Shift extends the selection.
  private var anchor: Int?

  /// An empty selection.
  package init() {}

  /// The first selected item; `nil` for none.
  package var first: Int? { indexes.ranges.first?.lowerBound }
  /// The number of selected items.
  package var count: Int { indexes.ranges.reduce(0) { $0 + $1.count } }

  /// Returns whether an item is selected.
  package func contains(_ item: Int) -> Bool { indexes.contains(item) }

  /// Selects one item only.
  package mutating func select(_ item: Int) {
    indexes = RangeSet(item..<item + 1)
    (cursor, anchor) = (item, item)
  }

  /// Selects an item, or removes it from the selection.
  package mutating func toggle(_ item: Int) {
    if contains(item) {
      indexes.remove(contentsOf: item..<item + 1)
    } else {
      indexes.insert(contentsOf: item..<item + 1)
    }
    (cursor, anchor) = (item, item)
  }

  /// Selects the items from the anchor to an item.
  ///
  /// - Parameter keeping: Whether the other items stay selected.
  package mutating func extend(to item: Int, keeping: Bool = false) {
    let start = anchor ?? cursor ?? item
    let range = RangeSet(min(start, item)..<max(start, item) + 1)
    indexes = keeping ? indexes.union(range) : range
    (cursor, anchor) = (item, start)
  }

  /// Moves the cursor without a change of the selection.
  package mutating func moveCursor(to item: Int) { (cursor, anchor) = (item, item) }

  /// Selects all of `count` items.
  package mutating func selectAll(_ count: Int) { indexes = count > 0 ? RangeSet(0..<count) : RangeSet() }

  /// Removes the cursor, and keeps the selected items.
  package mutating func removeCursor() { (cursor, anchor) = (nil, nil) }

  /// Replaces the selected items for the application. The cursor moves to the first one, unless it is at one of them.
  package mutating func replace(by indexes: RangeSet<Int>) {
    self.indexes = indexes
    if let first, cursor.map({ !contains($0) }) ?? true { (cursor, anchor) = (first, first) }
  }

  /// Replaces the selected items and keeps the cursor.
  package mutating func set(_ indexes: RangeSet<Int>) { self.indexes = indexes }

  /// Removes all items from the selection and keeps the cursor.
  package mutating func clear() { indexes = RangeSet() }

  /// Removes the items from `count` on.
  package mutating func removeItems(from count: Int) {
    indexes.remove(contentsOf: max(count, 0)..<Int.max)
    if let cursor, cursor >= count { self.cursor = nil }
    if let anchor, anchor >= count { self.anchor = nil }
  }

  /// Follows the items to their new indexes; removed items leave the selection.
  ///
  /// - Parameters:
  ///   - newIndex: Returns the new index of an item; `nil` if it is removed.
  ///   - nearest: Returns the new place of the cursor if its item is removed.
  /// - Complexity: O(*n*) in the number of selected items.
  package mutating func remap(_ newIndex: (Int) -> Int?, nearest: (Int) -> Int? = { _ in nil }) {
    indexes = indexes.mapped(newIndex)
    cursor = cursor.flatMap { newIndex($0) ?? nearest($0) }
    anchor = anchor.flatMap(newIndex)
  }
}

extension RangeSet<Int> {
  /// Returns the new indexes of items; `newIndex` returns `nil` for a removed item.
  ///
  /// - Complexity: O(*n* log *n*) in the number of items.
  func mapped(_ newIndex: (Int) -> Int?) -> RangeSet<Int> {
    // The new indexes are collected, because each insertion into a set of ranges costs as much as it has ranges.
    var found: [Int] = []
    for range in ranges {
      for item in range { if let index = newIndex(item) { found.append(index) } }
    }
    return RangeSet(indexes: found)
  }

  /// Creates a set of single numbers in any order.
  fileprivate init(indexes: [Int]) {
    let sorted = indexes.sorted()
    var ranges: [Range<Int>] = []
    for index in sorted {
      if let last = ranges.last, last.upperBound == index {
        ranges[ranges.count - 1] = last.lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
    self.init(ranges)
  }
}
