public import Geometry

extension Carousel {
  /// Returns what to draw, back to front.
  ///
  /// The frame shares its memory with the carousel: once it has been dropped, the next one needs none of its own.
  ///
  /// - Complexity: O(*n* log *n*) in the number of visible items, whatever the number of items; O(*n*) while their order
  ///   hardly changes.
  ///
  /// iCarousel: `transformItemViews`, `depthSortViews`.
  public func frame() -> CarouselFrame {
    isInFrame = true
    layOutIfNeeded()
    isStale = false  // before the delegate is asked where items go: it may change something then
    placeItems(at: frameTime)
    isInFrame = false
    wasNeedingFrame = needsFrame
    guard let fade = presentation.crossFade else { return CarouselFrame(items: placement.items) }
    return CarouselFrame(items: fade.remains(at: frameTime) + placement.items)
  }

  /// The point all items are placed about.
  var center: Point {
    let middle = Point(x: bounds.width / 2 + contentOffset.width, y: bounds.height / 2 + contentOffset.height)
    return arrangement.shift == 0 ? middle : middle + scrollAxis.forward * arrangement.shift
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
    // Taken out meanwhile: the delegate may ask for another picture while this one is made.
    var picture = Placement()
    swap(&picture, &placement)
    defer { placement = picture }
    let (loaded, leaving) = (loader.loaded, loader.leaving)
    let isShown = itemWidth > 0 || type == .custom
    let count = isShown ? loaded.count + leaving.count : 0
    picture.begin(candidates: count)
    let blend = isShown ? blend(at: now) : nil
    var surroundings = Surroundings(current: .identity, center: center, axis: scrollAxis, blend: blend)
    if isShown {
      let spot = spot(ofItem: scroller.currentIndex)
      surroundings.current =
        presentedPose(of: scroller.currentIndex, at: spot, isDoubleSided: true, blend).transform
    }
    if let blend { surroundings.center = presentedCenter(blend) }
    for turn in 0..<count {
      let candidate = picture.candidate(turn)
      if candidate < loaded.count {
        let item = loaded[candidate]
        let spot = item.spot(towards: spot(ofItem: item.index), at: now)
        let presence = item.presence(at: now)
        for (position, old) in item.predecessors.enumerated() {
          let rest = item.opacity(ofPredecessor: position, at: now)
          guard let seen = see(old.view, of: item.index, at: spot, presence: rest, surroundings) else {
            continue
          }
          picture.add(seen.item, depth: seen.depth, candidate: candidate, isPredecessor: true)
        }
        if let seen = see(item.view, of: item.index, at: spot, presence: presence, surroundings) {
          picture.add(seen.item, depth: seen.depth, candidate: candidate)
        } else {
          picture.leaveOut(candidate)
        }
      } else {
        let item = leaving[candidate - loaded.count]
        let spot = item.spot(at: now, ring: scroller.ring, scrollOffset: scroller.offset)
        let presence = item.presence(at: now)
        if let seen = see(item.view, of: item.index, at: spot, presence: presence, surroundings) {
          picture.add(seen.item, depth: seen.depth, candidate: candidate)
        } else {
          picture.leaveOut(candidate)
        }
      }
    }
    picture.sort()
  }

  /// What all items of a picture have in common.
  private struct Surroundings {
    /// What the current item goes through.
    var current: Transform3D
    var center: Point
    var axis: ScrollAxis
    /// What the picture is mixed from.
    var blend: Blend?
  }

  /// Returns how a view is seen, or `nil` if it is turned away.
  private func see(
    _ view: any ItemView, of index: Int, at spot: Spot, presence: Double,
    _ surroundings: Surroundings
  ) -> (item: CarouselFrame.Item, depth: DepthOrder)? {
    let pose = presentedPose(
      of: index, at: spot, isDoubleSided: view.isDoubleSided, surroundings.blend)
    guard !pose.isHidden else { return nil }
    let size = view.size
    let item = CarouselFrame.Item(
      index: index, view: view, transform: pose.transform, center: surroundings.center,
      size: Size(width: max(0, size.width.finite(or: 0)), height: max(0, size.height.finite(or: 0))),
      alpha: min(max(pose.alpha * presence, 0), 1), offset: spot.offset, parallax: pose.parallax)
    return (
      item,
      DepthOrder(pose.transform, current: surroundings.current, axis: surroundings.axis, index: index)
    )
  }

  /// Returns the index of the frontmost item at `point`, in the carousel's points, or `nil` where there is
  /// none; placeholders are below 0 and from ``numberOfItems`` on.
  public func index(ofItemAt point: Point) -> Int? {
    layOutIfNeeded()
    placeItems(at: frameTime)
    for item in placement.items.reversed() {
      if item.isHit(at: point), loader.view(at: item.index) === item.view { return item.index }
    }
    return nil
  }
}
