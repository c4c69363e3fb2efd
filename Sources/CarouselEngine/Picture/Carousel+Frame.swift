internal import Geometry

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
    let wasInFrame = isInFrame
    isInFrame = true
    layOutIfNeeded()
    isStale = false  // before the delegate is asked where items go: it may change something then
    placeItems(at: frameTime)
    isInFrame = wasInFrame
    wasNeedingFrame = needsFrame
    guard let fade = presentation.crossFade else { return CarouselFrame(items: placement.items) }
    return CarouselFrame(items: fade.remains(at: frameTime) + placement.items)
  }

  /// The point all items are placed about.
  var center: Point {
    let middle = Point(x: bounds.width / 2 + contentOffset.width, y: bounds.height / 2 + contentOffset.height)
    return arrangement.shift == 0 ? middle : middle + scrollAxis.forward * arrangement.shift
  }

  /// Returns how item `index` looks where it is.
  func pose(of index: Int) -> Pose {
    look.posing(in: self).pose(at: spot(ofItem: index), isDoubleSided: true)
  }

  /// Fills `placement` with the items that are seen at `now`, back to front.
  ///
  /// - Parameter now: The moment that sliding and fading items are taken at; `nil` means before it all.
  func placeItems(at now: Timestamp?) {
    // Taken out meanwhile: the delegate may ask for another picture while this one is made.
    var picture = Placement()
    swap(&picture, &placement)
    defer { placement = picture }
    let isShown = itemWidth > 0 || type == .custom
    guard isShown else {
      picture.begin(candidates: 0)
      return picture.sort()
    }
    let (loaded, leaving) = (loader.loaded, loader.leaving)
    let surroundings = surroundings(at: now)
    picture.begin(candidates: loaded.count + leaving.count)
    for turn in 0..<loaded.count + leaving.count {
      let candidate = picture.candidate(turn)
      if candidate < loaded.count {
        let index = loaded[candidate].index
        let spot = loaded[candidate].spot(towards: surroundings.places.spot(ofItem: index), at: now)
        let presence = loaded[candidate].presence(at: now)
        for position in loaded[candidate].predecessors.indices {
          picture.addPredecessor(
            loaded[candidate].predecessors[position].view, of: index, at: spot,
            presence: loaded[candidate].opacity(ofPredecessor: position, at: now), in: surroundings,
            under: candidate)
        }
        picture.add(
          loaded[candidate].view, of: index, at: spot, presence: presence, in: surroundings,
          candidate: candidate)
      } else {
        let item = leaving[candidate - loaded.count]
        picture.add(
          item.view, of: item.index, at: item.spot(at: now, in: scroller),
          presence: item.presence(at: now), in: surroundings, candidate: candidate)
      }
    }
    picture.sort()
  }

  /// Takes together what all items have in common at `now`.
  private func surroundings(at now: Timestamp?) -> Surroundings {
    let custom =
      type == .custom ? delegate.map { CustomLayout(carousel: self, delegate: $0) } : nil
    var surroundings = Surroundings(
      places: ItemPlaces(scroller, itemWidth: arrangement.stage.itemWidth),
      posing: Posing(arrangement, toggle: toggle, custom: custom), blend: blend(at: now), center: center)
    surroundings.measureDepth(fromItem: scroller.currentIndex, on: scrollAxis)
    return surroundings
  }
}
