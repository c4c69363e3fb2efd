public import Geometry

/// The arrangement of a carousel's items. A layout implements one type or a family of types.
///
/// A layout defines everything in which types differ: the defaults of the options, wrapping, the number of
/// visible items, the line or circle of the items, and each item's transform. It holds no scroll state, so a
/// test can call it with numbers only. All other features work with every layout: scrolling, snapping,
/// individual item widths, hit tests, effects, right-to-left direction and turned axes.
///
/// An application adds a type by setting ``Carousel/layout`` to its own layout:
///
///     struct Staircase: CarouselLayout {
///       func prepare(with resolver: inout LayoutResolver) -> LayoutGeometry {
///         _ = resolver.layTrack(.line(share: 1))
///         return LayoutGeometry(visible: .filling(resolver.length), isStrip: true)
///       }
///
///       func transform(at position: ItemPosition, in context: LayoutContext) -> Transform3D {
///         let along = position.place * context.itemWidth
///         return context.base.translated(x: along, y: along / 4)
///       }
///     }
///
/// Beyond iCarousel; UIKit: `UICollectionViewLayout`.
public protocol CarouselLayout: Sendable {
  /// The values of options and settings for which neither the program nor the delegate supplies a value. The
  /// default implementation returns those of a `linear` carousel.
  var defaults: LayoutDefaults { get }

  /// Computes the values that depend on the carousel's size, its items and the options. Called before items
  /// are placed.
  ///
  /// The carousel calls this method on a copy of the layout that was set as ``Carousel/layout``. Values that
  /// the method stores in `self` are available in ``transform(at:in:)``. The method may be called several
  /// times before all of the delegate's answers are known, so its result must depend only on `resolver` and
  /// on the properties that the layout had when it was set. The method must not call the carousel, which is
  /// computing its layout at this time.
  mutating func prepare(with resolver: inout LayoutResolver) -> LayoutGeometry

  /// Returns the transform of the item at `position`, relative to the carousel's center.
  ///
  /// The transform begins with ``LayoutContext/base``. It places items as if the axis ran to the right, or
  /// down if it is vertical. The carousel turns and mirrors the axis afterwards. Items are drawn in the order
  /// of their depth, the deepest first. Of the items at equal depth, those farther from the current item are
  /// drawn first. If the transform is not finite, `base` is used instead.
  func transform(at position: ItemPosition, in context: LayoutContext) -> Transform3D
}

extension CarouselLayout {
  public var defaults: LayoutDefaults { LayoutDefaults() }
}

/// The defaults of options that depend on the type alone.
public struct LayoutDefaults: Hashable, Sendable {
  /// Whether the carousel wraps from the last item to the first: ``CarouselOption/wrap``.
  public var wraps: Bool
  /// The distance between neighbors, in item widths: ``CarouselOption/spacing``.
  public var spacing: Double
  /// Whether two-sided views are visible from behind: ``CarouselOption/showBackfaces``.
  public var showsBackfaces: Bool
  /// The negative offset at which items begin to fade, in items: ``CarouselOption/fadeMin``.
  public var fadeMin: Double
  /// The positive offset at which items begin to fade, in items: ``CarouselOption/fadeMax``.
  public var fadeMax: Double

  /// Creates a set of defaults. Omitted arguments have the values of a `linear` carousel.
  public init(
    wraps: Bool = false, spacing: Double = 1, showsBackfaces: Bool = true,
    fadeMin: Double = -.infinity, fadeMax: Double = .infinity
  ) {
    self.wraps = wraps
    self.spacing = spacing
    self.showsBackfaces = showsBackfaces
    self.fadeMin = fadeMin
    self.fadeMax = fadeMax
  }
}

/// The result of ``CarouselLayout/prepare(with:)``, for the whole carousel.
public struct LayoutGeometry: Hashable, Sendable {
  /// How many items are visible, placeholders included.
  public enum VisibleItems: Hashable, Sendable {
    /// The items within a length along the axis, in points, and one more item at each end.
    case filling(Double)
    /// A number of items around the current item.
    ///
    /// - Parameter reach: The distance from the center within which items of individual widths are visible,
    ///   in nominal pitches; `nil` if only the number limits the items.
    case count(Int, reach: Double? = nil)
  }

  /// The items to load, unless the option ``CarouselOption/visibleItems`` states another number.
  public var visible: VisibleItems
  /// The number of positions on a ring; `nil` for other layouts.
  public var positionsOnRing: Int?
  /// Whether items form a line along the axis. If so, ``Carousel/snapAlignment`` determines on which sides of
  /// the current item other items are visible.
  public var isStrip: Bool
  /// Whether ``Carousel/containsEnds`` has an effect.
  public var canContainEnds: Bool
  /// Whether the transforms depend on ``LayoutContext/toggle``.
  public var usesToggle: Bool
  /// The number of items by which the carousel scrolls when a finger moves by one item width, unless the
  /// option ``CarouselOption/offsetMultiplier`` has a value.
  public var offsetMultiplier: Double
  /// Whether items form a stack. On a stack only the item before the current item, the current item and later
  /// items are loaded.
  var isStack = false

  /// Creates a geometry. By default there is no ring, the Boolean properties are `false`, and the carousel
  /// scrolls by one item when a finger moves by one item width.
  public init(
    visible: VisibleItems, positionsOnRing: Int? = nil, isStrip: Bool = false, canContainEnds: Bool = false,
    usesToggle: Bool = false, offsetMultiplier: Double = 1
  ) {
    self.visible = visible
    self.positionsOnRing = positionsOnRing
    self.isStrip = isStrip
    self.canContainEnds = canContainEnds
    self.usesToggle = usesToggle
    self.offsetMultiplier = offsetMultiplier
  }
}

/// The values that all transforms of one frame share.
public struct LayoutContext: Sendable {
  /// The direction in which items follow each other, before the axis is turned or mirrored.
  public internal(set) var axis: Axis
  /// The perspective and the viewpoint, with which every transform begins.
  public internal(set) var base: Transform3D
  /// The nominal distance between the centers of neighbors before spacing, in points: ``Carousel/itemWidth``.
  public internal(set) var itemWidth: Double
  /// The value of the cover turn, in `-1...1`: ``Carousel/toggle``.
  public internal(set) var toggle: Double

  package init(axis: Axis, base: Transform3D = .identity, itemWidth: Double, toggle: Double = 0) {
    self.axis = axis
    self.base = base
    self.itemWidth = itemWidth
    self.toggle = toggle
  }
}

extension Transform3D {
  /// Returns the perspective and viewpoint of a carousel.
  ///
  /// - Parameters:
  ///   - perspective: The element `m34` of the transform. With a negative value, more distant items look
  ///     smaller.
  ///   - viewpoint: The position of the eye relative to the center, in points. Items move in the opposite
  ///     direction.
  package static func base(perspective: Double, viewpoint: Size) -> Transform3D {
    var base = Transform3D.identity
    base.m34 = perspective
    return base.translated(x: -viewpoint.width, y: -viewpoint.height)
  }

  /// Returns this transform preceded by a turn of the item by `angle` radians about the line perpendicular to
  /// `axis`. A positive angle moves the item's leading side away from the viewer.
  public func turned(along axis: Axis, by angle: Double) -> Transform3D {
    switch axis {
    case .horizontal: rotated(by: angle, y: 1)
    case .vertical: rotated(by: angle, x: -1)
    }
  }
}
