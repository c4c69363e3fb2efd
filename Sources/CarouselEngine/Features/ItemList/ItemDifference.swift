package import Geometry

/// The edits that turn one list of items into another.
///
/// A longest sequence of items that keep their order stays in place; the other items move.
package struct ItemDifference {
  /// The edits. The indexes of each edit refer to the list after the preceding edits.
  package private(set) var edits: [ContentEdit] = []
  /// The items that both lists have in common.
  package let matching: ItemMatching

  /// - Parameter isAnimated: Whether the edits are animated.
  /// - Complexity: O(*n*) in the number of items of both lists, and O(*m* log *m*) in the number of items
  ///   between the first and the last difference.
  package init<ID: Hashable>(from old: [ID], to new: [ID], isAnimated: Bool) {
    matching = ItemMatching(from: old, to: new)
    // Indexes between the common ends count from the end of the common start.
    let (newIndexes, oldIndexes) = (matching.newIndexes, matching.oldIndexes)
    let start = matching.oldMiddle.lowerBound
    let slots = Slots(oldIndexes: oldIndexes, oldCount: newIndexes.count)
    // Removes the last item first, so that no removal changes the index of another removed item.
    for index in newIndexes.indices.reversed() where newIndexes[index] == nil {
      edits.append(.remove(start + index, isAnimated: isAnimated))
    }
    var occupied = SlotCounter(
      slots.old.indices.map { newIndexes[$0] == nil ? nil : slots.old[$0] }, slots.count)
    for (newIndex, oldIndex) in oldIndexes.enumerated() {
      let slot = slots.new[newIndex]
      guard let oldIndex else {
        edits.append(.insert(start + occupied.count(before: slot), isAnimated: isAnimated))
        occupied.add(1, at: slot)
        continue
      }
      let oldSlot = slots.old[oldIndex]
      guard oldSlot != slot else { continue }
      let from = occupied.count(before: oldSlot)
      occupied.add(-1, at: oldSlot)
      let to = occupied.count(before: slot)
      occupied.add(1, at: slot)
      if from != to { edits.append(.move(from: start + from, to: start + to, isAnimated: isAnimated)) }
    }
  }

  /// Adds the reload of an item. `index` is its index after the other edits.
  mutating func appendReload(of index: Int, isAnimated: Bool) {
    edits.append(.reload(index, isAnimated: isAnimated))
  }
}

/// A common order of all old and new items. Each old and each new position of an item is a slot in this
/// order.
///
/// An item that keeps its order has one slot. Any other item has one slot for its old position, if it existed
/// before the edits, and one slot for its new position, if it exists afterwards. At any time between the
/// edits, each existing item occupies one of its slots, and its index is the number of occupied slots before
/// it.
private struct Slots {
  /// The slot of each item before the edits, by old index.
  private(set) var old: [Int] = []
  /// The slot of each item after the edits, by new index.
  private(set) var new: [Int] = []
  private(set) var count = 0

  /// - Parameter oldIndexes: The old index of each new item; `nil` if the item is new.
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

  /// Assigns slots to all items before the next item that keeps its order.
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

/// Returns the positions of a longest strictly increasing subsequence of `numbers`, ascending. `nil` elements
/// are skipped.
///
/// - Complexity: O(*n* log *n*).
package func longestIncrease(of numbers: [Int?]) -> [Int] {
  // `ends[length - 1]` is the position of the smallest number at which an increasing subsequence of this
  // length ends.
  var ends: [Int] = []
  var previous = [Int?](repeating: nil, count: numbers.count)
  for (position, number) in numbers.enumerated() {
    guard let number else { continue }
    let low = ends.indices.partitioningIndex { numbers[ends[$0]] ?? 0 >= number }
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

/// Counts the occupied slots before a slot, with a Fenwick tree.
private struct SlotCounter {
  /// Partial sums: element *i* is the sum of the `i & -i` slots before slot *i*.
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
