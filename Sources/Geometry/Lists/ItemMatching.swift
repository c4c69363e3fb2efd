/// The items that two lists have in common.
///
/// Items with equal identities are the same item. If an identity occurs several times, its first occurrences
/// in the two lists are the same item, its second occurrences are the same item, and so on.
package struct ItemMatching: Hashable, Sendable {
  /// The number of items in the old list.
  package let oldCount: Int
  /// The indexes of the items between the common start and the common end, in the old list and in the new list.
  package let (oldMiddle, newMiddle): (Range<Int>, Range<Int>)
  /// The new index of each old item between the common ends; `nil` if it is removed.
  package private(set) var newIndexes: [Int?]
  /// The old index of each new item between the common ends, counted from the start of ``oldMiddle``; `nil` if the item is
  /// new.
  package let oldIndexes: [Int?]

  /// Compares two lists.
  ///
  /// - Complexity: O(*n*) in the number of items of both lists.
  package init<ID: Hashable>(from old: [ID], to new: [ID]) {
    let ends = CommonEnds(of: old, new)
    (oldCount, oldMiddle, newMiddle) = (old.count, ends.oldMiddle, ends.newMiddle)
    newIndexes = Array(repeating: nil, count: oldMiddle.count)
    oldIndexes = Self.oldIndexes(of: new[newMiddle], in: old[oldMiddle])
    for (index, oldIndex) in zip(newMiddle, oldIndexes) {
      if let oldIndex { newIndexes[oldIndex] = index }
    }
  }

  /// Returns the new index of the old item `index`; `nil` if it is removed.
  package func newIndex(of index: Int) -> Int? {
    if index < oldMiddle.lowerBound { return index }
    if index >= oldMiddle.upperBound { return index - oldMiddle.upperBound + newMiddle.upperBound }
    return newIndexes[index - oldMiddle.lowerBound]
  }

  /// Returns the old index of the new item `index`; `nil` if it is new.
  package func oldIndex(of index: Int) -> Int? {
    if index < newMiddle.lowerBound { return index }
    if index >= newMiddle.upperBound { return index - newMiddle.upperBound + oldMiddle.upperBound }
    return oldIndexes[index - newMiddle.lowerBound].map { oldMiddle.lowerBound + $0 }
  }

  /// The old index and the new index of each item that stays.
  package var stayingItems: some Sequence<(oldIndex: Int, newIndex: Int)> {
    (0..<oldCount).lazy.compactMap { old in newIndex(of: old).map { (old, $0) } }
  }

  /// Returns the new index of the item that had `index`. If this item was removed, returns the new index of
  /// the next later item that stays. If no later item stays, returns that of the last earlier item; `nil` if
  /// no item stays.
  ///
  /// - Complexity: O(*n*) in the number of removed items next to it.
  package func newIndex(nearestTo index: Int) -> Int? {
    guard (0..<oldCount).contains(index) else { return nil }
    let (later, earlier) = (index..<oldCount, (0..<index).reversed())
    return later.lazy.compactMap { newIndex(of: $0) }.first
      ?? earlier.lazy.compactMap { newIndex(of: $0) }.first
  }

  /// Returns the position in `old` of each item in `new`; `nil` if the item is new.
  private static func oldIndexes<ID: Hashable>(of new: ArraySlice<ID>, in old: ArraySlice<ID>) -> [Int?] {
    // `first`: for each identity, its first old index that is not matched yet. `next`: for each old index,
    // the next index with the same identity.
    var first: [ID: Int] = Dictionary(minimumCapacity: old.count)
    var next = [Int?](repeating: nil, count: old.count)
    for (index, id) in old.enumerated().reversed() { next[index] = first.updateValue(index, forKey: id) }
    return new.map { id in
      guard let index = first[id] else { return nil }
      first[id] = next[index]
      return index
    }
  }
}

/// The equal items at the start and at the end of two lists. They stay in place, so only the items between
/// them need to be matched.
private struct CommonEnds {
  /// The indexes of the items between the ends, in the old list and in the new list.
  let (oldMiddle, newMiddle): (Range<Int>, Range<Int>)

  init<ID: Hashable>(of old: [ID], _ new: [ID]) {
    let shorter = min(old.count, new.count)
    var (start, end) = (0, 0)
    while start < shorter, old[start] == new[start] { start += 1 }
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    // The occurrences of an identity are matched by their order. If the items between the ends contain an
    // identity more often in one list, its occurrences at the end are not matched with each other.
    var surplus: [ID: Int] = [:]
    for id in old[start..<(old.count - end)] { surplus[id, default: 0] += 1 }
    for id in new[start..<(new.count - end)] { surplus[id, default: 0] -= 1 }
    surplus = surplus.filter { $0.value != 0 }
    if !surplus.isEmpty, let last = new.suffix(end).lastIndex(where: { surplus[$0] != nil }) {
      end = new.count - 1 - last
    }
    oldMiddle = start..<(old.count - end)
    newMiddle = start..<(new.count - end)
  }
}
