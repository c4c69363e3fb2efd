/// The positions of items of different widths along a line or a ring, and the search for the item at a
/// position.
///
/// There are two units. An *offset* counts items: 2.5 is halfway between the centers of items 2 and 3. A
/// *place* is a length along the track from the center of item 0, in nominal pitches. Between the centers of
/// two neighbors, each is a linear function of the other. Beyond the ends of a strip the track continues with
/// items of nominal width. A ring repeats.
///
/// Searches and edits are O(log *n*) in the number of items, even if copies of the track exist. There is one
/// exception: on a ring of tangents (``TrackShape/tangents(arc:count:)``) that has a position for every item,
/// an edit is O(*n*), because it changes the radius and so the angles of all items.
package struct ItemTrack: Sendable {
  /// The version of the widths from which the track was made: ``ItemSizes/generation``. The owner updates it
  /// after edits.
  package var generation: Int
  /// The widths of the items along the axis, in points.
  package private(set) var widths: LengthList
  private let wraps: Bool
  private var measure: TrackMeasure
  /// The length of each item on the track, in nominal pitches.
  private var lengths: LengthList {
    didSet { firstHalf = lengths[0] / 2 }
  }
  /// Half the length of the first item.
  private var firstHalf: Double

  /// Creates the track of items with `widths`, each at least 0. Returns `nil` if there is no item or `rule`
  /// is invalid.
  ///
  /// - Complexity: O(*n*).
  package init?(widths: LengthList, wraps: Bool, rule: TrackRule, generation: Int = 0) {
    guard !widths.isEmpty, rule.isValid else { return nil }
    self.widths = widths
    self.wraps = wraps
    self.generation = generation
    let measure = TrackMeasure(rule, widths: widths)
    self.measure = measure
    lengths = widths.mapped { measure.length(of: $0) }
    firstHalf = lengths[0] / 2
  }

  /// Creates the track of items with `widths`, given as an array.
  ///
  /// - Complexity: O(*n*).
  package init?(widths: [Double], wraps: Bool, rule: TrackRule, generation: Int = 0) {
    self.init(widths: LengthList(widths), wraps: wraps, rule: rule, generation: generation)
  }

  /// The indexes of the items on the track.
  package var ring: ItemRing { ItemRing(count: lengths.count, wraps: wraps) }

  /// The rule for the distances between items.
  package var rule: TrackRule { measure.rule }

  /// The radius at which the items exactly fill the ring, in points; `nil` if the nominal radius applies.
  package var radius: Double? { measure.radius(of: lengths) }

  /// The length of a full turn on a ring, or the length of a strip, in nominal pitches.
  package var turn: Double { measure.turn(of: lengths) }

  /// On a ring, the distance around the ring back to the same item; on a strip, the distance from the first
  /// item to the last. In nominal pitches.
  ///
  /// - Complexity: O(1) on a ring, O(log *n*) on a strip.
  package var length: Double { wraps ? lengths.sum : center(of: lengths.count - 1) }

  /// The distance from the position before the first item to the first item, and from the last item to the
  /// position after it, in nominal pitches.
  private var ends: (before: Double, after: Double) {
    let nominal = measure.nominalLength / 2
    return (firstHalf + nominal, lengths[lengths.count - 1] / 2 + nominal)
  }
}

// MARK: - Lookup

