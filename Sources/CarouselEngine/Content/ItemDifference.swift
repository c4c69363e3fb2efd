/// The edits that turn one list of items into another.
///
/// Items are the same if their identities are equal. Where an identity occurs several times, its first
/// occurrence in one list is the first in the other, and so on.
///
/// A longest sequence of items that keep their order stays; the others move.
package struct ItemDifference {
  /// The edits, each with the indexes that result from the ones before it.
  package private(set) var edits: [ContentEdit] = []
  /// The new index of each old item; `nil` if it is removed.
  private var newIndexes: [Int?]

  /// - Parameter isAnimated: Whether the edits are animated.
  /// - Complexity: O(*n* log *n*) in the number of items of both lists.
  package init<ID: Hashable>(from old: [ID], to new: [ID], isAnimated: Bool) {
    newIndexes = Array(repeating: nil, count: old.count)
    let oldIndexes = Self.oldIndexes(of: new, in: old)
    for (newIndex, oldIndex) in oldIndexes.enumerated() {
      if let oldIndex { newIndexes[oldIndex] = newIndex }
    }
    makeEdits(oldIndexes, isAnimated: isAnimated)
  }

  /// Adds the reload of the item that has `index` after the other edits.
  mutating func appendReload(of index: Int, isAnimated: Bool) {
    edits.append(.reload(index, isAnimated: isAnimated))
  }

  /// The old and the new index of each item that stays.
  var stayingItems: some Sequence<(oldIndex: Int, newIndex: Int)> {
    newIndexes.indices.lazy.compactMap { [newIndexes] old in newIndexes[old].map { (old, $0) } }
  }

  /// Returns the new index of the item that had `index`, or of the nearest one that stays, later ones first;
  /// `nil` if there is none.
  ///
  /// - Complexity: O(*n*) in the number of items removed around it.
  package func newIndex(nearestTo index: Int) -> Int? {
    guard newIndexes.indices.contains(index) else { return nil }
    return newIndexes[index...].lazy.compactMap(\.self).first
      ?? newIndexes[..<index].reversed().lazy.compactMap(\.self).first
  }

  /// Returns the old index of each new item; `nil` if it is new.
  private static func oldIndexes<ID: Hashable>(of new: [ID], in old: [ID]) -> [Int?] {
    // The first occurrence of each identity that is not used yet, and the next one after each.
    var first: [ID: Int] = Dictionary(minimumCapacity: old.count)
    var next = [Int?](repeating: nil, count: old.count)
    for index in old.indices.reversed() { next[index] = first.updateValue(index, forKey: old[index]) }
    return new.map { id in
      guard let index = first[id] else { return nil }
      first[id] = next[index]
      return index
    }
  }

  private mutating func makeEdits(_ oldIndexes: [Int?], isAnimated: Bool) {
    let slots = Slots(oldIndexes: oldIndexes, oldCount: newIndexes.count)
    // From the end, so that no removal changes the index of another one.
    for index in newIndexes.indices.reversed() where newIndexes[index] == nil {
      edits.append(.remove(index, isAnimated: isAnimated))
    }
    var occupied = SlotCounter(
      slots.old.indices.map { newIndexes[$0] == nil ? nil : slots.old[$0] }, slots.count)
    for (newIndex, oldIndex) in oldIndexes.enumerated() {
      let slot = slots.new[newIndex]
      guard let oldIndex else {
        edits.append(.insert(occupied.count(before: slot), isAnimated: isAnimated))
        occupied.add(1, at: slot)
        continue
      }
      let oldSlot = slots.old[oldIndex]
      guard oldSlot != slot else { continue }
      let from = occupied.count(before: oldSlot)
      occupied.add(-1, at: oldSlot)
      let to = occupied.count(before: slot)
      occupied.add(1, at: slot)
      if from != to { edits.append(.move(from: from, to: to, isAnimated: isAnimated)) }
    }
  }
}

/// Places for all items before, during and after the edits, in one order.
///
/// An item that stays in order has one slot. Any other item has a slot at its old place if it existed before, and
/// a slot at its new place if it exists afterwards. The items that exist at any time occupy some of the slots,
/// and their order is their order in the list.
private struct Slots {
  /// The slot of each old item before the edits.
  private(set) var old: [Int] = []
  /// The slot of each new item after the edits.
  private(set) var new: [Int] = []
  private(set) var count = 0

  /// - Parameter oldIndexes: The old index of each new item; `nil` if it is new.
  init(oldIndexes: [Int?], oldCount: Int) {
    old.reserveCapacity(oldCount)
    new.reserveCapacity(oldIndexes.count)
    for newIndex in longestIncrease(of: oldIndexes) {
      guard let oldIndex = oldIndexes[newIndex] else { continue }
      fill(upTo: newIndex, oldIndex)
      old.append(count)
      new.append(count)
      count += 1
    }
    fill(upTo: oldIndexes.count, oldCount)
  }

  /// Gives a slot to each item before the next one that stays in order.
  private mutating func fill(upTo newEnd: Int, _ oldEnd: Int) {
    while new.count < newEnd {
      new.append(count)
      count += 1
    }
    while old.count < oldEnd {
      old.append(count)
      count += 1
    }
  }
}

/// Returns the positions of a longest strictly increasing subsequence of `numbers`, ascending; `nil` elements
/// belong to none.
///
/// - Complexity: O(*n* log *n*).
package func longestIncrease(of numbers: [Int?]) -> [Int] {
  // For each length, the position of the smallest number that ends an increase of this length.
  var ends: [Int] = []
  var previous = [Int?](repeating: nil, count: numbers.count)
  for (position, number) in numbers.enumerated() {
    guard let number else { continue }
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]] ?? 0 < number { low = middle + 1 } else { high = middle }
    }
    if low > 0 { previous[position] = ends[low - 1] }
    if low == ends.count { ends.append(position) } else { ends[low] = position }
  }
  var positions: [Int] = []
  var position = ends.last
  while let current = position {
    positions.append(current)
    position = previous[current]
  }
  return positions.reversed()
}

/// Counts the occupied slots before a slot: a Fenwick tree.
private struct SlotCounter {
  /// Partial sums: element *i* is the sum of the last `i & -i` slots up to slot *i* − 1.
  private var sums: [Int]

  /// - Parameters:
  ///   - occupied: The slots that are occupied; `nil` elements are ignored.
  ///   - count: The number of slots.
  init(_ occupied: [Int?], _ count: Int) {
    sums = Array(repeating: 0, count: count + 1)
    for case let slot? in occupied { sums[slot + 1] = 1 }
    for position in 1..<max(1, sums.count) {
      let parent = position + (position & -position)
      if parent < sums.count { sums[parent] += sums[position] }
    }
  }

  /// Adds `change` items at `slot`. Complexity: O(log *n*).
  mutating func add(_ change: Int, at slot: Int) {
    var position = slot + 1
    while position < sums.count {
      sums[position] += change
      position += position & -position
    }
  }

  /// Returns the number of items before `slot`. Complexity: O(log *n*).
  func count(before slot: Int) -> Int {
    var (position, sum) = (slot, 0)
    while position > 0 {
      sum += sums[position]
      position -= position & -position
    }
    return sum
  }
}
