public import Geometry

/// Items side by side on a straight line.
///
/// iCarousel: `iCarouselTypeLinear`.
public struct LinearLayout: CarouselLayout {
  /// The distance between neighbors, in item widths.
  package var spacing = 1.0

  /// Creates the layout. ``CarouselOption/spacing`` determines the distance between neighbors.
  public init() {}

  public mutating func prepare(with resolver: inout LayoutResolver) -> LayoutGeometry {
    spacing = resolver.spacing
    _ = resolver.layTrack(.line(share: 1))
    let length = resolver.length - resolver.contentOffset
    return LayoutGeometry(visible: .filling(length), isStrip: true, canContainEnds: true)
  }

  @inline(__always)
  public func transform(at position: ItemPosition, in context: LayoutContext) -> Transform3D {
    context.base.translated(along: context.axis, by: position.place * context.itemWidth * spacing)
  }
}
