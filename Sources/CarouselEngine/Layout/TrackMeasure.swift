internal import Glibc

/// Computes the length of an item on a track from its width.
///
/// On a line and on a rim, the length of an item depends only on the rule and on the item's width. The same
/// is true for tangents if the ring has fewer positions than items. If it has a position for every item, the
/// widths of all items determine the radius, and the radius determines all lengths.
struct TrackMeasure: Sendable {
  let rule: TrackRule
  /// The circle that the items touch at their centers; `nil` if the length of an item is the same as on a
  /// line.
  private let circle: Circle?

  private struct Circle {
    /// 1 / the radius, in nominal pitches.
    var inverseRadius: Double
    /// The length of `arc`, in nominal pitches.
    var turn: Double
    /// The angle of the arc, in radians.
    var arc: Double

    /// Returns the length on the circle of an item that has the length `room` on a line.
    func length(of room: Double) -> Double { 2 * (atan(room / 2 * inverseRadius) * turn / arc) }
  }

  /// Creates the measure for items that have `widths`.
  ///
  /// - Complexity: O(*n*) for tangents on a ring with a position for every item, otherwise O(1).
  init(_ rule: TrackRule, widths: [Double]) {
    self.rule = rule
    guard case .tangents(let arc, let count) = rule.shape else {
      circle = nil
      return
    }
    let turn: Double
    let inverseRadius: Double?
    if widths.count <= count {
      let rooms = widths.map { rule.room(of: $0) }
      let blanks = Double(count - rooms.count)
      turn = rooms.reduce(0, +) + blanks
      inverseRadius = Self.inverseRadius(rooms, blanks: blanks, arc: arc, first: arc / turn)
    } else {
      turn = Double(count)
      let halfAngle = arc / 2 / turn
      // A tangent covers less than half a turn.
      inverseRadius = halfAngle < .pi / 2 ? 2 * tan(halfAngle) : nil
    }
    circle = inverseRadius.map { Circle(inverseRadius: $0, turn: turn, arc: arc) }
  }

  /// Returns the length on the track of an item of `width` points, in nominal pitches.
  func length(of width: Double) -> Double {
    let room = rule.room(of: width)
    return circle?.length(of: room) ?? room
  }

  /// The length on the track of an item of nominal width, in nominal pitches.
  var nominalLength: Double { circle?.length(of: 1) ?? 1 }

  /// Returns the length of a full turn on a ring, or the length of a strip, in nominal pitches.
  ///
  /// - Parameter sum: The sum of the lengths of the items.
  func turn(ofItems items: Int, sum: Double) -> Double {
    switch rule.shape {
    case .line: sum
    case .tangents(_, let count), .rim(_, let count):
      circle?.turn ?? (items <= count ? sum + Double(count - items) : Double(count))
    }
  }

  /// Returns the radius at which the items exactly fill the ring, in points; `nil` if the nominal radius
  /// applies.
  ///
  /// - Parameter sum: The sum of the lengths of the items.
  func radius(ofItems items: Int, sum: Double) -> Double? {
    switch rule.shape {
    case .tangents(_, let count) where items <= count:
      circle.map { rule.itemWidth * rule.spacing / $0.inverseRadius }
    case .rim(let arc, let count) where items <= count:
      turn(ofItems: items, sum: sum) / arc * rule.itemWidth * rule.spacing
    case .line, .tangents, .rim: nil
    }
  }

  /// Returns the inverse of the radius, in nominal pitches, of the circle on which tangents of the lengths
  /// `rooms` occupy `arc` radians. Returns `nil` if there is no such circle.
  ///
  /// The solution is found with Newton's method. The angle of the tangents is a concave, increasing function
  /// of the inverse radius, so each step stays below the solution.
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