extension ItemTrack {
  /// Returns the place of `offset`. Both units are defined at ``ItemTrack``.
  ///
  /// - Complexity: O(log *n*).
  package func place(at offset: Double) -> Double {
    guard offset.isFinite else { return offset }
    guard wraps else {
      if offset < 0 { return offset < -1 ? -ends.before + (offset + 1) : offset * ends.before }
      let beyond = offset - ring.lastOffset
      if beyond > 0 { return length + (beyond > 1 ? ends.after + (beyond - 1) : beyond * ends.after) }
      return between(offset)
    }
    let count = Double(lengths.count)
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
        return ring.lastOffset + (beyond > ends.after ? beyond - ends.after + 1 : beyond / ends.after)
      }
      return search(place)
    }
    let turns = (place / length).rounded(.down)
    return search(min(max(place - turns * length, 0), length)) + turns * Double(lengths.count)
  }

  /// Returns the width of item `index`, in points. Placeholders have the nominal width.
  ///
  /// - Complexity: O(log *n*).
  package func width(of index: Int) -> Double {
    widths.indices.contains(index) ? widths[index] : rule.itemWidth
  }

  /// Returns the width at `offset`, in points. Between two items it is interpolated linearly.
  ///
  /// - Complexity: O(log *n*).
  package func width(at offset: Double) -> Double {
    let offset = wraps ? ring.offset(offset) : min(max(offset, -2), Double(ring.count) + 1)
    let lower = offset.rounded(.down)
    let index = Int(within: lower)
    let from = width(of: index)
    let next = wraps ? ring.index(index + 1) : index + 1
    return from + (width(of: next) - from) * (offset - lower)
  }

  /// The offset at the end of the track. On a strip it is the offset of the last item, on a ring the offset
  /// of the first item after a full turn.
  private var end: Int { wraps ? lengths.count : lengths.count - 1 }

  /// Returns the place of item `index`. If `index` is the number of items, returns the place of the first
  /// item after a full turn.
  private func center(of index: Int) -> Double {
    index < lengths.count ? lengths.middle(of: index) - firstHalf : lengths.sum
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
    var lower = min(lengths.index(at: place + firstHalf), end - 1)
    var (from, to) = (center(of: lower), center(of: lower + 1))
    // The item `lower` contains the place, but its center is after the place.
    if from > place, lower > 0 {
      lower -= 1
      (from, to) = (center(of: lower), from)
    }
    return Double(lower) + (to > from ? min(max((place - from) / (to - from), 0), 1) : 0)
  }
}

// MARK: - Edits

extension ItemTrack {
  /// Changes the width of item `index` to `width` points, at least 0.
  ///
  /// - Complexity: O(log *n*); O(*n*) in the exceptional case that ``ItemTrack`` describes.
  /// - Precondition: The item exists.
  package mutating func setWidth(_ width: Double, ofItem index: Int) {
    widths[index] = width
    updateLengths { $0[index] = $1.length(of: width) }
  }

  /// Inserts an item of `width` points, at least 0, before item `index`, or at the end.
  ///
  /// - Complexity: O(log *n*); O(*n*) in the exceptional case that ``ItemTrack`` describes.
  /// - Precondition: `index` is in `0...ring.count`.
  package mutating func insert(width: Double, at index: Int) {
    widths.insert(width, at: index)
    updateLengths { $0.insert($1.length(of: width), at: index) }
  }

  /// Removes item `index`, unless it is the only item: a track without items does not exist.
  ///
  /// - Complexity: O(log *n*); O(*n*) in the exceptional case that ``ItemTrack`` describes.
  /// - Precondition: The item exists.
  /// - Returns: Whether the item was removed. If not, the track is unchanged, and its owner should discard
  ///   the track.
  package mutating func remove(at index: Int) -> Bool {
    precondition(widths.indices.contains(index), "no such item")
    guard widths.count > 1 else { return false }
    widths.remove(at: index)
    updateLengths { lengths, _ in lengths.remove(at: index) }
    return true
  }

  /// Moves item `index` to index `destination`.
  ///
  /// - Complexity: O(log *n*); O(*n*) in the exceptional case that ``ItemTrack`` describes.
  /// - Precondition: Both items exist.
  package mutating func move(from index: Int, to destination: Int) {
    widths.move(from: index, to: destination)
    updateLengths { lengths, _ in lengths.move(from: index, to: destination) }
  }

  /// Updates `lengths` after an edit of `widths`. If the edit changes the lengths of all items, they are
  /// computed again. Otherwise only `edit` is applied to them.
  private mutating func updateLengths(_ edit: (inout LengthList, TrackMeasure) -> Void) {
    let current = TrackMeasure(rule, widths: widths)
    if current == measure {
      edit(&lengths, current)
    } else {
      measure = current
      lengths = widths.mapped { current.length(of: $0) }
    }
  }
}
