/// The order in which items are drawn while one of them is lifted. It is the order that a drop into the
/// current slot would lead to.
///
/// On a ring the lifted item can pass the seam between the last item and the first. This changes the indexes
/// of all other items (the *siblings*) by one, but they must not move on the screen. So the arrangement also
/// stores the number of steps by which the indexes are ahead of the drawn positions.
package struct ItemArrangement: Hashable, Sendable {
  /// The index of the lifted item.
  package let from: Int
  /// The index of the lifted item after a drop.
  package let to: Int
  /// The number of items that a drop adds to the scroll offset, so that no sibling moves on the screen; 0 on
  /// a strip.
  package let turns: Int

  package init(from: Int, to: Int, turns: Int) { (self.from, self.to, self.turns) = (from, to, turns) }

  /// Creates the arrangement with the lifted item in a slot.
  ///
  /// - Parameters:
  ///   - from: The index of the lifted item, which must exist.
  ///   - slot: The index of the slot. On a ring it continues beyond the seam: with each step the lifted item
  ///     passes one sibling, so `count - 1` steps pass all of them.
  package init(lifting from: Int, to slot: Int, on row: ItemRow) {
    guard row.wraps, row.count > 1 else {
      self.init(from: from, to: min(max(slot, 0), max(0, row.count - 1)), turns: 0)
      return
    }
    let siblings = row.count - 1
    let passed = slot - from
    var remainder = passed % siblings
    if remainder < 0 { remainder += siblings }
    let rounds = (passed - remainder) / siblings
    if from + remainder <= siblings {
      self.init(from: from, to: from + remainder, turns: rounds)
    } else {
      self.init(from: from, to: from + remainder - siblings, turns: rounds + 1)
    }
  }

  /// Returns the slot of the lifted item: the inverse of ``init(lifting:to:on:)``.
  package func slot(on row: ItemRow) -> Int {
    guard row.wraps, row.count > 1 else { return to }
    let siblings = row.count - 1
    return to >= from ? to + turns * siblings : to + siblings + (turns - 1) * siblings
  }

  /// Returns the number of items to add to the scroll offset if the lifted item returns to its index, so that
  /// as few siblings as possible move. The result is 0 on a strip.
  package func turnsOfReturn(on row: ItemRow) -> Int {
    guard row.wraps, row.count > 1 else { return 0 }
    let siblings = row.count - 1
    // The lifted item has passed all siblings in each full round, and then `passed` of them once more.
    let (passed, rounds) = to >= from ? (to - from, turns) : (to - from + siblings, turns - 1)
    return 2 * passed > siblings ? rounds + 1 : rounds
  }

  /// Returns the index that item or placeholder `index` has after a drop.
  package func index(ofItem index: Int) -> Int { ContentEdits.moved(index, from: from, to: to) }

  /// Returns the item that has `index` after a drop.
  package func item(at index: Int) -> Int { ContentEdits.moved(index, from: to, to: from) }

  /// Returns whether the items `from` and `to` exist on `row`.
  package func isValid(on row: ItemRow) -> Bool {
    (0..<max(0, row.count)).contains(from) && (0..<max(0, row.count)).contains(to)
  }

  /// Returns the arrangement after edits of content. The gap stays between the same siblings. Returns `nil`
  /// if the lifted item was removed.
  package func following(_ edits: ContentEdits) -> ItemArrangement? {
    guard let newFrom = edits.keptIndex(ofItem: from) else { return nil }
    /// Returns the new index of the sibling that has `index` in this arrangement. The index counts the items
    /// after the edits, without the lifted item.
    func sibling(at index: Int) -> Int? {
      guard (0..<edits.oldCount).contains(index), let new = edits.keptIndex(ofItem: item(at: index)) else {
        return nil
      }
      return new > newFrom ? new - 1 : new
    }
    let newTo = sibling(at: to + 1) ?? sibling(at: to - 1).map { $0 + 1 } ?? to
    return ItemArrangement(from: newFrom, to: min(max(newTo, 0), max(0, edits.count - 1)), turns: turns)
  }
}
