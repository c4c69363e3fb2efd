public import Geometry
internal import Glibc

/// A flat cover in the center, and tilted covers before and after it.
///
/// iCarousel: `iCarouselTypeCoverFlow`, `iCarouselTypeCoverFlow2`.
public struct CoverFlowLayout: CarouselLayout {
  /// The angle by which the covers at the sides turn, as a fraction of a right angle.
  private var tilt = 0.9
  /// The distance between neighbors, in item widths.
  private var spacing = 0.25
  /// Whether the two covers in the middle turn by `toggle`, the value of the cover turn, instead of by their
  /// offset.
  private let usesToggle: Bool

  /// Creates the layout.
  ///
  /// - Parameter toggles: Whether the two covers in the middle turn when the current index changes, as with
  ///   `coverFlow2`.
  public init(toggles: Bool = false) { usesToggle = toggles }

  public var defaults: LayoutDefaults { LayoutDefaults(spacing: 0.25) }

  public mutating func prepare(with resolver: inout LayoutResolver) -> LayoutGeometry {
    tilt = resolver.number(.tilt, default: 0.9)
    spacing = resolver.spacing
    _ = resolver.layTrack(.line(share: share))
    return LayoutGeometry(
      visible: .filling(resolver.length), isStrip: true, usesToggle: usesToggle, offsetMultiplier: 2)
  }

  /// The fraction of its width that a turned cover occupies on the axis.
  package var share: Double { min(max(abs(cos(tilt * .pi / 2)), 0), 1) }

  @inline(__always)
  public func transform(at position: ItemPosition, in context: LayoutContext) -> Transform3D {
    let turn =
      usesToggle
      ? Self.turn(at: position.offset, toggle: context.toggle) : max(-1, min(1, position.offset))
    // The cover in the center is flat. If it is wider than the nominal width, the other covers are moved
    // aside.
    let push = turn * 0.5 * (1 - share) * (position.centerWidth - context.itemWidth)
    let along = (turn * 0.5 * tilt + position.place * spacing) * context.itemWidth + push
    return context.base.translated(along: context.axis, by: along, z: abs(turn) * -position.width * 0.5)
      .turned(along: context.axis, by: -turn * (.pi / 2) * tilt)
  }

  /// Returns the turn of the cover at `offset`, in `-1...1`.
  ///
  /// The turn is divided between the current cover and the cover that was current before. The latter is after
  /// the current cover if `toggle` is positive, and before it if `toggle` is negative.
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
