internal import Glibc

/// How far apart neighbours of different widths stand: so that what is between them is the same everywhere.
///
/// With all widths nominal each step is one nominal pitch.
package struct TrackRule: Hashable, Sendable {

  package var shape: TrackShape
  /// The nominal width, in points.
  package var itemWidth: Double
  /// The nominal pitch, in nominal widths.
  package var spacing: Double

  package init(_ shape: TrackShape, itemWidth: Double, spacing: Double) {
    self.shape = shape
    self.itemWidth = itemWidth
    self.spacing = spacing
  }

  /// What an item takes at least and at most, in nominal pitches: nothing stands on the same spot, and sums stay exact.
  static let leastRoom = 0.001
  static let mostRoom = 1e6

  /// What items take of the track.
  struct Halves {
    /// Half of what each takes, in nominal pitches.
    var items: [Double]
    /// Half of what a nominal one takes.
    var nominal: Double
    /// The radius at which they close a ring, in points; `nil` where the nominal one holds.
    var radius: Double?
    /// How long a full turn is.
    var turn: Double
  }

  /// Returns what items of `widths` take, or `nil` if a figure makes no sense.
  func halves(of widths: [Double]) -> Halves? {
    guard itemWidth > 0, spacing > 0, itemWidth.isFinite, spacing.isFinite else { return nil }
    switch shape {
    case .line: break
    case .tangents(let arc, let count), .rim(let arc, let count):
      guard arc > 0, arc.isFinite, count > 0 else { return nil }
    }
    var rooms = widths.map { room(of: $0) }
    let sum = rooms.reduce(0, +)
    switch shape {
    case .line:
      for item in rooms.indices { rooms[item] /= 2 }
      return Halves(items: rooms, nominal: 0.5, radius: nil, turn: sum)
    case .rim(let arc, let count):
      for item in rooms.indices { rooms[item] /= 2 }
      guard rooms.count <= count else {
        return Halves(items: rooms, nominal: 0.5, radius: nil, turn: Double(count))
      }
      let turn = sum + Double(count - rooms.count)
      return Halves(items: rooms, nominal: 0.5, radius: turn / arc * itemWidth * spacing, turn: turn)
    case .tangents(let arc, let count):
      return tangents(rooms, sum: sum, arc: arc, count: count)
    }
  }

  /// Returns what an item of `width` points takes with the gap beside it, in nominal pitches.
  ///
  /// Where nominal items leave a gap, all gaps are the same; where they overlap, all overlap by the same part of
  /// their widths.
  func room(of width: Double) -> Double {
    let share =
      switch shape {
      case .line(let share): share
      case .tangents, .rim: 1.0
      }
    let wide = width / itemWidth
    let room = spacing >= share ? (share * wide + (spacing - share)) / spacing : wide
    return min(max(room, Self.leastRoom), Self.mostRoom)
  }

  /// Turns what items take of a straight line into what they take of a circle that their middles touch.
  private func tangents(_ rooms: [Double], sum: Double, arc: Double, count: Int) -> Halves {
    var halves = rooms
    let isClosed = rooms.count <= count
    let blanks = Double(max(0, count - rooms.count))
    let turn = isClosed ? sum + blanks : Double(count)
    // Half a turn is more than one item can take of a circle: then each takes as much as of a line.
    let inverse =
      isClosed
      ? Self.inverseRadius(rooms, blanks: blanks, arc: arc, first: arc / turn)
      : arc / 2 / Double(count) < .pi / 2 ? 2 * tan(arc / 2 / Double(count)) : nil
    guard let inverse else {
      for item in halves.indices { halves[item] /= 2 }
      return Halves(items: halves, nominal: 0.5, radius: nil, turn: turn)
    }
    for item in halves.indices { halves[item] = atan(rooms[item] / 2 * inverse) * turn / arc }
    return Halves(
      items: halves, nominal: atan(0.5 * inverse) * turn / arc,
      radius: isClosed ? itemWidth * spacing / inverse : nil, turn: turn)
  }

  /// Returns 1 / the radius, in nominal pitches, of the circle that tangents of the lengths `rooms` go round in `arc`
  /// radians; `nil` if they cannot.
  ///
  /// The angle they take grows with 1 / the radius, ever slower, so that Newton's method comes near from below and
  /// never passes it.
  private static func inverseRadius(_ rooms: [Double], blanks: Double, arc: Double, first: Double) -> Double?
  {
    guard (Double(rooms.count) + blanks) * .pi > arc * (1 + 1e-9) else { return nil }
    var inverse = first
    for _ in 0..<200 {
      var angle = blanks * 2 * atan(0.5 * inverse)
      var slope = blanks / (1 + 0.25 * inverse * inverse)
      for room in rooms {
        let half = room / 2
        angle += 2 * atan(half * inverse)
        slope += room / (1 + half * half * inverse * inverse)
      }
      let step = (arc - angle) / slope
      guard step.isFinite, step > inverse * 1e-15 else { break }
      inverse += step
    }
    return inverse.isFinite ? inverse : nil
  }
}
