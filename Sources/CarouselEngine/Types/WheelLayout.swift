public import Geometry

/// Items around a wheel that turns in the plane of the screen.
///
/// iCarousel: `iCarouselTypeWheel`, `iCarouselTypeInvertedWheel`.
public struct WheelLayout: CarouselLayout {
  package var ring = RingGeometry(radius: 0, step: 0)
  /// Whether the hub is above the items (to the right of them if vertical).
  private let isInverted: Bool

  /// The distance by which each item is nearer to the viewer than the item before it, in points. It
  /// determines the order of overlapping items.
  static let depthOffset = 0.01

  /// Creates the layout.
  ///
  /// - Parameter isInverted: Whether the hub is above the items (to the right of them if vertical).
  public init(isInverted: Bool = false) { self.isInverted = isInverted }

  public var defaults: LayoutDefaults { LayoutDefaults(wraps: true) }

  public mutating func prepare(with resolver: inout LayoutResolver) -> LayoutGeometry {
    let resolved = ResolvedRing(.rim, with: &resolver)
    ring = isInverted ? resolved.geometry.inverted : resolved.geometry
    let halfView = min(resolver.bounds.width, resolver.bounds.height) / 2
    let fits = resolved.geometry.radius - resolver.itemWidth / 2 < halfView
    return fits ? resolved.wholeRing(resolver) : resolved.nearerHalf(margin: 1, resolver)
  }

  @inline(__always)
  public func transform(at position: ItemPosition, in context: LayoutContext) -> Transform3D {
    let (x, y) = context.axis == .horizontal ? (0, ring.radius) : (-ring.radius, 0)
    return context.base.translated(x: x, y: y)
      .rotated(by: ring.step * position.place, z: 1)
      .translated(x: -x, y: -y, z: position.offset * Self.depthOffset)
  }
}
