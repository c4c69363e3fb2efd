public import Geometry

/// How the items of a carousel are arranged: a type, or a family of types.
///
/// A layout answers for everything in which types differ: the defaults of the options, wrapping, how many items are
/// visible, the line or circle on which items stand, and each item's transform. It holds no scroll state, so a test needs
/// only numbers. What it does not decide works for every layout alike: scrolling, snapping, individual item widths, hit
/// tests, effects, right-to-left and turned axes.
///
/// An application adds a type by setting ``Carousel/layout`` to a value of its own:
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
  /// What the options and settings are unless the delegate answers otherwise; by default those of a `linear` carousel.
  var defaults: LayoutDefaults { get }

  /// Works out what depends on the carousel's size, its items and the options, before items are placed.
  ///
  /// It is called for each layout, on a copy of the layout that ``Carousel/layout`` was set to. What it keeps in `self` is
  /// there when ``transform(at:in:)`` is called. It may be called several times before the delegate's answers are known,
  /// so it must depend on nothing but `resolver`.
  mutating func prepare(with resolver: inout LayoutResolver) -> LayoutGeometry

  /// Returns the transform of the item that stands at `position`, about the carousel's center.
  ///
  /// The transform begins with ``LayoutContext/base``. It places items as if the axis ran to the right, or downwards when
  /// vertical; turned and mirrored axes are applied afterwards. An item whose transformed plane is further back is drawn
  /// first; items at equal depth are drawn from the outside to the current one. One that is not finite is replaced by
  /// `base`.
  func transform(at position: ItemPosition, in context: LayoutContext) -> Transform3D
}

extension CarouselLayout {
  public var defaults: LayoutDefaults { LayoutDefaults() }

  /// Returns the transform of the item `offset` items from the center where all items are equally wide.
  package func transform(at offset: Double, in context: LayoutContext) -> Transform3D {
    transform(at: ItemPosition(offset: offset, itemWidth: context.itemWidth), in: context)
  }
}

/// The defaults of options that depend on the type alone.
public struct LayoutDefaults: Hashable, Sendable {
  /// Whether the last item leads back to the first: ``CarouselOption/wrap``.
  public var wraps: Bool
  /// The distance between neighbors, in item widths: ``CarouselOption/spacing``.
  public var spacing: Double
  /// Whether two-sided views show their backs: ``CarouselOption/showBackfaces``.
  public var showsBackfaces: Bool
  /// The negative offset at which items begin to fade, in items: ``CarouselOption/fadeMin``.
  public var fadeMin: Double
  /// The positive offset at which items begin to fade, in items: ``CarouselOption/fadeMax``.
  public var fadeMax: Double

  /// Names the defaults; those that are not given are a `linear` carousel's.
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

/// What a layout has worked out for the whole carousel.
public struct LayoutGeometry: Hashable, Sendable {
  /// Which items are visible, placeholders included.
  public enum VisibleItems: Hashable, Sendable {
    /// Those that stand within a length along the axis, in points, and one more at each end.
    case filling(Double)
    /// A number of items around the current one.
    ///
    /// - Parameter reach: Where items have individual widths, how far from the center they are visible, in nominal pitches;
    ///   `nil` if only the number limits them.
    case count(Int, reach: Double? = nil)
  }

  /// Which items are loaded, unless the option ``CarouselOption/visibleItems`` says otherwise.
  public var visible: VisibleItems
  /// The number of places on a ring; `nil` where items do not stand on one.
  public var placesOnRing: Int?
  /// Whether items stand in a line along the axis, so that ``Carousel/snapAlignment`` decides on which side of the current
  /// item others are visible.
  public var isStrip: Bool
  /// Whether ``Carousel/containsEnds`` has an effect.
  public var canContainEnds: Bool
  /// Whether the transforms depend on ``LayoutContext/toggle``.
  public var usesToggle: Bool
  /// How many items pass under a finger that moves by one item width, unless the option
  /// ``CarouselOption/offsetMultiplier`` says otherwise.
  public var offsetMultiplier: Double

  /// Names the geometry; by default items do not stand on a ring, the Boolean properties are `false`, and one item passes
  /// under a finger that moves by one item width.
  public init(
    visible: VisibleItems, placesOnRing: Int? = nil, isStrip: Bool = false, canContainEnds: Bool = false,
    usesToggle: Bool = false, offsetMultiplier: Double = 1
  ) {
    self.visible = visible
    self.placesOnRing = placesOnRing
    self.isStrip = isStrip
    self.canContainEnds = canContainEnds
    self.usesToggle = usesToggle
    self.offsetMultiplier = offsetMultiplier
  }
}

/// What all transforms of one frame have in common.
public struct LayoutContext: Sendable {
  /// The direction in which items follow each other, before the axis is turned or mirrored.
  public internal(set) var axis: Axis
  /// The perspective and the viewpoint: what every transform begins with.
  public internal(set) var base: Transform3D
  /// The nominal distance between neighbors before spacing, in points: ``Carousel/itemWidth``.
  public internal(set) var itemWidth: Double
  /// How far the covers of a `coverFlow2` have turned, in `-1...1`: ``Carousel/toggle``.
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
  ///   - perspective: `m34`; below 0 what is further away is smaller.
  ///   - viewpoint: Where the eye is, in points from the center; items move the other way.
  package static func base(perspective: Double, viewpoint: Size) -> Transform3D {
    var base = Transform3D.identity
    base.m34 = perspective
    return base.translated(x: -viewpoint.width, y: -viewpoint.height)
  }

  /// Returns the transform that turns an item by `angle` radians about the line across `axis` first, its leading side
  /// away from the viewer, and then does what this one does.
  public func turned(along axis: Axis, by angle: Double) -> Transform3D {
    switch axis {
    case .horizontal: rotated(by: angle, y: 1)
    case .vertical: rotated(by: angle, x: -1)
    }
  }
}
