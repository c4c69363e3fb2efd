package import Geometry

/// A stack in depth: the items before the current one lie behind it, the ones after it in front.
///
/// iCarousel: `iCarouselTypeTimeMachine`, `iCarouselTypeInvertedTimeMachine`.
package struct TimeMachineLayout: CarouselLayout {
  /// How far the stack leans, in item widths for each item.
  package var tilt: Double
  /// The distance in depth between neighbours, in item widths.
  package var spacing: Double
  /// Whether the items after the current one lie behind it instead.
  package var isInverted: Bool

  package init(tilt: Double = 0.3, spacing: Double = 1, isInverted: Bool = false) {
    self.tilt = tilt
    self.spacing = spacing
    self.isInverted = isInverted
  }

  package func transform(at spot: Spot, on stage: Stage) -> Transform3D {
    let depth = isInverted ? -spot.place : spot.place
    let lean = isInverted ? -tilt : tilt
    return stage.base.translated(
      along: stage.axis, by: depth * stage.itemWidth * lean, z: depth * stage.itemWidth * spacing)
  }
}
