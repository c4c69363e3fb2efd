public import Geometry

/// A carousel: items side by side in space, of which one is current, moved by hand or by the program.
///
/// iCarousel: `iCarousel`.
@MainActor
public final class Carousel {
  public weak var dataSource: (any CarouselDataSource)? {
    didSet { if dataSource !== oldValue { reloadData() } }
  }
  public weak var delegate: (any CarouselDelegate)?
  public var bounds: Size
  public var type: CarouselType = .linear
  public var isVertical = false
  public var perspective = -1.0 / 500
  public var contentOffset = Size.zero
  public var viewpointOffset = Size.zero
  public var decelerationRate = 0.95
  public var scrollSpeed = 1.0
  public var bounceDistance = 1.0
  public var bounces = true
  public var isScrollEnabled = true
  public private(set) var isWrapEnabled = false
  public var isPagingEnabled = false
  public private(set) var numberOfItems = 0
  public private(set) var numberOfPlaceholders = 0
  public private(set) var numberOfVisibleItems = 0
  public var indexesForVisibleItems: [Int] { views.keys.sorted() }
  public var visibleItemViews: [any ItemView] { indexesForVisibleItems.compactMap { views[$0] } }
  public private(set) var itemWidth = 0.0
  public var scrollOffset = 0.0
  public private(set) var offsetMultiplier = 1.0
  public var currentItemIndex: Int {
    get { min(max(Int(scrollOffset.rounded()), numberOfItems == 0 ? -1 : 0), numberOfItems - 1) }
    set { scrollOffset = Double(newValue) }
  }
  public var currentItemView: (any ItemView)? { itemView(at: currentItemIndex) }
  public var centerItemWhenSelected = true
  public private(set) var toggle = 0.0
  public var stopAtItemBoundary = true
  public var scrollToItemBoundary = true
  public var ignorePerpendicularSwipes = true
  public private(set) var isDragging = false
  public private(set) var isDecelerating = false
  public private(set) var isScrolling = false
  public var autoscroll = 0.0
  public var clipsToBounds = false
  public var maximumVisibleItems = 30
  public var onNeedsFrame: (() -> Void)?
  public private(set) var needsFrame = true

  var views: [Int: any ItemView] = [:]
  var motion: (start: Double, end: Double, since: Timestamp?, duration: Double)?

  public init(bounds: Size) { self.bounds = bounds }

  public func scrollToItem(at index: Int, animated: Bool) {
    scrollToItem(at: index, duration: animated ? 0.4 : 0)
  }
  public func scrollToItem(at index: Int, duration: Double) {
    scroll(toOffset: Double(index), duration: duration)
  }
  public func scrollByNumberOfItems(_ itemCount: Int, duration: Double) {
    scroll(byOffset: Double(itemCount), duration: duration)
  }
  public func scroll(toOffset offset: Double, duration: Double) {
    let end = min(max(offset, 0), Double(max(numberOfItems - 1, 0)))
    if duration > 0 {
      motion = (scrollOffset, end, nil, duration)
      isScrolling = true
    } else {
      scrollOffset = end
    }
    needsFrame = true
    onNeedsFrame?()
  }
  public func scroll(byOffset offset: Double, duration: Double) {
    scroll(toOffset: scrollOffset + offset, duration: duration)
  }

  public func reloadData() {
    numberOfItems = dataSource?.numberOfItems(in: self) ?? 0
    numberOfPlaceholders = dataSource?.numberOfPlaceholders(in: self) ?? 0
    views = [:]
    needsFrame = true
    onNeedsFrame?()
  }
  public func reloadItem(at index: Int, animated: Bool) { views[index] = nil }
  public func insertItem(at index: Int, animated: Bool) { reloadData() }
  public func removeItem(at index: Int, animated: Bool) { reloadData() }

  public func itemView(at index: Int) -> (any ItemView)? { views[index] }
  public func itemView(at point: Point) -> (any ItemView)? {
    frame().items.last {
      $0.homography.sourcePoint(seenAt: point).map(Rect(origin: .zero, size: $0.size).contains) == true
    }?
    .view
  }
  public func index(ofItemView view: any ItemView) -> Int? { views.first { $0.value === view }?.key }
  public func index(ofItemViewOrSubview view: any ItemView) -> Int? {
    index(ofItemView: view) ?? view.superview.flatMap { index(ofItemViewOrSubview: $0) }
  }
  public func offsetForItem(at index: Int) -> Double { Double(index) - scrollOffset }

  public func advance(to now: Timestamp) {
    guard let (start, end, since, duration) = motion else {
      needsFrame = false
      return
    }
    let begin = since ?? now
    motion?.since = begin
    let t = min(max((now - begin) / duration, 0), 1)
    scrollOffset = start + (end - start) * t
    if t == 1 {
      motion = nil
      isScrolling = false
    }
    delegate?.carouselDidScroll(self)
  }

  public func frame() -> CarouselFrame {
    loadVisible()
    var base = Transform3D.identity
    base.m34 = perspective
    let center = Point(x: bounds.width / 2 + contentOffset.width, y: bounds.height / 2 + contentOffset.height)
    let axis: Axis = isVertical ? .vertical : .horizontal
    return CarouselFrame(
      items: indexesForVisibleItems.map { index in
        CarouselFrame.Item(
          index: index, view: views[index]!,
          transform: base.translated(along: axis, by: offsetForItem(at: index) * itemWidth), center: center,
          size: views[index]!.size, alpha: 1)
      })
  }

  private func loadVisible() {
    guard let dataSource, numberOfItems > 0 else { return }
    let first = max(0, currentItemIndex - 4)
    for index in first...min(numberOfItems - 1, first + 8) where views[index] == nil {
      let view = dataSource.carousel(self, viewForItemAt: index, reusing: nil)
      views[index] = view
      if itemWidth == 0 { itemWidth = isVertical ? view.size.height : view.size.width }
    }
  }
}
