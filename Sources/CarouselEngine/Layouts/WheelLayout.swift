package import Geometry

/// Items round a wheel that turns in the picture plane.
///
/// iCarousel: `iCarouselTypeWheel`, `iCarouselTypeInvertedWheel`.
package struct WheelLayout: CarouselLayout {
  package var ring: RingFigures

  /// How much nearer each item is than the one before it, in points, so that overlapping ones have an order.
  static let lift = 0.01

  package init(ring: RingFigures) { self.ring = ring }

  package func transform(at spot: Spot, on stage: Stage) -> Transform3D {
    let (x, y) = stage.axis == .horizontal ? (0, ring.radius) : (-ring.radius, 0)
    return stage.base.translated(x: x, y: y)
      .rotated(by: ring.step * spot.place, z: 1)
      .translated(x: -x, y: -y, z: spot.offset * Self.lift)
  }
}
