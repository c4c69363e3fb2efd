/// One change of content.
package enum ContentEdit: Hashable, Codable, Sendable {
  /// An item is inserted at an index.
  case insert(Int, isAnimated: Bool)
  /// The item at an index is removed.
  case remove(Int, isAnimated: Bool)
  /// The item at one index moves. `to` is its index after the move.
  case move(from: Int, to: Int, isAnimated: Bool)
  /// The item at an index has new content.
  case reload(Int, isAnimated: Bool)

  package var isAnimated: Bool {
    switch self {
    case .insert(_, let isAnimated), .remove(_, let isAnimated), .move(_, _, let isAnimated),
      .reload(_, let isAnimated):
      isAnimated
    }
  }

  /// Whether an index may mean another item after the edit.
  var changesIndexes: Bool { if case .reload = self { false } else { true } }

  /// The number of items that the edit adds; negative if it removes items.
  var countChange: Int {
    switch self {
    case .insert: 1
    case .remove: -1
    case .move, .reload: 0
    }
  }

  /// Returns `false` if the edit removes an item that is not among `count` items, and `true` for all other
  /// edits.
  func removesExistingItem(of count: Int) -> Bool {
    if case .remove(let index, _) = self { (0..<count).contains(index) } else { true }
  }

  /// Returns the edit with each index replaced by the nearest valid index among `count` items; `nil` if no
  /// index is valid.
  ///
  /// Indexes are clamped on a strip and wrapped on a ring.
  func clamped(to count: Int, wraps: Bool) -> ContentEdit? {
    let row = ItemRow(count: count, wraps: wraps)
    switch self {
    case .insert(let index, let isAnimated):
      return .insert(ItemRow(count: count + 1, wraps: wraps).index(index), isAnimated: isAnimated)
    case .remove(let index, let isAnimated):
      return (0..<count).contains(index) ? .remove(index, isAnimated: isAnimated) : nil
    case .move(let from, let to, let isAnimated):
      return count > 0 ? .move(from: row.index(from), to: row.index(to), isAnimated: isAnimated) : nil
    case .reload(let index, _): return (0..<count).contains(index) ? self : nil
    }
  }
}

/// A sequence of edits, as a map from old indexes to new indexes and back.
///
/// The indexes of each edit refer to the content after the preceding edits. The cost of all operations
/// depends on the number of edits, not on the number of items.
package struct ContentEdits: Sendable {
  /// The effect of the edits on an item that existed before them.
  package enum Fate: Hashable, Sendable {
    /// The item has this index after the edits.
    case kept(Int)
    /// The item was removed.
    case removed(isAnimated: Bool)
  }

  /// The origin of an item that exists after the edits.
  package enum Origin: Hashable, Sendable {
    /// The item had this index before the edits.
    case kept(Int)
    /// The item had this index before the edits, and the edits reload it.
    case reloaded(Int, isAnimated: Bool)
    /// The edits insert the item.
    case inserted(isAnimated: Bool)
  }

  /// The number of items before all edits.
  package let oldCount: Int
  /// The number of items after all edits.
  package private(set) var count: Int
  package private(set) var edits: [ContentEdit] = []

  /// Creates an empty sequence of edits.
  package init(count: Int) {
    oldCount = count
    self.count = count
  }

  package var isEmpty: Bool { edits.isEmpty }
  package var isAnimated: Bool { edits.contains { $0.isAnimated } }

  /// Whether any edit removes an item with an animation.
  var removesAnimated: Bool {
    edits.contains { if case .remove(_, isAnimated: true) = $0 { true } else { false } }
  }

  /// Whether any edit reloads an item.
  var reloads: Bool { edits.contains { if case .reload = $0 { true } else { false } } }
  package var removes: Bool { edits.contains { if case .remove = $0 { true } else { false } } }

  /// Adds an edit. Its items must exist after the preceding edits.
  package mutating func append(_ edit: ContentEdit) {
    count += edit.countChange
    edits.append(edit)
  }

  /// Returns the effect of the edits on the item that had `index` before the edits.
  ///
  /// - Complexity: O(*n*) in the number of edits.
  package func fate(ofItem index: Int) -> Fate {
    let (newIndex, removal) = follow(index)
    return removal.map { .removed(isAnimated: $0) } ?? .kept(newIndex)
  }

  /// Returns the new index of the item that had `index` before the edits; `nil` if the item was removed.
  func keptIndex(ofItem index: Int) -> Int? {
    let (newIndex, removal) = follow(index)
    return removal == nil ? newIndex : nil
  }

  /// Returns the new index of the item that had `index` before the edits. If the item was removed, returns
  /// the new index of the item that followed it.
  ///
  /// - Complexity: O(*n*) in the number of edits.
  func newIndex(ofItem index: Int) -> Int { follow(index).newIndex }

  /// Returns the new index of the item that had `index` before the edits, as ``newIndex(ofItem:)`` does.
  /// `removal` states whether the item's removal is animated; it is `nil` if the item is kept.
  private func follow(_ index: Int) -> (newIndex: Int, removal: Bool?) {
    var (index, removal): (Int, Bool?) = (index, nil)
    for edit in edits {
      switch edit {
      case .insert(let edited, _): if index >= edited { index += 1 }
      case .remove(let edited, let isAnimated):
        if index == edited { removal = removal ?? isAnimated } else if index > edited { index -= 1 }
      case .move(let from, let to, _):
        if removal == nil || index != from { index = Self.moved(index, from: from, to: to) }
      case .reload: break
      }
    }
    return (index, removal)
  }

  /// Returns the origin of the item that has `index` after the edits.
  ///
  /// - Complexity: O(*n*) in the number of edits.
  package func origin(ofItem index: Int) -> Origin {
    var index = index
    var reload: Bool?
    for edit in edits.reversed() {
      switch edit {
      case .insert(let edited, let isAnimated):
        if index == edited { return .inserted(isAnimated: isAnimated) }
        if index > edited { index -= 1 }
      case .remove(let edited, _): if index >= edited { index += 1 }
      case .move(let from, let to, _): index = Self.moved(index, from: to, to: from)
      case .reload(let edited, let isAnimated):
        if index == edited { reload = reload ?? false || isAnimated }
      }
    }
    return reload.map { .reloaded(index, isAnimated: $0) } ?? .kept(index)
  }

  /// Returns the index that an item with `index` has after the item at `from` has moved to `to`.
  static func moved(_ index: Int, from: Int, to: Int) -> Int {
    if index == from { return to }
    let without = index > from ? index - 1 : index
    return without >= to ? without + 1 : without
  }
}
