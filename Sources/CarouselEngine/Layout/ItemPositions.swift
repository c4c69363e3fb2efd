/// The positions of items that all have the same width.
struct UniformPositions {
  let row: ItemRow
  /// The scroll offset, in items.
  let offset: Double
  let itemWidth: Double

  @inline(__always)
  func position(ofItem index: Int) -> ItemPosition {
    ItemPosition(offset: row.distance(ofItem: index, from: offset), itemWidth: itemWidth, index: index)
  }
}

/// The positions of all items at one scroll offset.
package struct ItemPositions {
  /// The positions that items of the nominal width have.
  private let nominal: UniformPositions
  private let track: ItemTrack?
  /// The place of `offset` on the track, in nominal pitches, and the width at `offset`, in points.
  private let (place, centerWidth): (Double, Double)

  /// Creates the positions.
  ///
  /// - Parameters:
  ///   - offset: The scroll offset, in items.
  ///   - track: The track of the items of `row`; `nil` if all items have the same width.
  ///   - itemWidth: The nominal width of an item, in points.
  init(row: ItemRow, offset: Double, track: ItemTrack?, itemWidth: Double) {
    nominal = UniformPositions(row: row, offset: offset, itemWidth: itemWidth)
    self.track = track
    place = track?.place(at: offset) ?? offset
    centerWidth = track?.width(at: offset) ?? itemWidth
  }

  var row: ItemRow { nominal.row }

  /// The scroll offset, in items.
  var offset: Double { nominal.offset }

  /// The positions if all items have the same width; otherwise `nil`.
  var uniform: UniformPositions? { track == nil ? nominal : nil }

  /// Returns the position of item or placeholder `index`.
  ///
  /// On a ring the position is on the nearer side of the center.
  package func position(ofItem index: Int) -> ItemPosition {
    guard let track else { return nominal.position(ofItem: index) }
    var position = ItemPosition(
      offset: Double(index) - offset, place: track.place(at: Double(index)) - place,
      width: track.width(of: index), centerWidth: centerWidth, index: index)
    guard row.wraps else { return position }
    let half = track.length / 2
    if position.place > half {
      position.place -= track.length
      position.offset -= Double(row.count)
    } else if position.place < -half {
      position.place += track.length
      position.offset += Double(row.count)
    }
    return position
  }

  /// Returns the positions in which items are drawn while one of them is lifted. On a ring the scroll offset
  /// of the result may differ from that of these positions.
  func arranged(by arrangement: ItemArrangement) -> ItemPositions {
    guard arrangement.isValid(on: row) else { return self }
    return ItemPositions(
      row: row, offset: row.wraps ? row.offset(offset + Double(arrangement.turns)) : offset,
      track: track?.moving(from: arrangement.from, to: arrangement.to), itemWidth: nominal.itemWidth)
  }

  /// Returns the distance by which items have moved while the scroll offset changed from `start` to
  /// ``offset``, on a ring by the shortest way.
  func travel(from start: Double) -> ItemPosition {
    let distance = row.distance(from: start, to: offset)
    guard let track else { return ItemPosition(offset: distance, itemWidth: 0) }
    return ItemPosition(
      offset: distance, place: track.place(at: start + distance) - track.place(at: start), width: 0,
      centerWidth: track.width(at: start) - centerWidth)
  }
}
