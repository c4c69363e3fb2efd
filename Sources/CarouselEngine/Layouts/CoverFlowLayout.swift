package import Geometry
internal import Glibc

/// A flat sleeve in the centre, tilted ones left and right of it.
///
/// iCarousel: `iCarouselTypeCoverFlow`, `iCarouselTypeCoverFlow2`.
package struct CoverFlowLayout: CarouselLayout {
  /// How far the side sleeves turn; 1 is a right angle.
  package var tilt: Double
  /// The distance between neighbours, in item widths.
  package var spacing: Double
  /// Whether the two sleeves in the middle turn with the stage's toggle instead of with their offset.
  package var toggles: Bool

  package init(tilt: Double = 0.9, spacing: Double = 0.25, toggles: Bool = false) {
    self.tilt = tilt
    self.spacing = spacing
    self.toggles = toggles
  }

  /// The part of its width that a turned sleeve takes.
  package var share: Double { min(max(abs(cos(tilt * .pi / 2)), 0), 1) }

  package func transform(at spot: Spot, on stage: Stage) -> Transform3D {
    let turn = toggles ? Self.turn(at: spot.offset, toggle: stage.toggle) : max(-1, min(1, spot.offset))
    // A wide item in the centre pushes the others aside by what it takes more now that it lies flat.
    let push = turn * 0.5 * (1 - share) * (spot.centralWidth - stage.itemWidth)
    let along = (turn * 0.5 * tilt + spot.place * spacing) * stage.itemWidth + push
    return stage.base.translated(along: stage.axis, by: along, z: abs(turn) * -spot.width * 0.5)
      .turned(along: stage.axis, by: -turn * (.pi / 2) * tilt)
  }

  /// Returns how far the sleeve at `offset` has turned, in `-1...1`: the current one and the one it takes over from
  /// (ahead when `toggle` is positive, behind otherwise) share the turn.
  static func turn(at offset: Double, toggle: Double) -> Double {
    if toggle > 0 {
      switch offset {
      case ...(-0.5): return -1
      case ...0.5: return -toggle
      case ...1.5: return 1 - toggle
      default: return 1
      }
    }
    if offset > 0.5 { return 1 }
    if offset > -0.5 { return -toggle }
    return offset > -1.5 ? -1 - toggle : -1
  }
}
