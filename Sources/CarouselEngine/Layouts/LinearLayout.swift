package import Geometry

/// Items side by side on a straight line.
///
/// iCarousel: `iCarouselTypeLinear`.
package struct LinearLayout: CarouselLayout {
  /// The distance between neighbours, in item widths.
  package var spacing: Double

  package init(spacing: Double = 1) { self.spacing = spacing }

  package func transform(at spot: Spot, on stage: Stage) -> Transform3D {
    stage.base.translated(along: stage.axis, by: spot.place * stage.itemWidth * spacing)
  }
}
