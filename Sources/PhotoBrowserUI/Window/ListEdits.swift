internal import CarouselUI
internal import Photos

/// The edits that make a carousel follow a change of the library's list. The indexes of an edit refer to the
/// list after the previous edits.
struct ListEdits {
  /// One edit.
  enum Edit: Hashable {
    case remove(Int)
    case insert(Int)
    case move(from: Int, to: Int)
  }

  private(set) var edits: [Edit] = []

  /// The largest number of animated edits. The carousel is reloaded if there are more.
  static let limit = 64

  /// Fails if there are more than `limit` edits, if the old list was empty, or if the change is that of another list.
  init?(_ change: LibraryChange, from old: [PhotoID], to new: [PhotoID]) {
    let count = change.removals.count + change.insertions.count + change.moves.count
    guard count <= Self.limit, !old.isEmpty,
      // The first change of another library is the difference from an empty list.
      old.count - change.removals.count + change.insertions.count == new.count
    else { return nil }
    var current = old
    for index in change.removals.reversed() {
      current.remove(at: index)
      edits.append(.remove(index))
    }
    let moved = Set(change.moves.map(\.to))
    // The indexes are ascending, so that the photo before each inserted one is already at its new index.
    for index in (change.insertions + change.moves.map(\.to)).sorted() {
      let from = moved.contains(index) ? current.firstIndex(of: new[index]) : nil
      if let from { current.remove(at: from) }
      let to = index == 0 ? 0 : (current.firstIndex(of: new[index - 1]) ?? current.count - 1) + 1
      current.insert(new[index], at: to)
      if let from {
        if from != to { edits.append(.move(from: from, to: to)) }
      } else {
        edits.append(.insert(to))
      }
    }
  }

  /// Applies the edits to a carousel. Call it inside a batch.
  @MainActor
  func apply(to carousel: Carousel, animated: Bool = true) {
    for edit in edits {
      switch edit {
      case .remove(let index): carousel.removeItem(at: index, animated: animated)
      case .insert(let index): carousel.insertItem(at: index, animated: animated)
      case .move(let from, let to): carousel.moveItem(at: from, to: to, animated: animated)
      }
    }
  }
}
