public import Geometry

/// A carousel: items side by side in space, of which one is current, moved by hand or by the program.
///
/// It draws nothing and knows no clock. Whoever shows it feeds it gestures, calls ``advance(to:)`` once for each frame
/// and draws what ``frame()`` says.
///
/// Numbers that are no number are ignored wherever they are set; infinite or absurdly large ones are brought into range.
///
/// iCarousel: `iCarousel`.
@MainActor
public final class Carousel {
  /// Who supplies the views; setting another one loads its data. Setting `nil` keeps what is shown.
  ///
  /// iCarousel: `dataSource`.
  public weak var dataSource: (any CarouselDataSource)? {
    didSet {
      guard dataSource !== oldValue else { return }
      withdrawPrefetches(from: oldValue)
      if dataSource != nil { reloadData() }
    }
  }

  /// Who hears what happens and fine-tunes looks.
  ///
  /// iCarousel: `delegate`.
  public weak var delegate: (any CarouselDelegate)? {
    didSet { if delegate !== oldValue { setNeedsLayout() } }
  }

  /// The width and height of the carousel, in points; each in `0...1_000_000`.
  ///
  /// iCarousel: `bounds`.
  public var bounds: Size {
    didSet {
      bounds = bounds.asBounds
      if bounds != oldValue { setNeedsLayout() }
    }
  }

  /// How the items are arranged; by default `linear`.
  ///
  /// iCarousel: `type`.
  public var type = CarouselType.linear { didSet { if type != oldValue { layOut() } } }

  /// Whether the carousel scrolls up and down instead of left and right; by default not.
  ///
  /// iCarousel: `vertical`.
  public var isVertical = false {
    didSet {
      guard isVertical != oldValue else { return }
      scrollAxis.axis = isVertical ? .vertical : .horizontal
      axisHasTurned()
    }
  }

  /// How strongly depth shrinks, as `m34` of the items' transforms: −1 divided by the eye's distance in points.
  ///
  /// Useful between −0.01 and 0; 0 is no perspective. By default −1/500.
  ///
  /// iCarousel: `perspective`.
  public var perspective = -1.0 / 500 {
    didSet {
      perspective = perspective.finite(or: oldValue)
      if perspective != oldValue { lookAgain() }
    }
  }

  /// How far all items are moved, in points; the vanishing point moves along. By default zero.
  ///
  /// iCarousel: `contentOffset`.
  public var contentOffset = Size.zero {
    didSet {
      contentOffset = contentOffset.finite(or: oldValue)
      if contentOffset != oldValue { layOut() }
    }
  }

  /// How far the eye is moved, in points; items move the other way. By default zero.
  ///
  /// iCarousel: `viewpointOffset`.
  public var viewpointOffset = Size.zero {
    didSet {
      viewpointOffset = viewpointOffset.finite(or: oldValue)
      if viewpointOffset != oldValue { lookAgain() }
    }
  }

  /// Whether a tap on another item scrolls it to the centre; by default yes.
  ///
  /// iCarousel: `centerItemWhenSelected`.
  public var centerItemWhenSelected = true

  /// Whether the user can scroll; the program always can. By default yes.
  ///
  /// iCarousel: `scrollEnabled`.
  public var isScrollEnabled = true

  /// Whether a drag across the axis is left to others; by default yes.
  ///
  /// iCarousel: `ignorePerpendicularSwipes`.
  public var ignorePerpendicularSwipes = true

  /// Whether nothing is drawn outside the bounds; by default not. It is for whoever draws to heed.
  ///
  /// iCarousel: `clipsToBounds`.
  public var clipsToBounds = false { didSet { if clipsToBounds != oldValue { invalidate() } } }

  /// The most views that rings, time machines and custom carousels load unless the option `visibleItems` says otherwise,
  /// and the most places an automatic ring has; by default 30.
  ///
  /// Rows and cover flows load as many as the view shows.
  ///
  /// iCarousel: `MAX_VISIBLE_ITEMS`.
  public var maximumVisibleItems = 30 {
    didSet {
      maximumVisibleItems = min(max(0, maximumVisibleItems), 1_000_000)
      if maximumVisibleItems != oldValue { setNeedsLayout() }
    }
  }

  /// The number of items, as the data source said.
  ///
  /// iCarousel: `numberOfItems`.
  public internal(set) var numberOfItems = 0

  /// The number of placeholders, as the data source said; a carousel that wraps shows none of them.
  ///
  /// iCarousel: `numberOfPlaceholders`.
  public internal(set) var numberOfPlaceholders = 0

  /// The distance between neighbours before spacing, in points: what the delegate says, else the width (height when
  /// vertical) of the first view loaded. Once known it stays until the axis turns. Where items have different widths it
  /// is the nominal one: the measure of speeds, of spacing and of placeholders.
  ///
  /// iCarousel: `itemWidth`.
  public internal(set) var itemWidth = 0.0

  /// Whether the last item leads back to the first.
  ///
  /// iCarousel: `wrapEnabled`.
  public internal(set) var isWrapEnabled = false

  /// Called when frames are wanted again, outside ``advance(to:)`` and ``frame()``.
  public var onNeedsFrame: (() -> Void)?

  /// The time that actions without a time of their own count from; `nil` means the next ``advance(to:)``.
  package var clock: Timestamp?

  // What the parts of the carousel keep.

  /// Where the carousel is and how it moves.
  var scroller = Scroller()
  /// Which way is forward on the screen.
  var scrollAxis = ScrollAxis()
  /// What changes items on top of the layout.
  var effectList = ItemEffects()
  /// Which views are loaded.
  var loader = ItemLoader()
  /// Where the item that the carousel rests on stands.
  var alignment = Alignment()
  /// The changes of content under way.
  var changes = ContentChanges()
  /// Which items the data source may prepare.
  var prefetch = PrefetchPlanner()
  /// How the items stand, as of the last pass over them.
  var arrangement = Arrangement()
  /// Counts how often that was worked out.
  var arrangements = 0
  /// How one look turns into another.
  var presentation = Presentation()
  /// How wide the items are.
  var sizes = ItemSizes()
  /// The fingers and wheels.
  var contacts = Contacts()
  /// What keeps this carousel in step with others, if anything does.
  var bond: Bond?
  /// How the carousel moves by itself.
  var autoplay = Autoplay()
  /// Changes in which items make room for others; when one is over, what has been pushed out is unloaded.
  var makingRoom: [Passage] = []

  /// Whether bounds, data or delegate have changed since the last layout.
  var needsLayout = true
  /// Whether the last picture is out of date.
  var isStale = true
  /// The time of the last frame.
  var frameTime: Timestamp?
  /// How many settlings of the scroller the last pass knew of.
  var passedSettlings = 0
  /// The index that `currentItemIndex` reports while the items passed in one frame are told one by one.
  var reportedIndex: Int?
  var isInFrame = false
  var wasNeedingFrame = true
  /// Scratch of the picture.
  var placement = Placement()

  /// Creates an empty carousel.
  ///
  /// - Parameter bounds: Its width and height, in points.
  ///
  /// iCarousel: `initWithFrame:`.
  public init(bounds: Size) {
    self.bounds = bounds.asBounds
  }
}
