public import Geometry

/// How the carousel looks, and which gestures it takes.
extension Carousel {
  /// The width and height of the carousel, in points; each in `0...1_000_000`.
  ///
  /// iCarousel: `bounds`.
  public var bounds: Size {
    get { core.layout.settings.bounds }
    set { change { $0.bounds = newValue.asBounds } }
  }

  /// How the items are arranged; by default `linear`.
  ///
  /// iCarousel: `type`.
  public var type: CarouselType {
    get { core.layout.settings.type }
    set { change { $0.type = newValue } }
  }

  /// The layout that arranges the items: that of ``type``, or one of the application's own.
  ///
  /// Setting one makes the type `custom`, with all that the built-in types can do: wrapping, individual widths, snapping,
  /// hit tests, effects. Setting ``type`` goes back to a built-in layout.
  ///
  /// Beyond iCarousel; UICollectionView: `collectionViewLayout`.
  public var layout: any CarouselLayout {
    get { core.layout.currentLayout }
    set { apply(.setLayout(newValue)) }
  }

  /// Whether the carousel scrolls up and down instead of left and right; by default not.
  ///
  /// iCarousel: `vertical`.
  public var isVertical: Bool {
    get { core.layout.settings.axis.axis == .vertical }
    set { change { $0.axis.axis = newValue ? .vertical : .horizontal } }
  }

  /// How strongly depth shrinks, as `m34` of the items' transforms: −1 divided by the eye's distance in points.
  ///
  /// Useful between −0.01 and 0; 0 is no perspective. By default −1/500.
  ///
  /// iCarousel: `perspective`.
  public var perspective: Double {
    get { core.layout.settings.perspective }
    set { change { $0.perspective = newValue.finite(or: $0.perspective) } }
  }

  /// How far all items are moved, in points; the vanishing point moves along. By default zero.
  ///
  /// iCarousel: `contentOffset`.
  public var contentOffset: Size {
    get { core.layout.settings.contentOffset }
    set { change { $0.contentOffset = newValue.finite(or: $0.contentOffset) } }
  }

  /// How far the eye is moved, in points; items move the other way. By default zero.
  ///
  /// iCarousel: `viewpointOffset`.
  public var viewpointOffset: Size {
    get { core.layout.settings.viewpointOffset }
    set { change { $0.viewpointOffset = newValue.finite(or: $0.viewpointOffset) } }
  }

  /// Whether nothing is drawn outside the bounds; by default not. It is for whoever draws to heed.
  ///
  /// iCarousel: `clipsToBounds`.
  public var clipsToBounds: Bool {
    get { core.layout.settings.clipsToBounds }
    set { change { $0.clipsToBounds = newValue } }
  }

  /// The most views that rings, time machines and custom carousels load unless the option `visibleItems` says otherwise,
  /// and the most places an automatic ring has; by default 30.
  ///
  /// Rows and cover flows load as many as the view shows.
  ///
  /// iCarousel: `MAX_VISIBLE_ITEMS`.
  public var maximumVisibleItems: Int {
    get { core.layout.settings.maximumVisibleItems }
    set { change { $0.maximumVisibleItems = min(max(0, newValue), 1_000_000) } }
  }

  /// Whether a tap on another item scrolls it to the center; by default yes.
  ///
  /// iCarousel: `centerItemWhenSelected`.
  public var centerItemWhenSelected: Bool {
    get { core.gestures.centerItemWhenSelected }
    set { changeGestures { $0.centerItemWhenSelected = newValue } }
  }

  /// Whether the user can scroll; the program always can. By default yes.
  ///
  /// iCarousel: `scrollEnabled`.
  public var isScrollEnabled: Bool {
    get { core.gestures.isScrollEnabled }
    set { changeGestures { $0.isScrollEnabled = newValue } }
  }

  /// Whether a drag across the axis is left to others; by default yes.
  ///
  /// iCarousel: `ignorePerpendicularSwipes`.
  public var ignorePerpendicularSwipes: Bool {
    get { core.gestures.ignorePerpendicularSwipes }
    set { changeGestures { $0.ignorePerpendicularSwipes = newValue } }
  }

  /// The number of items, as the data source said.
  ///
  /// iCarousel: `numberOfItems`.
  public var numberOfItems: Int { core.content.numberOfItems }

  /// The number of placeholders, as the data source said; a carousel that wraps shows none of them.
  ///
  /// iCarousel: `numberOfPlaceholders`.
  public var numberOfPlaceholders: Int { core.content.numberOfPlaceholders }

  /// The distance between neighbors before spacing, in points: what the delegate says, else the width (height when
  /// vertical) of the first view loaded. Once known it stays until the axis turns. Where items have different widths it
  /// is the nominal one: the measure of speeds, of spacing and of placeholders.
  ///
  /// iCarousel: `itemWidth`.
  public var itemWidth: Double { core.layout.itemWidth }

  /// Whether the last item leads back to the first.
  ///
  /// iCarousel: `wrapEnabled`.
  public var isWrapEnabled: Bool { core.scroller.ring.wraps }

  /// Changes settings of the look.
  func change(_ change: (inout LookSettings) -> Void) {
    var settings = core.layout.settings
    change(&settings)
    if settings != core.layout.settings { apply(.setLook(settings)) }
  }

  private func changeGestures(_ change: (inout GestureSettings) -> Void) {
    var settings = core.gestures
    change(&settings)
    if settings != core.gestures { apply(.setGestures(settings)) }
  }

  /// Makes the carousel ask its delegate anew for options, item width and individual widths, before the next frame.
  ///
  /// iCarousel: `setNeedsLayout`.
  public func setNeedsLayout() { apply(.setNeedsLayout) }

  /// Drops the views that wait for reuse, where memory is short; what is seen stays.
  ///
  /// iCarousel: `didReceiveMemoryWarning`.
  public func purgeReusableViews() { apply(.purgeReusableViews) }
}
