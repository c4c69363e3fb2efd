public import Geometry

/// The settings of the appearance, and the gestures that the carousel handles.
extension Carousel {
  /// The width and height of the carousel, in points; each in `0...1_000_000`.
  ///
  /// iCarousel: `bounds`.
  public var bounds: Size {
    get { core.layout.settings.bounds }
    set { lookSettings.bounds = newValue.asBounds }
  }

  /// The built-in arrangement of the items; by default `linear`.
  ///
  /// iCarousel: `type`.
  public var type: CarouselType {
    get { core.layout.settings.type }
    set { lookSettings.type = newValue }
  }

  /// The layout that arranges the items: the layout of ``type``, or a custom layout.
  ///
  /// Setting a layout makes the type `custom`. A custom layout supports all features of the built-in types:
  /// wrapping, individual widths, snapping, hit tests and effects. Setting ``type`` restores a built-in
  /// layout.
  ///
  /// Beyond iCarousel; UICollectionView: `collectionViewLayout`.
  public var layout: any CarouselLayout {
    get { core.layout.layout }
    set { apply(.setLayout(NamedLayout(layout: newValue))) }
  }

  /// Whether the carousel scrolls up and down instead of left and right; by default `false`.
  ///
  /// iCarousel: `vertical`.
  public var isVertical: Bool {
    get { core.layout.settings.axis.axis == .vertical }
    set { lookSettings.axis.axis = newValue ? .vertical : .horizontal }
  }

  /// The strength of the perspective, as the element `m34` of the items' transforms: −1/*d*, where *d* is the
  /// distance of the eye in points.
  ///
  /// Useful values are between −0.01 and 0; 0 means no perspective. By default −1/500.
  ///
  /// iCarousel: `perspective`.
  public var perspective: Double {
    get { core.layout.settings.perspective }
    set { lookSettings.perspective = newValue.finite(or: lookSettings.perspective) }
  }

  /// The offset of all items, in points. The vanishing point moves by the same offset. By default zero.
  ///
  /// iCarousel: `contentOffset`.
  public var contentOffset: Size {
    get { core.layout.settings.contentOffset }
    set { lookSettings.contentOffset = newValue.finite(or: lookSettings.contentOffset) }
  }

  /// The offset of the eye, in points. Items appear to move in the opposite direction. By default zero.
  ///
  /// iCarousel: `viewpointOffset`.
  public var viewpointOffset: Size {
    get { core.layout.settings.viewpointOffset }
    set { lookSettings.viewpointOffset = newValue.finite(or: lookSettings.viewpointOffset) }
  }

  /// Whether drawing is clipped to the bounds; by default `false`. The renderer does the clipping.
  ///
  /// iCarousel: `clipsToBounds`.
  public var clipsToBounds: Bool {
    get { core.layout.settings.clipsToBounds }
    set { lookSettings.clipsToBounds = newValue }
  }

  /// The maximum number of views that rings, time machines and custom carousels load, unless the option
  /// `visibleItems` has a value. It is also the maximum number of positions on a ring, unless the option
  /// `count` has a value. By default 30.
  ///
  /// Linear layouts and cover flows ignore the maximum: they load as many views as fit into the bounds.
  ///
  /// iCarousel: `MAX_VISIBLE_ITEMS`.
  public var maximumVisibleItems: Int {
    get { core.layout.settings.maximumVisibleItems }
    set { lookSettings.maximumVisibleItems = min(max(0, newValue), 1_000_000) }
  }

  /// Whether a tap on another item scrolls it to the center; by default `true`.
  ///
  /// iCarousel: `centerItemWhenSelected`.
  public var centerItemWhenSelected: Bool {
    get { core.gestures.centerItemWhenSelected }
    set { gestureSettings.centerItemWhenSelected = newValue }
  }

  /// Whether the user can scroll; the program always can. By default `true`.
  ///
  /// iCarousel: `scrollEnabled`.
  public var isScrollEnabled: Bool {
    get { core.gestures.isScrollEnabled }
    set { gestureSettings.isScrollEnabled = newValue }
  }

