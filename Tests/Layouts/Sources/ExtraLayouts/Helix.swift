public import CarouselEngine
internal import Glibc

/// Items on a helix that winds around the axis; each faces the viewer.
///
/// Items advance along the axis by `spacing` item widths each, 0.5 by default, and turn around it once every
/// `count` items. The current item is nearest to the viewer. Items with individual widths take the space of
/// their widths on the axis.
///
/// Options: `radius` in points, by default half an item width; `count`, the number of items in a turn, by
/// default 12; `spacing`.
public struct Helix: CarouselLayout {
  /// The distance of the items from the axis of the helix, in points.
  private var radius = 0.0
  /// The angle between neighbors, in radians.
  private var step = 0.0
  /// The distance between neighbors along the axis, in item widths.
  private var spacing = 0.5

  /// Creates the layout.
  public init() {}

  public var defaults: LayoutDefaults { LayoutDefaults(spacing: 0.5) }

  public mutating func prepare(with resolver: inout LayoutResolver) -> LayoutGeometry {
    spacing = resolver.spacing
    step = 2 * .pi / Double(max(1, resolver.count(.count, default: 12)))
    radius = resolver.number(.radius, default: resolver.itemWidth / 2)
    _ = resolver.layTrack(.line(share: 1))
    // The items follow the finger at any spacing.
    let multiplier = spacing > 0 ? 1 / spacing : 1
    return LayoutGeometry(visible: .filling(resolver.length), isStrip: true, offsetMultiplier: multiplier)
  }

  public func transform(at position: ItemPosition, in context: LayoutContext) -> Transform3D {
    let angle = position.place * step
    let (along, across) = (position.place * spacing * context.itemWidth, -radius * sin(angle))
    let depth = radius * (cos(angle) - 1)
    return switch context.axis {
    case .horizontal: context.base.translated(x: along, y: across, z: depth)
    case .vertical: context.base.translated(x: across, y: along, z: depth)
    }
  }
}
