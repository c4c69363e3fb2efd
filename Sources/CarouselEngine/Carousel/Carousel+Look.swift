public import Geometry

/// The appearance of the carousel and the gestures it handles.
extension Carousel {
  /// The width and height of the carousel, in points; each in `0...1_000_000`.
  ///
  /// iCarousel: `bounds`.
  public var bounds: Size {
    get { core.layout.settings.bounds }
    set { change { $0.bounds = newValue.asBounds } }
  }

  /// The built-in arrangement of the items; by default `linear`.
  ///
  /// iCarousel: `type`.
  public var type: CarouselType {
    get { core.layout.settings.type }
    set { change { $0.type = newValue } }
  }

  /// The layout that arranges the items: the layout of ``type``, or a custom layout.
  ///
  /// Setting a layout makes the type `custom`. A custom layout supports all features of the built-in types:
  /// wrapping, individual widths, snapping, hit tests and effects. Setting ``type`` restores a built-in
  /// layout.
  ///
  /// Beyond iCarousel; UICollectionView: `collectionViewLayout`.
  public var layout: any CarouselLayout {
    get { core.layout.currentLayout }
    set { apply(.setLayout(NamedLayout(layout: newValue))) }
  }

  /// Whether the carousel scrolls up and down instead of left and right; by default `false`.
  ///
  /// iCarousel: `vertical`.
  public var isVertical: Bool {
    get { core.layout.settings.axis.axis == .vertical }
    set { change { $0.axis.axis = newValue ? .vertical : .horizontal } }
  }

  /// The strength of the perspective, as the element `m34` of the items' transforms: −1/*d*, where *d* is the
  /// distance of the eye in points.
  ///
  /// Useful values are between −0.01 and 0; 0 means no perspective. By default −1/500.
  ///
  /// iCarousel: `perspective`.
  public var perspective: Double {
    get { core.layout.settings.perspective }
    set { change { $0.perspective = newValue.finite(or: $0.perspective) } }
  }

  /// The offset of all items, in points. The vanishing point moves by the same offset. By default zero.
  ///
  /// iCarousel: `contentOffset`.
  public var contentOffset: Size {
    get { core.layout.settings.contentOffset }
    set { change { $0.contentOffset = newValue.finite(or: $0.contentOffset) } }
  }

  /// The offset of the eye, in points. Items appear to move in the opposite direction. By default zero.
  ///
  /// iCarousel: `viewpointOffset`.
  public var viewpointOffset: Size {
    get { core.layout.settings.viewpointOffset }
    set { change { $0.viewpointOffset = newValue.finite(or: $0.viewpointOffset) } }
  }

  /// Whether drawing is clipped to the bounds; by default `false`. The renderer does the clipping.
  ///
  /// iCarousel: `clipsToBounds`.
  public var clipsToBounds: Bool {
    get { core.layout.settings.clipsToBounds }
    set { change { $0.clipsToBounds = newValue } }
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
    set { change { $0.maximumVisibleItems = min(max(0, newValue), 1_000_000) } }
  }

  /// Whether a tap on another item scrolls it to the center; by default `true`.
  ///
  /// iCarousel: `centerItemWhenSelected`.
  public var centerItemWhenSelected: Bool {
    get { core.gestures.centerItemWhenSelected }
    set { changeGestures { $0.centerItemWhenSelected = newValue } }
  }

  /// Whether the user can scroll; the program always can. By default `true`.
  ///
  /// iCarousel: `scrollEnabled`.
  public var isScrollEnabled: Bool {
    get { core.gestures.isScrollEnabled }
    set { changeGestures { $0.isScrollEnabled = newValue } }
  }

  /// Whether the carousel ignores a drag across the axis, so that other content can handle it. By default
  /// `true`.
  ///
  /// iCarousel: `ignorePerpendicularSwipes`.
  public var ignorePerpendicularSwipes: Bool {
    get { core.gestures.ignorePerpendicularSwipes }
    set { changeGestures { $0.ignorePerpendicularSwipes = newValue } }
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
  public var isWrapEnabled: Bool { core.scroller.ring.wraps }

  /// Changes look settings.
  func change(_ change: (inout LookSettings) -> Void) {
    var settings = core.layout.settings
    change(&settings)
    if settings != core.layout.settings { apply(.setLook(settings)) }
  }

  /// Changes gesture settings.
  func changeGestures(_ change: (inout GestureSettings) -> Void) {
    var settings = core.gestures
    change(&settings)
    if settings != core.gestures { apply(.setGestures(settings)) }
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
