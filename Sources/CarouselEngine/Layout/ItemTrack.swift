/// The positions of items of different widths along a line or a ring, and the search for the item at a
/// position.
///
/// There are two units. An *offset* counts items: 2.5 is halfway between the centers of items 2 and 3. A
/// *place* is a length along the track from the center of item 0, in nominal pitches. Between the centers of
/// two neighbors, each is a linear function of the other. Beyond the ends of a strip the track continues with
/// items of nominal width. A ring repeats.
///
/// A track never changes: other widths need another track, which is made in one pass over all items. Copies
/// share their arrays.
package struct ItemTrack: Sendable {
  /// The widths of the items along the axis, in points.
  private let widths: [Double]
  private let wraps: Bool
  private let measure: TrackMeasure
  /// The place of each item. The last element is the sum of all lengths: on a ring, the place of the first
  /// item after a full turn.
  private let centers: [Double]
  /// Half the length of the first item, and half the length of the last item, in nominal pitches.
  private var (firstHalf, lastHalf): (Double, Double)
  /// The item that is counted at another index; `nil` if all items have their own indexes.
  private var move: Move?

  /// An item that has left its index, so that the items in between have moved by its length.
  private struct Move {
    let from: Int
    let to: Int
    /// The length of the item.
    let length: Double
    /// The place of the item at its new index.
    let place: Double
    /// The former place of the position that is now place 0.
    let origin: Double
  }

  /// Creates the track of items with `widths`, each at least 0. Returns `nil` if there is no item or `rule`
  /// is invalid.
  ///
  /// - Complexity: O(*n*).
  package init?(widths: [Double], wraps: Bool, rule: TrackRule) {
    guard !widths.isEmpty, rule.isValid else { return nil }
    self.widths = widths
    self.wraps = wraps
    measure = TrackMeasure(rule, widths: widths)
    firstHalf = measure.length(of: widths[0]) / 2
    lastHalf = measure.length(of: widths[widths.count - 1]) / 2
    centers = Self.centers(of: widths, measure, firstHalf: firstHalf)
  }

  /// Returns ``centers``.
  ///
  /// An item's place is the sum of the lengths before the item, plus half its own length. So with rounding
  /// errors, too, no place is less than the place of the item before.
  private static func centers(of widths: [Double], _ measure: TrackMeasure, firstHalf: Double) -> [Double] {
    Array(unsafeUninitializedCapacity: widths.count + 1) { centers, count in
      var sum = 0.0
      for index in widths.indices {
        let length = measure.length(of: widths[index])
        centers.initializeElement(at: index, to: sum + length / 2 - firstHalf)
        sum += length
      }
      centers.initializeElement(at: widths.count, to: sum)
      count = widths.count + 1
    }
  }

  /// Returns whether the track was made from these widths and this rule.
  ///
  /// Only the storage of the arrays is compared. The track retains its storage, so an array with the same
  /// storage has the same elements.
  ///
  /// - Complexity: O(1).
  func isTrack(of widths: [Double], wraps: Bool, rule: TrackRule) -> Bool {
    let isSame = self.widths.withUnsafeBufferPointer { own in
      widths.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress && own.count == $0.count }
    }
    return isSame && self.wraps == wraps && self.rule == rule
  }

  /// Returns the track on which the item `from` has the index `to`, and the items in between have moved by
  /// its length.
  ///
  /// - Complexity: O(1).
  /// - Precondition: Both items exist, and this track is not itself the result of this method.
  package func moving(from: Int, to: Int) -> ItemTrack {
    precondition(move == nil && widths.indices.contains(from) && widths.indices.contains(to))
    guard from != to else { return self }
    let length = measure.length(of: widths[from])
    let difference = (measure.length(of: widths[to]) - length) / 2
    let place = centers[to] + (from < to ? difference : -difference)
    var track = self
    func half(at index: Int) -> Double {
      measure.length(of: widths[ContentEdits.moved(index, from: to, to: from)]) / 2
    }
    (track.firstHalf, track.lastHalf) = (half(at: 0), half(at: widths.count - 1))
    track.move = Move(
      from: from, to: to, length: length, place: place, origin: track.firstHalf - firstHalf)
    return track
  }

  /// The indexes of the items on the track.
  package var row: ItemRow { ItemRow(count: widths.count, wraps: wraps) }

  /// The rule for the distances between items.
  package var rule: TrackRule { measure.rule }

  /// The sum of the lengths of all items.
  private var sum: Double { centers[widths.count] }

  /// The radius at which the items exactly fill the ring, in points; `nil` if the nominal radius applies.
  package var radius: Double? { measure.radius(ofItems: widths.count, sum: sum) }

  /// The length of a full turn on a ring, or the length of a strip, in nominal pitches.
  package var turn: Double { measure.turn(ofItems: widths.count, sum: sum) }

  /// On a ring, the distance around the ring back to the same item; on a strip, the distance from the first
  /// item to the last. In nominal pitches.
  package var length: Double { wraps ? sum : center(of: widths.count - 1) }

  /// The distance from the position before the first item to the first item, and from the last item to the
  /// position after it, in nominal pitches.
  private var ends: (before: Double, after: Double) {
    let nominal = measure.nominalLength / 2
    return (firstHalf + nominal, lastHalf + nominal)
  }

  // MARK: Lookup

  /// Returns the place of `offset`. Both units are defined at ``ItemTrack``.
  package func place(at offset: Double) -> Double {
    guard offset.isFinite else { return offset }
    guard wraps else {
      if offset < 0 { return offset < -1 ? -ends.before + (offset + 1) : offset * ends.before }
      let beyond = offset - row.lastOffset
      if beyond > 0 { return length + (beyond > 1 ? ends.after + (beyond - 1) : beyond * ends.after) }
      return between(offset)
    }
    let count = Double(widths.count)
    let turns = (offset / count).rounded(.down)
    return between(min(max(offset - turns * count, 0), count)) + turns * length
  }

  /// Returns the offset at `place`: the inverse of ``place(at:)``.
  ///
  /// - Complexity: O(log *n*).
  package func offset(at place: Double) -> Double {
    guard place.isFinite else { return place }
    guard wraps else {
      if place < 0 { return place < -ends.before ? place + ends.before - 1 : place / ends.before }
      let beyond = place - length
      if beyond > 0 {
        return row.lastOffset + (beyond > ends.after ? beyond - ends.after + 1 : beyond / ends.after)
      }
      return search(place)
    }
    let turns = (place / length).rounded(.down)
    return search(min(max(place - turns * length, 0), length)) + turns * Double(widths.count)
  }

  /// Returns the width of item `index`, in points. Placeholders have the nominal width.
  package func width(of index: Int) -> Double {
    guard widths.indices.contains(index) else { return rule.itemWidth }
    return widths[move.map { ContentEdits.moved(index, from: $0.to, to: $0.from) } ?? index]
  }

  /// Returns the width at `offset`, in points. Between two items it is interpolated linearly.
  package func width(at offset: Double) -> Double {
    let offset = wraps ? row.offset(offset) : min(max(offset, -2), Double(row.count) + 1)
    let lower = offset.rounded(.down)
    let index = Int(within: lower)
    let from = width(of: index)
    let next = wraps ? row.index(index + 1) : index + 1
    return from + (width(of: next) - from) * (offset - lower)
  }

  /// The offset at the end of the track. On a strip it is the offset of the last item, on a ring the offset
  /// of the first item after a full turn.
  private var end: Int { wraps ? widths.count : widths.count - 1 }

  /// Returns the place of item `index`. If `index` is the number of items, returns the place of the first
  /// item after a full turn.
  private func center(of index: Int) -> Double {
    guard let move, index > 0, index < widths.count else { return centers[index] }
    guard index != move.to else { return move.place - move.origin }
    let item = ContentEdits.moved(index, from: move.to, to: move.from)
    let shift = item == index ? 0 : item > index ? -move.length : move.length
    return centers[item] + shift - move.origin
  }

  /// Returns the place of `offset`, which must be on the track.
  private func between(_ offset: Double) -> Double {
    let lower = min(Int(within: offset), end)
    let from = center(of: lower)
    let part = offset - Double(lower)
    return part > 0 && lower < end ? from + (center(of: lower + 1) - from) * part : from
  }

  /// Returns the offset at `place`, which must be on the track.
  private func search(_ place: Double) -> Double {
    guard end > 0 else { return 0 }
    var (lower, upper) = (0, end)
    while lower + 1 < upper {
      let middle = (lower + upper) / 2
      if center(of: middle) <= place { lower = middle } else { upper = middle }
    }
    let (from, to) = (center(of: lower), center(of: upper))
    return Double(lower) + (to > from ? min(max((place - from) / (to - from), 0), 1) : 0)
  }
}
