package import Geometry

/// Items on the surface of a cylinder, each facing away from its axis.
///
/// iCarousel: `iCarouselTypeCylinder`, `iCarouselTypeInvertedCylinder`.
package struct CylinderLayout: CarouselLayout {
  package var ring: RingFigures

  /// How far items float above the surface, in points, so that the one in the centre is never cut by the picture plane.
  static let lift = 0.01

  package init(ring: RingFigures) { self.ring = ring }

  package func transform(at spot: Spot, on stage: Stage) -> Transform3D {
    stage.base.translated(z: -ring.radius)
      .turned(along: stage.axis, by: spot.place * ring.step)
      .translated(z: ring.radius + Self.lift)
  }
}
