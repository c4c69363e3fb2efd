/// One change of content.
package enum ContentEdit: Hashable, Sendable {
  /// An item comes to stand at an index.
  case insert(Int, isAnimated: Bool)
  /// The item at an index goes.
  case remove(Int, isAnimated: Bool)
  /// The item at an index comes to stand at another, counted without itself.
  case move(from: Int, to: Int, isAnimated: Bool)
  /// The item at an index looks different.
  case reload(Int, isAnimated: Bool)

  package var isAnimated: Bool {
    switch self {
    case .insert(_, let isAnimated), .remove(_, let isAnimated), .move(_, _, let isAnimated),
      .reload(_, let isAnimated):
      isAnimated
    }
  }
}

/// What becomes of each item when several changes follow each other: a map from old indexes to new ones and back.
///
/// Each change counts with the indexes as they are after the ones before it. Nothing here depends on the number of
/// items.
package struct ContentEdits: Sendable {
  /// What becomes of an item.
  package enum Fate: Hashable, Sendable {
    /// It stands at this index.
    case kept(Int)
    /// It is gone.
    case removed(isAnimated: Bool)
  }

  /// Where an item comes from.
  package enum Origin: Hashable, Sendable {
    /// It stood at this index.
    case kept(Int)
    /// It stood at this index and looked different.
    case reloaded(Int, isAnimated: Bool)
    /// It is new.
    case inserted(isAnimated: Bool)
  }

  /// The number of items before all of them.
  package let oldCount: Int
  /// The number of items after all of them.
  package private(set) var count: Int
  package private(set) var edits: [ContentEdit] = []

  /// Begins without a change.
  package init(count: Int) {
    oldCount = count
    self.count = count
  }

  package var isEmpty: Bool { edits.isEmpty }
  package var isAnimated: Bool { edits.contains { $0.isAnimated } }

  /// Whether an item goes, and takes its time.
  var removesAnimated: Bool {
    edits.contains { if case .remove(_, isAnimated: true) = $0 { true } else { false } }
  }

  package var removes: Bool {
    edits.contains { if case .remove = $0 { true } else { false } }
  }

  /// Adds one more change; its indexes must exist.
  package mutating func append(_ edit: ContentEdit) {
    switch edit {
    case .insert: count += 1
    case .remove: count -= 1
    case .move, .reload: break
    }
    edits.append(edit)
  }

  /// Returns what becomes of the item that stood at `index`.
  ///
  /// - Complexity: O(the number of changes).
  package func fate(ofItem index: Int) -> Fate {
    var index = index
    for edit in edits {
      switch edit {
      case .insert(let place, _): if index >= place { index += 1 }
      case .remove(let place, let isAnimated):
        if index == place { return .removed(isAnimated: isAnimated) }
        if index > place { index -= 1 }
      case .move(let from, let to, _): index = Self.moved(index, from: from, to: to)
      case .reload: break
      }
    }
    return .kept(index)
  }

  /// Returns where the item comes from that stands at `index` in the end.
  ///
  /// - Complexity: O(the number of changes).
  package func origin(ofItem index: Int) -> Origin {
    var index = index
    var reload: Bool?
    for edit in edits.reversed() {
      switch edit {
      case .insert(let place, let isAnimated):
        if index == place { return .inserted(isAnimated: isAnimated) }
        if index > place { index -= 1 }
      case .remove(let place, _): if index >= place { index += 1 }
      case .move(let from, let to, _): index = Self.moved(index, from: to, to: from)
      case .reload(let place, let isAnimated):
        if index == place { reload = reload ?? false || isAnimated }
      }
    }
    return reload.map { .reloaded(index, isAnimated: $0) } ?? .kept(index)
  }

  /// Returns where an item stands after another, or it itself, has moved.
  static func moved(_ index: Int, from: Int, to: Int) -> Int {
    if index == from { return to }
    let without = index > from ? index - 1 : index
    return without >= to ? without + 1 : without
  }
}
