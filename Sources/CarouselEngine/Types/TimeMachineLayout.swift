public import Geometry

/// A stack in depth. The items before the current item lie behind it, and the items after the current item
/// lie in front of it.
///
/// iCarousel: `iCarouselTypeTimeMachine`, `iCarouselTypeInvertedTimeMachine`.
public struct TimeMachineLayout: CarouselLayout {
  /// The distance by which the stack leans for each item, in item widths.
  private var tilt = 0.3
  /// The distance in depth between neighbors, in item widths.
  private var spacing = 1.0
  /// Whether the items after the current item lie behind it. If not, they lie in front of it.
  private let isInverted: Bool

  /// Creates the layout.
  ///
  /// - Parameter isInverted: Whether the items after the current item lie behind it instead of in front of
  ///   it.
  public init(isInverted: Bool = false) { self.isInverted = isInverted }

  public var defaults: LayoutDefaults {
    // The items in front of the current item fade out.
    isInverted ? LayoutDefaults(fadeMin: 0) : LayoutDefaults(fadeMax: 0)
  }

  public mutating func prepare(with resolver: inout LayoutResolver) -> LayoutGeometry {
    tilt = resolver.number(.tilt, default: 0.3)
    spacing = resolver.spacing
    return LayoutGeometry(visible: .count(resolver.maximumVisibleItems))
  }

  @inline(__always)
  public func transform(at position: ItemPosition, in context: LayoutContext) -> Transform3D {
    let depth = isInverted ? -position.place : position.place
    let lean = isInverted ? -tilt : tilt
    return context.base.translated(
      along: context.axis, by: depth * context.itemWidth * lean, z: depth * context.itemWidth * spacing)
  }
}
