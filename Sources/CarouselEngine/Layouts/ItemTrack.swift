/// Where items of different widths stand one after the other, and what stands at a place.
///
/// Two ways to say where: an *offset* counts items (2.5 is halfway between the centres of items 2 and 3), a *place* is a
/// length along the track, in nominal pitches. Between two centres one grows evenly with the other. Beyond the ends of a
/// row the track goes on with items of nominal width; a ring goes round.
package struct ItemTrack: Sendable {
  /// The items that stand on the track.
  package let ring: ItemRing
  /// How wide the items are along the axis, in points.
  package let widths: [Double]
  /// What decided how far apart they stand.
  package let rule: TrackRule
  /// Tells the widths from those said at other times.
  package let generation: Int
  /// The radius at which the items close a ring, in points; `nil` where the nominal one holds.
  package let radius: Double?
  /// How long a full turn of a ring is, in nominal pitches; of a row, how long it is.
  package let turn: Double
  /// The centres of the items, in nominal pitches from the first one; at the end of a ring's the first one again.
  private let places: [Double]
  /// The steps from the first item to what is before it and from the last one to what is behind it, in nominal pitches.
  private let ends: (before: Double, after: Double)

  /// Creates the track of items that have `widths`, each at least 0; `nil` where there is no item or `rule` cannot be
  /// followed.
  ///
  /// - Complexity: O(the number of items).
  package init?(widths: [Double], wraps: Bool, rule: TrackRule, generation: Int = 0) {
    guard !widths.isEmpty, let halves = rule.halves(of: widths) else { return nil }
    ring = ItemRing(count: widths.count, wraps: wraps)
    self.widths = widths
    self.rule = rule
    self.generation = generation
    radius = halves.radius
    turn = halves.turn
    var places = [Double]()
    places.reserveCapacity(widths.count + 1)
    var place = 0.0
    places.append(place)
    for item in 1..<max(1, widths.count) {
      place += halves.items[item - 1] + halves.items[item]
      places.append(place)
    }
    let (first, last) = (halves.items[0], halves.items[widths.count - 1])
    if wraps { places.append(place + last + first) }
    self.places = places
    ends = (first + halves.nominal, last + halves.nominal)
  }

  /// How far it is round a ring back to the same item, in nominal pitches.
  package var length: Double { places[places.count - 1] }

  /// Returns the place of `offset`.
  package func place(at offset: Double) -> Double {
    guard offset.isFinite else { return offset }
    guard ring.wraps else {
      if offset < 0 { return offset < -1 ? -ends.before + (offset + 1) : offset * ends.before }
      let beyond = offset - ring.lastOffset
      if beyond > 0 { return length + (beyond > 1 ? ends.after + (beyond - 1) : beyond * ends.after) }
      return between(offset)
    }
    let turns = (offset / Double(ring.count)).rounded(.down)
    return between(min(max(offset - turns * Double(ring.count), 0), Double(ring.count))) + turns * length
  }

  /// Returns the offset at `place`: the inverse of ``place(at:)``.
  ///
  /// - Complexity: O(log *n*) in the number of items.
  package func offset(at place: Double) -> Double {
    guard place.isFinite else { return place }
    guard ring.wraps else {
      if place < 0 { return place < -ends.before ? place + ends.before - 1 : place / ends.before }
      let beyond = place - length
      if beyond > 0 {
        return ring.lastOffset + (beyond > ends.after ? beyond - ends.after + 1 : beyond / ends.after)
      }
      return search(place)
    }
    let turns = (place / length).rounded(.down)
    return search(min(max(place - turns * length, 0), length)) + turns * Double(ring.count)
  }

  /// Returns how wide item `index` is, in points; placeholders have the nominal width.
  package func width(of index: Int) -> Double {
    widths.indices.contains(index) ? widths[index] : rule.itemWidth
  }

  /// Returns how wide what stands at `offset` is, in points: between two items something in between.
  package func width(at offset: Double) -> Double {
    let offset = ring.wraps ? ring.offset(offset) : min(max(offset, -2), Double(ring.count) + 1)
    let lower = offset.rounded(.down)
    let index = Int(within: lower)
    let from = width(of: index)
    let next = ring.wraps ? ring.index(index + 1) : index + 1
    return from + (width(of: next) - from) * (offset - lower)
  }

  /// Returns the place of `offset`, which is on the track.
  private func between(_ offset: Double) -> Double {
    let lower = min(Int(within: offset), places.count - 1)
    let upper = min(lower + 1, places.count - 1)
    return places[lower] + (places[upper] - places[lower]) * (offset - Double(lower))
  }

  /// Returns the offset at `place`, which is on the track.
  private func search(_ place: Double) -> Double {
    var (low, high) = (0, places.count - 1)
    while low + 1 < high {
      let middle = (low + high) / 2
      if places[middle] <= place { low = middle } else { high = middle }
    }
    guard low < high else { return Double(low) }
    return Double(low) + min(max((place - places[low]) / (places[high] - places[low]), 0), 1)
  }
}
