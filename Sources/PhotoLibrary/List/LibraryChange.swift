/// The difference between two lists of a library, as one batch.
///
/// The photos that are neither removed, inserted nor moved keep their order. The new list has them in the places that
/// ``insertions`` and the targets of ``moves`` leave free.
public struct LibraryChange: Hashable, Sendable {
  /// A photo whose place among the others changed.
  public struct Move: Hashable, Sendable {
    /// The index in the old list.
    public let from: Int
    /// The index in the new list.
    public let to: Int

    package init(from: Int, to: Int) { (self.from, self.to) = (from, to) }
  }

  /// The indexes of removed photos in the old list, ascending.
  public package(set) var removals: [Int] = []
  /// The indexes of new photos in the new list, ascending.
  public package(set) var insertions: [Int] = []
  /// The photos whose place among the others changed, ascending by the new index.
  public package(set) var moves: [Move] = []
  /// The indexes of photos in the new list whose content changed, ascending.
  public package(set) var changes: [Int] = []
  /// The indexes of photos in the new list whose path changed, ascending.
  public package(set) var renames: [Int] = []

  /// Creates an empty difference.
  package init() {}

  /// Whether the lists are the same.
  public var isEmpty: Bool { !changesPlaces && changes.isEmpty && renames.isEmpty }

  /// Whether a photo has another index than before, or is new or removed.
  public var changesPlaces: Bool { !removals.isEmpty || !insertions.isEmpty || !moves.isEmpty }
}