  /// Whether the carousel ignores a drag across the axis, so that other content can handle it. By default
  /// `true`.
  ///
  /// iCarousel: `ignorePerpendicularSwipes`.
  public var ignorePerpendicularSwipes: Bool {
    get { core.gestures.ignorePerpendicularSwipes }
    set { gestureSettings.ignorePerpendicularSwipes = newValue }
  }

  /// The number of items that the data source returned.
  ///
  /// iCarousel: `numberOfItems`.
  public var numberOfItems: Int { core.content.numberOfItems }

  /// The number of placeholders that the data source returned; a carousel that wraps shows none of them.
  ///
  /// iCarousel: `numberOfPlaceholders`.
  public var numberOfPlaceholders: Int { core.content.numberOfPlaceholders }

  /// The distance between the centers of neighboring items before spacing, in points.
  ///
  /// The item width is the width that the delegate returns, or otherwise the width (in a vertical carousel
  /// the height) of the first loaded view. A measured width stays the same until the axis changes or
  /// ``reloadData()`` is called; then the first view that is loaded determines it again. If items have individual widths, the
  /// item width is the nominal width, which is used for speeds, spacing and placeholders.
  ///
  /// iCarousel: `itemWidth`.
  public var itemWidth: Double { core.layout.itemWidth }

  /// Whether the carousel wraps from the last item to the first.
  ///
  /// iCarousel: `wrapEnabled`.
  public var isWrapEnabled: Bool { core.scroller.row.wraps }

  // MARK: Alignment

  /// The position in the view where the current item rests: at the start, in the middle or at the end. By
  /// default `center`.
  ///
  /// All items are moved along the axis, so that the current item rests at this position. If items have no
  /// individual widths, each item counts as ``itemWidth`` wide. The property works with every type.
  ///
  /// Beyond iCarousel; SwipeView: `alignment`; Embla: `align`.
  public var snapAlignment: SnapAlignment {
    get { core.layout.settings.snapAlignment }
    set { lookSettings.snapAlignment = newValue }
  }

  /// Whether a strip stops scrolling when its first or last item reaches the edge of the view, so that no
  /// part of the view stays empty. By default `false`.
  ///
  /// The property applies to a `linear` carousel that does not wrap. The first and last rest positions of the
  /// strip may then lie between two items. The items beyond these rest positions are visible, but cannot
  /// become the current item. A strip shorter than the view does not scroll: it stays at the start, in the
  /// middle or at the end, according to ``snapAlignment``. Placeholders do not count as part of the strip.
  ///
  /// Beyond iCarousel; Embla: `containScroll`.
  public var containsEnds: Bool {
    get { core.layout.settings.containsEnds }
    set { lookSettings.containsEnds = newValue }
  }

  // MARK: Axis

  /// The side on which a horizontal carousel begins; by default the left. The property has no effect on a
  /// vertical carousel.
  ///
  /// With right-to-left direction everything is mirrored: positions, rotations, and the effect of fingers and
  /// touchpads. The content of the views, ``viewpointOffset`` and ``contentOffset`` are not mirrored.
  ///
  /// Beyond iCarousel; UIView: `semanticContentAttribute`; Embla: `direction`.
  public var layoutDirection: LayoutDirection {
    get { core.layout.settings.axis.direction }
    set { lookSettings.axis.direction = newValue }
  }

  /// The angle by which the scroll axis is turned on the screen, in radians, clockwise if positive; by
  /// default 0.
  ///
  /// A horizontal carousel whose axis is turned by π/2 has the frames of a vertical carousel. Views stay
  /// upright in a linear layout, and the covers of a cover flow turn about the line perpendicular to the
  /// axis. With right-to-left direction, the turned layout is mirrored.
  ///
  /// Beyond iCarousel.
  public var axisAngle: Double {
    get { core.layout.settings.axis.angle }
    set { lookSettings.axis.angle = newValue.finite(or: lookSettings.axis.angle) }
  }

  /// The direction on the screen in which indexes increase, as a unit vector. It is (1, 0) unless the
  /// carousel is vertical, turned or runs from right to left.
  public var forwardDirection: Point { core.layout.settings.axis.forward }

  // MARK: Sizes

