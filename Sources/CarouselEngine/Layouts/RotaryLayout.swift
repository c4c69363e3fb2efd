package import Geometry
internal import Glibc

/// Items on a ring that lies in depth, all facing the viewer.
///
/// iCarousel: `iCarouselTypeRotary`, `iCarouselTypeInvertedRotary`.
package struct RotaryLayout: CarouselLayout {
  package var ring: RingFigures

  package init(ring: RingFigures) { self.ring = ring }

  package func transform(at spot: Spot, on stage: Stage) -> Transform3D {
    let angle = spot.place * ring.step
    return stage.base.translated(
      along: stage.axis, by: ring.radius * sin(angle), z: ring.radius * cos(angle) - ring.radius)
  }
}
