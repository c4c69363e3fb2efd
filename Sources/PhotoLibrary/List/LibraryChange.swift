/// The difference between two lists of a library, as one batch.
///
/// The photos that are neither removed, inserted nor moved keep their order. They fill the indexes of the new
/// list that are neither in ``insertions`` nor the target of a move.
package struct LibraryChange: Hashable, Sendable {
  /// A photo that changed its position relative to the photos that stay.
  package struct Move: Hashable, Sendable {
    /// The index in the old list.
    package let from: Int
    /// The index in the new list.
    package let to: Int

    package init(from: Int, to: Int) { (self.from, self.to) = (from, to) }
  }

  /// The indexes of removed photos in the old list, ascending.
  package var removals: [Int] = []
  /// The indexes of new photos in the new list, ascending.
  package var insertions: [Int] = []
  /// The photos that changed their position relative to the photos that stay, ascending by the new index.
  package var moves: [Move] = []
  /// The indexes of photos in the new list whose content changed, ascending.
  package var changes: [Int] = []
  /// The indexes of photos in the new list whose path changed, ascending.
  package var renames: [Int] = []
  /// Whether metadata of photos became known, or changed. The lists may be the same otherwise.
  package var describesPhotos = false

  /// Creates an empty difference.
  package init() {}

  /// Whether the lists are the same, except for metadata.
  package var isEmpty: Bool { !changesPlaces && changes.isEmpty && renames.isEmpty }

  /// Whether a photo was inserted, removed or moved.
  package var changesPlaces: Bool { !removals.isEmpty || !insertions.isEmpty || !moves.isEmpty }
}
