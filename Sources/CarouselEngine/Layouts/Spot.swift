/// Where an item stands, seen from the centre.
package struct Spot: Hashable, Sendable {
  /// How far from the centre, in items.
  package var offset: Double
  /// How far from the centre along the track, in nominal pitches; the same as `offset` if all items are equally wide.
  package var place: Double
  /// How wide the item is along the axis, in points.
  package var width: Double
  /// How wide what is in the centre is, in points: between two items something in between.
  package var centralWidth: Double

  package init(offset: Double, place: Double, width: Double, centralWidth: Double) {
    self.offset = offset
    self.place = place
    self.width = width
    self.centralWidth = centralWidth
  }

  /// Creates the spot `offset` items from the centre where all are equally wide.
  package init(offset: Double, itemWidth: Double) {
    self.init(offset: offset, place: offset, width: itemWidth, centralWidth: itemWidth)
  }

  /// Whether it takes no shift to get from one spot to another.
  var isZero: Bool { self == Spot(offset: 0, itemWidth: 0) }

  static func + (a: Spot, b: Spot) -> Spot {
    Spot(
      offset: a.offset + b.offset, place: a.place + b.place, width: a.width + b.width,
      centralWidth: a.centralWidth + b.centralWidth)
  }

  static func - (a: Spot, b: Spot) -> Spot { a + b * -1 }

  static func * (spot: Spot, factor: Double) -> Spot {
    Spot(
      offset: spot.offset * factor, place: spot.place * factor, width: spot.width * factor,
      centralWidth: spot.centralWidth * factor)
  }
}
