/// The difference between two lists of a library, as one batch.
///
/// The photos that are neither removed, inserted nor moved keep their order. They fill the indexes of the new
/// list that are neither in ``insertions`` nor the target of a move.
public struct LibraryChange: Hashable, Sendable {
  /// A photo that changed its position relative to the photos that stay.
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
  /// The photos that changed their position relative to the photos that stay, ascending by the new index.
  public package(set) var moves: [Move] = []
  /// The indexes of photos in the new list whose content changed, ascending.
  public package(set) var changes: [Int] = []
  /// The indexes of photos in the new list whose path changed, ascending.
  public package(set) var renames: [Int] = []

  /// Creates an empty difference.
  package init() {}

  /// Whether the lists are the same.
  public var isEmpty: Bool { !changesPlaces && changes.isEmpty && renames.isEmpty }

  /// Whether a photo was inserted, removed or moved.
  public var changesPlaces: Bool { !removals.isEmpty || !insertions.isEmpty || !moves.isEmpty }
}
