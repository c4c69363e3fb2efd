public import Geometry
internal import Glibc

/// Items on a ring that lies in depth. All items face the viewer.
///
/// iCarousel: `iCarouselTypeRotary`, `iCarouselTypeInvertedRotary`.
public struct RotaryLayout: CarouselLayout {
  package var ring = RingGeometry(radius: 0, step: 0)
  /// Whether the ring is seen from inside.
  private let isInverted: Bool

  /// Creates the layout.
  ///
  /// - Parameter isInverted: Whether the ring is seen from inside.
  public init(isInverted: Bool = false) { self.isInverted = isInverted }

  public var defaults: LayoutDefaults { LayoutDefaults(wraps: true) }

  public mutating func prepare(with resolver: inout LayoutResolver) -> LayoutGeometry {
    let resolved = ResolvedRing(
      .tangents(minimumRadius: resolver.itemWidth * resolver.spacing / 2), with: &resolver)
    ring = isInverted ? resolved.geometry.inverted : resolved.geometry
    return resolved.layout(isInverted: isInverted, resolver)
  }

  @inline(__always)
  public func transform(at position: ItemPosition, in context: LayoutContext) -> Transform3D {
    let angle = position.place * ring.step
    return context.base.translated(
      along: context.axis, by: ring.radius * sin(angle), z: ring.radius * cos(angle) - ring.radius)
  }
}
