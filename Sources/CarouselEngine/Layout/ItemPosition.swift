/// The position of an item relative to the center of the carousel.
public struct ItemPosition: Hashable, Sendable {
  /// The distance from the center, in items.
  public var offset: Double
  /// The distance from the center along the track, in nominal pitches. This distance equals `offset` if all
  /// items have the same width.
  public var place: Double
  /// The item's width along the axis, in points.
  public var width: Double
  /// The width of the item at the center, in points. Between two items it is interpolated linearly.
  public var centerWidth: Double
  /// The item's index. Placeholders have indexes below 0, and from the number of items on. The index is 0 if
  /// a pose is computed for no particular item.
  public internal(set) var index: Int

  /// Creates a position from its components, for items of different widths.
  public init(offset: Double, place: Double, width: Double, centerWidth: Double, index: Int = 0) {
    self.offset = offset
    self.place = place
    self.width = width
    self.centerWidth = centerWidth
    self.index = index
  }

  /// Creates the position of an item at a distance of `offset` items from the center, if all items have the
  /// same width.
  public init(offset: Double, itemWidth: Double, index: Int = 0) {
    self.init(offset: offset, place: offset, width: itemWidth, centerWidth: itemWidth, index: index)
  }

  /// Whether every component except the index is 0.
  var isZero: Bool { self == ItemPosition(offset: 0, itemWidth: 0, index: index) }

  // Sums and multiples keep the index of the left operand. The other operand is a distance, whose index has
  // no meaning.

  static func + (a: ItemPosition, b: ItemPosition) -> ItemPosition {
    ItemPosition(
      offset: a.offset + b.offset, place: a.place + b.place, width: a.width + b.width,
      centerWidth: a.centerWidth + b.centerWidth, index: a.index)
  }

  static func - (a: ItemPosition, b: ItemPosition) -> ItemPosition { a + b * -1 }

  static func * (position: ItemPosition, factor: Double) -> ItemPosition {
    ItemPosition(
      offset: position.offset * factor, place: position.place * factor, width: position.width * factor,
      centerWidth: position.centerWidth * factor, index: position.index)
  }
}