  /// Whether all items have the same width, or each item has the width that the delegate returns. By default
  /// all items have the same width.
  ///
  /// With ``ItemSizing/individual`` each item still rests in the center, the gap between neighbors is the
  /// same everywhere, and offsets still count items: 2.5 is halfway between the centers of items 2 and 3.
  /// Speeds are in nominal widths per second, so that a speed looks the same over wide and narrow items. Time
  /// machines keep equal steps in depth. With more than ten million items all widths are the same.
  ///
  /// Beyond iCarousel; UIKit: `collectionView(_:layout:sizeForItemAt:)`.
  public var itemSizing: ItemSizing {
    get { core.layout.settings.itemSizing }
    set { lookSettings.itemSizing = newValue }
  }

  /// Makes the carousel request the width of item `index` again, because the width or the size of the item's
  /// view has changed.
  ///
  /// If the ``ItemView/size`` of a loaded view has changed, ``frame()`` detects the change and has the same
  /// effect as this method. With ``ItemSizing/uniform`` only the drawn size changes. A call has no effect
  /// while the delegate is asked for the width of this item. A width that the delegate has already returned
  /// is requested again before the next frame.
  ///
  /// - Complexity: O(1). The next frame takes O(*n*) in the number of items, for any number of changes.
  ///
  /// Beyond iCarousel; UICollectionView: `invalidateLayout`.
  public func itemSizeDidChange(at index: Int) {
    readViews { $0 == index }
    apply(.itemSizeDidChange(index: index))
  }

  // MARK: Options

  /// The options of the layout; by default all `nil`, which means the defaults of the layout.
  ///
  ///     carousel.options.tilt = 0.9
  ///     carousel.options.wrap = true
  ///     carousel.options.radius = nil
  ///
  /// A delegate gets the value set here as the default of
  /// ``CarouselDelegate/carousel(_:valueFor:withDefault:)``, and the value that the delegate returns has
  /// precedence. Custom layouts read the result from ``LayoutResolver``. A change takes effect with the next
  /// frame, and can be animated with ``animate(withDuration:animations:completion:)``. Setting an option to
  /// NaN keeps its former value.
  ///
  /// Beyond iCarousel, which has only the delegate's `carousel:valueForOption:withDefault:`.
  public var options: CarouselOptions {
    get { core.layout.settings.options }
    set { lookSettings.options = newValue.known(or: lookSettings.options) }
  }

  // MARK: Effects

  /// The effects that change items according to their distance from the center, on top of any type; by
  /// default none.
  ///
  /// Each effect changes the result of the preceding effects, for example `[.scale(center: 1.3, sides: 0.7),
  /// .fade(to: 0.5)]`. A tap hits an item where it is drawn.
  ///
  /// Beyond iCarousel; Swiper: `effect`; UICollectionViewLayout: `layoutAttributesForElements(in:)`.
  public var effects: [ItemEffect] {
    get { core.layout.effects.list }
    set { apply(.setEffects(newValue)) }
  }

  // MARK: Reduced motion

  /// Whether the user prefers reduced motion; by default `false`.
  ///
  /// Animated scrolls, flicks and changes in an animation block then end immediately. The old frame
  /// cross-fades into the new frame in 0.25 seconds. During this time the views of both frames count as
  /// visible. The delegate gets the same calls as without the setting. A drag still follows the finger.
  /// Autoscroll and autoplay have no effect.
  ///
  /// Beyond iCarousel; UIKit: `UIAccessibility.isReduceMotionEnabled`.
  public var reducesMotion: Bool {
    get { core.reducesMotion }
    set { apply(.setReducesMotion(newValue)) }
  }

  // MARK: Changes

  private var lookSettings: LookSettings {
    get { core.layout.settings }
    set { if newValue != core.layout.settings { apply(.setLook(newValue)) } }
  }

  private var gestureSettings: GestureSettings {
    get { core.gestures }
    set { if newValue != core.gestures { apply(.setGestures(newValue)) } }
  }

  /// Makes the carousel ask its delegate again for options, item width and individual widths, before the next
  /// frame.
  ///
  /// iCarousel: `setNeedsLayout`.
  public func setNeedsLayout() { apply(.setNeedsLayout) }

  /// Drops the views in the reuse pool to free memory; visible views stay.
  ///
  /// iCarousel: `didReceiveMemoryWarning`.
  public func purgeReusableViews() { apply(.purgeReusableViews) }
}
