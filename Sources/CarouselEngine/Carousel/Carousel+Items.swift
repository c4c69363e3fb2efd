public import Geometry

/// Which views show which items.
extension Carousel {
  /// The indexes of the loaded items, ascending; below 0 and from ``numberOfItems`` on are placeholders.
  ///
  /// iCarousel: `indexesForVisibleItems`.
  public var indexesForVisibleItems: [Int] {
    layOutIfNeeded()
    return core.loader.loaded.map(\.index)
  }

  /// The loaded views, in the order of ``indexesForVisibleItems``.
  ///
  /// iCarousel: `visibleItemViews`.
  public var visibleItemViews: [any ItemView] {
    layOutIfNeeded()
    return core.loader.loaded.map(\.view)
  }

  /// The most views that are loaded at once, placeholders included.
  ///
  /// iCarousel: `numberOfVisibleItems`.
  public var numberOfVisibleItems: Int {
    layOutIfNeeded()
    return core.layout.snapshot.numberOfVisibleItems
  }

  /// The view of the item in the center.
  ///
  /// iCarousel: `currentItemView`.
  public var currentItemView: (any ItemView)? { itemView(at: currentItemIndex) }

  /// Returns the view of item `index`, or `nil` if it is not loaded; placeholders are below 0 and from ``numberOfItems``
  /// on.
  ///
  /// iCarousel: `itemViewAtIndex:`.
  public func itemView(at index: Int) -> (any ItemView)? {
    layOutIfNeeded()
    return core.loader.view(at: index)
  }

  /// Returns the frontmost view at `point`, in the carousel's points, placeholders included.
  ///
  /// A view is where it is drawn, neither more nor less.
  ///
  /// iCarousel: `itemViewAtPoint:`.
  public func itemView(at point: Point) -> (any ItemView)? {
    index(ofItemAt: point).flatMap { itemView(at: $0) }
  }

  /// Returns the index of the frontmost item at `point`, in the carousel's points, or `nil` where there is
  /// none; placeholders are below 0 and from ``numberOfItems`` on.
  public func index(ofItemAt point: Point) -> Int? {
    layOutIfNeeded()
    return hitItem(at: point)?.index
  }

  /// Returns the index that `view` shows, or `nil` if it shows none.
  ///
  /// iCarousel: `indexOfItemView:`.
  public func index(ofItemView view: any ItemView) -> Int? {
    layOutIfNeeded()
    return core.loader.index(of: view)
  }

  /// Returns the index of the item that `view` is, or is a part of; `nil` if it is neither.
  ///
  /// iCarousel: `indexOfItemViewOrSubview:`.
  public func index(ofItemViewOrSubview view: any ItemView) -> Int? {
    var candidate: (any ItemView)? = view
    while let view = candidate {
      if let index = index(ofItemView: view) { return index }
      candidate = view.superview
    }
    return nil
  }

  /// Returns how far item `index` is from the center, in items; on a ring within half of it.
  ///
  /// iCarousel: `offsetForItemAtIndex:`.
  public func offsetForItem(at index: Int) -> Double {
    core.scroller.ring.distance(ofItem: index, from: core.scroller.offset)
  }
}
