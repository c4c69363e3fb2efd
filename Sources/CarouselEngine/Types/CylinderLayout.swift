public import Geometry

/// Items on the surface of a cylinder. Each item faces away from the axis of the cylinder.
///
/// iCarousel: `iCarouselTypeCylinder`, `iCarouselTypeInvertedCylinder`.
public struct CylinderLayout: CarouselLayout {
  package var ring = RingGeometry(radius: 0, step: 0)
  /// Whether the cylinder is seen from inside.
  private let isInverted: Bool

  /// The height of items above the surface, in points. Because of this height, the plane of the screen never
  /// cuts the item in the center.
  static let depthOffset = 0.01
  /// The smallest radius, in points. It is the same as in iCarousel.
  private static let minimumRadius = 0.01

  /// Creates the layout.
  ///
  /// - Parameter isInverted: Whether the cylinder is seen from inside.
  public init(isInverted: Bool = false) { self.isInverted = isInverted }

  public var defaults: LayoutDefaults { LayoutDefaults(wraps: true, showsBackfaces: !isInverted) }

  public mutating func prepare(with resolver: inout LayoutResolver) -> LayoutGeometry {
    let resolved = ResolvedRing(.tangents(minimumRadius: Self.minimumRadius), with: &resolver)
    ring = isInverted ? resolved.geometry.inverted : resolved.geometry
    return resolved.layout(isInverted: isInverted, resolver)
  }

  @inline(__always)
  public func transform(at position: ItemPosition, in context: LayoutContext) -> Transform3D {
    context.base.translated(z: -ring.radius)
      .turned(along: context.axis, by: position.place * ring.step)
      .translated(z: ring.radius + Self.depthOffset)
  }
}
