import CarouselUI
import Photos

/// The edits of a carousel for a difference of the library's list, each with the indexes that result from the ones before.
nonisolated struct ListEdits {
  /// One edit.
  enum Edit: Hashable {
    case remove(Int)
    case insert(Int)
    case move(from: Int, to: Int)
  }

  private(set) var edits: [Edit] = []

  /// Above this number of edits the carousel is reloaded instead: it animates each edit.
  static let limit = 64

  /// Fails if there are too many edits to animate, or if there was no photo before.
  init?(_ change: LibraryChange, from old: [PhotoID], to new: [PhotoID]) {
    let count = change.removals.count + change.insertions.count + change.moves.count
    guard count <= Self.limit, !old.isEmpty else { return nil }
    var current = old
    for index in change.removals.reversed() {
      current.remove(at: index)
      edits.append(.remove(index))
    }
    let moved = Set(change.moves.map(\.to))
    // Each photo follows its predecessor, which has its place already.
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

  /// Makes the edits inside a batch.
  @MainActor
  func apply(to carousel: Carousel) {
    for edit in edits {
      switch edit {
      case .remove(let index): carousel.removeItem(at: index, animated: true)
      case .insert(let index): carousel.insertItem(at: index, animated: true)
      case .move(let from, let to): carousel.moveItem(at: from, to: to, animated: true)
      }
    }
  }
}
