public import Geometry

/// The items and their views.
extension Carousel {
  /// The indexes of the loaded items, ascending. Placeholders have indexes below 0, and from
  /// ``numberOfItems`` on.
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

  /// The maximum number of views that are loaded at once, placeholders included.
  ///
  /// iCarousel: `numberOfVisibleItems`.
  public var numberOfVisibleItems: Int {
    layOutIfNeeded()
    return core.layout.snapshot.numberOfVisibleItems
  }

  /// The view of the item in the center; `nil` if the item is not loaded.
  ///
  /// iCarousel: `currentItemView`.
  public var currentItemView: (any ItemView)? { itemView(at: currentItemIndex) }

  /// Returns the view of item `index`, or `nil` if the item is not loaded. Placeholders have indexes below 0,
  /// and from ``numberOfItems`` on.
  ///
  /// iCarousel: `itemViewAtIndex:`.
  public func itemView(at index: Int) -> (any ItemView)? {
    layOutIfNeeded()
    return core.loader.view(at: index)
  }

  /// Returns the frontmost view at `point`, in the carousel's points, placeholders included.
  ///
  /// The hit area of a view is exactly the area in which it is drawn.
  ///
  /// iCarousel: `itemViewAtPoint:`.
  public func itemView(at point: Point) -> (any ItemView)? {
    index(ofItemAt: point).flatMap { itemView(at: $0) }
  }

  /// Returns the index of the frontmost item at `point`, or `nil` if there is no item at this point.
  ///
  /// Placeholders have indexes below 0, and from ``numberOfItems`` on.
  ///
  /// - Parameter point: In the carousel's points.
  public func index(ofItemAt point: Point) -> Int? {
    layOutIfNeeded()
    buildFrame()
    return core.hit(at: point, in: frameBuilder.items)
  }

  /// Returns the index of the item that `view` shows, or `nil` if it shows no item.
  ///
  /// iCarousel: `indexOfItemView:`.
  public func index(ofItemView view: any ItemView) -> Int? {
    layOutIfNeeded()
    return core.loader.index(of: view)
  }

  /// Returns the index of the item whose view is `view` or an ancestor of `view`, or `nil` if there is no
  /// such item.
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

  /// Returns the distance of item `index` from the center, in items. On a ring it is at most half of the
  /// ring's length.
  ///
  /// iCarousel: `offsetForItemAtIndex:`.
  public func offsetForItem(at index: Int) -> Double {
    core.scroller.row.distance(ofItem: index, from: core.scroller.offset)
  }
}
