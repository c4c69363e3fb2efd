public import Geometry

/// A picture in the making: what is seen, and in which order.
struct Placement {
  /// What is seen, in no order.
  var items: [CarouselFrame.Item] = []
  /// Where each of `items` stands; sorted, back to front.
  var order: [(depth: DepthOrder, position: Int)] = []

  /// What is seen, back to front.
  var sortedItems: [CarouselFrame.Item] { order.map { items[$0.position] } }

  mutating func removeAll() {
    items.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
  }

  mutating func add(_ item: CarouselFrame.Item, depth: DepthOrder) {
    order.append((depth, items.count))
    items.append(item)
  }

  mutating func sort() { order.sort { $0.depth < $1.depth } }
}

extension Carousel {
  /// Returns what to draw, back to front.
  ///
  /// - Complexity: O(*n* log *n*) in the number of visible items, whatever the number of items.
  ///
  /// iCarousel: `transformItemViews`, `depthSortViews`.
  public func frame() -> CarouselFrame {
    isInFrame = true
    layOutIfNeeded()
    isStale = false  // before the delegate is asked where items go: it may change something then
    placeItems(at: frameTime)
    isInFrame = false
    wasNeedingFrame = needsFrame
    return CarouselFrame(items: placement.sortedItems)
  }

  /// The point all items are placed about.
  private var center: Point {
    Point(x: bounds.width / 2 + contentOffset.width, y: bounds.height / 2 + contentOffset.height)
  }

  /// Returns how item `index` looks that stands at `spot`.
  func pose(of index: Int, at spot: Spot, isDoubleSided: Bool = true) -> Pose {
    if type == .custom, let delegate {
      let custom = CustomLayout(carousel: self, delegate: delegate)
      return arrangement.pose(of: index, at: spot, isDoubleSided: isDoubleSided, by: custom)
    }
    return arrangement.pose(of: index, at: spot, toggle: toggle, isDoubleSided: isDoubleSided)
  }

  /// Returns how item `index` looks where it is.
  func pose(of index: Int) -> Pose { pose(of: index, at: spot(ofItem: index)) }

  /// Fills `placement` with the items that are seen at `now`, back to front.
  ///
  /// - Parameter now: The moment that sliding and fading items are taken at; `nil` means before it all.
  func placeItems(at now: Timestamp?) {
    placement.removeAll()
    guard itemWidth > 0 || type == .custom else { return }
    let current = pose(of: scroller.currentIndex).transform
    for item in loader.loaded {
      var spot = spot(ofItem: item.index)
      if let slide = item.slide { spot = spot + slide.remaining(at: now) }
      let presence = item.appearance?.progress(at: now) ?? 1
      if let predecessor = item.predecessor {
        place(predecessor, of: item.index, at: spot, presence: 1 - presence, current: current)
      }
      place(item.view, of: item.index, at: spot, presence: presence, current: current)
    }
    for item in loader.leaving {
      let presence = 1 - item.passage.progress(at: now)
      place(item.view, of: item.index, at: item.spot, presence: presence, current: current)
    }
    placement.sort()
  }

  /// Adds a view to the picture, unless it is turned away.
  private func place(
    _ view: any ItemView, of index: Int, at spot: Spot, presence: Double, current: Transform3D
  ) {
    let pose = pose(of: index, at: spot, isDoubleSided: view.isDoubleSided)
    guard !pose.isHidden else { return }
    let alpha = min(max(pose.alpha * presence, 0), 1)
    let size = Size(
      width: max(0, view.size.width.finite(or: 0)), height: max(0, view.size.height.finite(or: 0)))
    placement.add(
      CarouselFrame.Item(
        index: index, view: view, transform: pose.transform, center: center, size: size, alpha: alpha),
      depth: DepthOrder(pose.transform, current: current, axis: scrollAxis, index: index))
  }

  /// Returns the index of the frontmost item at `point`, in the carousel's points, or `nil` where there is
  /// none; placeholders are below 0 and from ``numberOfItems`` on.
  public func index(ofItemAt point: Point) -> Int? {
    layOutIfNeeded()
    placeItems(at: frameTime)
    for (_, position) in placement.order.reversed() {
      let item = placement.items[position]
      if item.isHit(at: point), loader.view(at: item.index) === item.view { return item.index }
    }
    return nil
  }
}
