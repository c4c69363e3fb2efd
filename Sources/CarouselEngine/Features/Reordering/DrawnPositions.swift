/// The positions at which items are drawn. While an item is lifted, they are the positions that items would
/// have after a drop.
struct DrawnPositions {
  /// The positions of items by their current indexes.
  let positions: ItemPositions
  /// The positions after a drop; `nil` if no item is lifted. The property is a reference, because it is read
  /// for every item of a frame, and a value would be copied.
  private let arranged: Arranged?

  /// The positions of items after a drop.
  private final class Arranged {
    private let positions: ItemPositions
    private let arrangement: ItemArrangement

    init(_ positions: ItemPositions, _ arrangement: ItemArrangement) {
      (self.positions, self.arrangement) = (positions.arranged(by: arrangement), arrangement)
    }

    @inline(never)
    func position(ofItem index: Int) -> ItemPosition {
      positions.position(ofItem: arrangement.index(ofItem: index))
    }
  }

  init(_ positions: ItemPositions, _ arrangement: ItemArrangement?) {
    self.positions = positions
    arranged = arrangement.flatMap { $0.isValid(on: positions.row) ? Arranged(positions, $0) : nil }
  }

  /// The positions if all items have the same width and none is lifted; otherwise `nil`.
  var uniform: UniformPositions? { arranged == nil ? positions.uniform : nil }

  /// Returns the position at which item or placeholder `index` is drawn, without its slide.
  @inline(__always)
  func position(ofItem index: Int) -> ItemPosition {
    arranged?.position(ofItem: index) ?? positions.position(ofItem: index)
  }
}
