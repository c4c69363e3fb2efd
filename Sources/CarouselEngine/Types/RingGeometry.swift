internal import Glibc

/// The radius of a ring of items, and the angle between two of them.
package struct RingGeometry: Hashable, Sendable {
  /// The radius in points; a negative radius means a ring seen from inside.
  package var radius: Double
  /// The angle between neighbors, in radians; a negative angle turns the other way.
  package var step: Double

  package init(radius: Double, step: Double) {
    self.radius = radius
    self.step = step
  }

  /// The same ring seen from inside.
  package var inverted: RingGeometry { RingGeometry(radius: -radius, step: -step) }

  /// Returns the radius at which neighbors of `width` points touch when `count` of them take `arc` radians.
  static func touching(width: Double, arc: Double, count: Double) -> Double {
    width / 2 / tan(arc / 2 / count)
  }
}

extension LayoutDefaults {
  /// The defaults of all rings.
  static let ring = LayoutDefaults(wraps: true)
}

/// A ring resolved from the options, seen from outside.
struct ResolvedRing {
  var geometry: RingGeometry
  /// The number of positions on the ring.
  var places: Int
  /// The length of a full turn, in nominal pitches, if items have individual widths.
  private var turn: Double?

  /// The way in which items are placed on a ring.
  enum Kind {
    /// Items touch a circle in depth with their centers; its radius is at least the given number, in points.
    case tangents(leastRadius: Double)
    /// Items take their width of the circumference.
    case rim
  }

  /// Requests the options of a ring, in iCarousel's order.
  init(_ kind: Kind, with resolver: inout LayoutResolver) {
    let width = resolver.itemWidth * resolver.spacing
    // iCarousel's count: that of a ring as wide as the view, but at least twelve.
    let round = (resolver.length / (resolver.spacing * resolver.itemWidth)).rounded(.up) * .pi
    let automatic = Int(min(Double(resolver.maximumVisibleItems), max(12, round.isFinite ? round : 12)))
    places = resolver.count(.count, default: min(resolver.totalCount, automatic))
    let count = places == 0 ? 1 : Double(places)
    let arc = resolver.number(.arc, default: .pi * 2)
    let track: TrackFigures?
    let radius: Double
    switch kind {
    case .tangents(let leastRadius):
      track = resolver.layTrack(.tangents(arc: arc, count: places))
      radius = max(leastRadius, track?.radius ?? RingGeometry.touching(width: width, arc: arc, count: count))
    case .rim:
      track = resolver.layTrack(.rim(arc: arc, count: places))
      radius = track?.radius ?? width * count / arc
    }
    geometry = RingGeometry(radius: resolver.number(.radius, default: radius), step: 0)
    geometry.step = resolver.number(.angle, default: arc / count)
    if let track { geometry.step *= count / track.turn }
    turn = track?.turn
  }

  /// Returns all items of the ring, up to the maximum number of views.
  func whole(cap: Int) -> LayoutGeometry.VisibleItems {
    .count(min(cap, places), reach: turn.map { $0 / 2 })
  }

  /// Returns the nearer half of the ring, and `margin` items more.
  func nearerHalf(margin: Int = 0, cap: Int) -> LayoutGeometry.VisibleItems {
    let half = (Double(places) / 2).rounded(.up) + Double(margin)
    return .count(Int(min(Double(cap), half)), reach: turn.map { $0 / 4 })
  }
}
