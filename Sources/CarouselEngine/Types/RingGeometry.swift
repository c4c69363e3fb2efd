internal import Glibc

/// The radius of a ring of items, and the angle between neighbors.
package struct RingGeometry: Hashable, Sendable {
  /// The radius in points; a negative radius means a ring seen from inside.
  package var radius: Double
  /// The angle between neighbors, in radians. A negative angle places items in the opposite direction.
  package var step: Double

  package init(radius: Double, step: Double) { (self.radius, self.step) = (radius, step) }

  /// The same ring seen from inside.
  package var inverted: RingGeometry { RingGeometry(radius: -radius, step: -step) }
}

/// A ring computed from the options, as seen from outside.
struct ResolvedRing {
  var geometry: RingGeometry
  /// The number of positions on the ring.
  var positions: Int
  /// The length of a full turn in nominal pitches, if items have individual widths; otherwise `nil`.
  private var turn: Double?

  /// The rule by which items are placed on a ring.
  enum Kind {
    /// Each item touches a circle at its center, like a tangent. The radius of the circle is at least
    /// `minimumRadius`, in points.
    case tangents(minimumRadius: Double)
    /// Each item occupies an arc of the circle as long as its width.
    case rim
  }

  /// Requests the options of a ring in the same order as iCarousel.
  init(_ kind: Kind, with resolver: inout LayoutResolver) {
    let width = resolver.itemWidth * resolver.spacing
    // The count in iCarousel: max(12, π × the number of items that fill the view), at most
    // `maximumVisibleItems`.
    let round = (resolver.length / (resolver.spacing * resolver.itemWidth)).rounded(.up) * .pi
    let automatic = Int(min(Double(resolver.maximumVisibleItems), max(12, round.isFinite ? round : 12)))
    positions = resolver.count(.count, default: min(resolver.totalCount, automatic))
    let count = positions == 0 ? 1 : Double(positions)
    let arc = resolver.number(.arc, default: .pi * 2)
    let track: TrackFigures?
    let radius: Double
    switch kind {
    case .tangents(let minimumRadius):
      track = resolver.layTrack(.tangents(arc: arc, count: positions))
      // At this radius, the items touch.
      radius = max(minimumRadius, track?.radius ?? width / 2 / tan(arc / 2 / count))
    case .rim:
      track = resolver.layTrack(.rim(arc: arc, count: positions))
      radius = track?.radius ?? width * count / arc
    }
    geometry = RingGeometry(radius: resolver.number(.radius, default: radius), step: 0)
    geometry.step = resolver.number(.angle, default: arc / count)
    if let track { geometry.step *= count / track.turn }
    turn = track?.turn
  }

  /// Returns the layout of a ring that is seen from outside or from inside.
  func layout(isInverted: Bool, _ resolver: LayoutResolver) -> LayoutGeometry {
    isInverted && !resolver.loadsWholeRings ? nearerHalf(resolver) : wholeRing(resolver)
  }

  /// Returns a layout that loads all items of the ring, up to the maximum number of views.
  func wholeRing(_ resolver: LayoutResolver) -> LayoutGeometry {
    let count = min(resolver.maximumVisibleItems, positions)
    return LayoutGeometry(visible: .count(count, reach: turn.map { $0 / 2 }), positionsOnRing: positions)
  }

  /// Returns a layout that loads the nearer half of the ring and `margin` more items, up to the maximum number of
  /// views.
  func nearerHalf(margin: Int = 0, _ resolver: LayoutResolver) -> LayoutGeometry {
    let half = (Double(positions) / 2).rounded(.up) + Double(margin)
    let count = Int(min(Double(resolver.maximumVisibleItems), half))
    return LayoutGeometry(visible: .count(count, reach: turn.map { $0 / 4 }), positionsOnRing: positions)
  }
}
