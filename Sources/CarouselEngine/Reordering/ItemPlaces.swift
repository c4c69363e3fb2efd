/// The positions at which items are drawn: those of their indexes, or of their indexes after the move while one is lifted.
struct ItemPlaces {
  /// The positions of the indexes.
  let positions: ItemPositions
  /// The positions after the move.
  private let arranged: ItemPositions
  /// The order of the items; `nil` if none is lifted.
  private let arrangement: ItemArrangement?
  /// Whether an item is lifted; a flag, because it is tested for every item of a frame.
  private let isArranged: Bool

  init(_ positions: ItemPositions, _ arrangement: ItemArrangement?) {
    let arrangement = arrangement.flatMap { $0.isValid(on: positions.ring) ? $0 : nil }
    self.positions = positions
    self.arrangement = arrangement
    isArranged = arrangement != nil
    arranged = arrangement.map { positions.arranged(by: $0) } ?? positions
  }

  /// Returns the position at which item or placeholder `index` is drawn, without an animation.
  @inline(__always)
  func position(ofItem index: Int) -> ItemPosition {
    isArranged ? arrangedPosition(ofItem: index) : positions.position(ofItem: index)
  }

  private func arrangedPosition(ofItem index: Int) -> ItemPosition {
    arranged.position(ofItem: arrangement?.index(ofItem: index) ?? index)
  }
}

extension ItemPositions {
  /// Returns the position of the lifted item in `arrangement`.
  func position(ofLiftedItemIn arrangement: ItemArrangement) -> ItemPosition {
    arranged(by: arrangement).position(ofItem: arrangement.to)
  }
}
