import CarouselEngine
import Foundation

/// The reference implementation of ``ItemTrack``: arrays that are computed from the list of all widths.
struct FlatTrack {
  let widths: [Double]
  let wraps: Bool
  let rule: TrackRule
  private(set) var radius: Double?
  private(set) var turn = 0.0
  /// The centers of the items. On a ring the center of the first item, one turn later, is the last element.
  private var places: [Double] = []
  private var ends = (before: 0.0, after: 0.0)

  init(widths: [Double], wraps: Bool, rule: TrackRule) {
    (self.widths, self.wraps, self.rule) = (widths, wraps, rule)
    update()
  }

  var length: Double { places[places.count - 1] }

  func place(at offset: Double) -> Double {
    guard !wraps else {
      let turns = (offset / Double(widths.count)).rounded(.down)
      return between(offset - turns * Double(widths.count)) + turns * length
    }
    if offset < 0 { return offset < -1 ? -ends.before + (offset + 1) : offset * ends.before }
    let beyond = offset - Double(widths.count - 1)
    if beyond > 0 { return length + (beyond > 1 ? ends.after + (beyond - 1) : beyond * ends.after) }
    return between(offset)
  }

  func width(at offset: Double) -> Double {
    let lower = Int(offset.rounded(.down))
    let from = width(of: lower)
    return from + (width(of: lower + 1) - from) * (offset - Double(lower))
  }

  private func width(of index: Int) -> Double {
    let count = widths.count
    let index = wraps ? (index % count + count) % count : index
    return widths.indices.contains(index) ? widths[index] : rule.itemWidth
  }

  private func between(_ offset: Double) -> Double {
    let lower = min(max(Int(offset), 0), places.count - 1)
    let upper = min(lower + 1, places.count - 1)
    return places[lower] + (places[upper] - places[lower]) * (offset - Double(lower))
  }

  private mutating func update() {
    let (halves, nominal) = halves()
    places = [0]
    for item in halves.indices.dropFirst() {
      places.append(places[item - 1] + halves[item - 1] + halves[item])
    }
    let (first, last) = (halves[0], halves[halves.count - 1])
    if wraps { places.append(places[places.count - 1] + last + first) }
    ends = (first + nominal, last + nominal)
  }

  /// Returns half of each item's length, and half of the length of an item of nominal width.
  private mutating func halves() -> (items: [Double], nominal: Double) {
    let rooms = widths.map { room(of: $0) }
    let sum = rooms.reduce(0, +)
    let straight = (rooms.map { $0 / 2 }, 0.5)
    radius = nil
    switch rule.shape {
    case .line:
      turn = sum
      return straight
    case .rim(let arc, let count):
      turn = Double(count)
      guard rooms.count <= count else { return straight }
      turn += sum - Double(rooms.count)
      radius = turn / arc * rule.itemWidth * rule.spacing
      return straight
    case .tangents(let arc, let count):
      let isClosed = rooms.count <= count
      let blanks = Double(max(0, count - rooms.count))
      turn = isClosed ? sum + blanks : Double(count)
      let halfAngle = arc / 2 / Double(count)
      let inverse =
        isClosed
        ? Self.inverseRadius(rooms + Array(repeating: 1, count: Int(blanks)), arc: arc)
        : halfAngle < .pi / 2 ? 2 * tan(halfAngle) : nil
      guard let inverse else { return straight }
      if isClosed { radius = rule.itemWidth * rule.spacing / inverse }
      let scale = turn / arc
      return (rooms.map { atan($0 / 2 * inverse) * scale }, atan(0.5 * inverse) * scale)
    }
  }

  private func room(of width: Double) -> Double {
    var share = 1.0
    if case .line(let part) = rule.shape { share = part }
    let wide = width / rule.itemWidth
    let room = rule.spacing >= share ? (share * wide + (rule.spacing - share)) / rule.spacing : wide
    return min(max(room, 0.001), 1e6)
  }

  /// Returns the inverse of the radius of the circle on which tangents of the lengths `rooms` occupy `arc`
  /// radians, by bisection.
  private static func inverseRadius(_ rooms: [Double], arc: Double) -> Double? {
    guard Double(rooms.count) * .pi > arc * (1 + 1e-9) else { return nil }
    func angle(_ inverse: Double) -> Double { rooms.reduce(0) { $0 + 2 * atan($1 / 2 * inverse) } }
    var (low, high) = (0.0, 1.0)
    while angle(high) < arc { (low, high) = (high, high * 2) }
    while case let middle = (low + high) / 2, middle > low, middle < high {
      if angle(middle) < arc { low = middle } else { high = middle }
    }
    return high
  }
}
