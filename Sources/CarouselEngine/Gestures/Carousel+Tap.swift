public import Geometry

extension Carousel {
  /// Takes a tap: selects the item there and scrolls it to the centre, or aligns the carousel.
  ///
  /// A tap that stopped a flick or a scroll only aligns. Placeholders count as empty space.
  ///
  /// - Parameter point: Where, in the carousel's points.
  /// - Returns: What became of it; `notTaken` when the delegate declined, and whoever is behind the carousel should
  ///   have it.
  ///
  /// iCarousel: `didTap:`.
  @discardableResult
  public func tap(at point: Point, time: Timestamp) -> TapResult {
    let time = known(time)
    let stopped = scroller.hasStoppedMotion
    if stopped {
      timed(time) { $0.liftForTap(thenAlign: true, at: time) }
      return .stoppedMotion
    }
    guard let index = index(ofItemAt: point), !isPlaceholder(index) else {
      timed(time) { $0.liftForTap(thenScrollTo: $0.stops.nearest(to: $0.offset), at: time) }
      return .aligned
    }
    let content = (count: numberOfItems, generation: loader.generation)
    loader.follow(index)
    guard delegate?.carousel(self, shouldSelectItemAt: index) ?? true else {
      // Only a carousel that moves by itself: that is how `didTap:` has it.
      let aligns = isScrollEnabled && scrollToItemBoundary && autoscroll != 0
      timed(time) { $0.liftForTap(thenScrollTo: aligns ? $0.stops.nearest(to: $0.offset) : nil, at: time) }
      return .notTaken
    }
    // Whoever is asked and told may change the content.
    guard let target = indexNow(of: index, in: content) else {
      timed(time) { $0.liftForTap(at: time) }
      return .aligned
    }
    scroll(toTapped: target, at: time)
    guard let index = indexNow(of: index, in: content) else { return .aligned }
    delegate?.carousel(self, didSelectItemAt: index)
    return .selected(index)
  }

  /// Returns the index that the tapped item has now, which was `index` in `content`; `nil` if it has been removed.
  private func indexNow(of index: Int, in content: (count: Int, generation: Int)) -> Int? {
    if let index = loader.followedIndex { return index }
    // It is not loaded any more, or all items are new.
    let isSame = numberOfItems == content.count || loader.generation != content.generation
    return isSame && index < numberOfItems ? index : nil
  }

  /// Takes the tap of a finger: the second half of a double tap if somebody listens to those, else a tap like any other.
  func tap(of finger: DragRecognizer, at point: Point, time: Timestamp) -> TapResult {
    let first = contacts.lastTap
    contacts.lastTap = nil
    if let first, let delegate, first.index < numberOfItems,
      first.isRepeated(by: itemIndex(at: point), (finger.start, finger.startTime))
    {
      contacts.isUnheard = false
      delegate.carousel(self, didDoubleTapItemAt: first.index)
      if !contacts.isUnheard {
        liftAfterDoubleTap(on: first.index, at: time)
        return .doubleTapped(first.index)
      }
    }
    // Noted before somebody who is told changes the content.
    contacts.lastTap = itemIndex(at: point).map { FirstTap(index: $0, point: point, time: time) }
    let result = tap(at: point, time: time)
    if case .selected = result { return result }
    contacts.lastTap = nil
    return result
  }

  private func scroll(toTapped index: Int, at time: Timestamp) {
    let isCurrent = index == currentItemIndex
    let scrolls = isCurrent ? scrollToItemBoundary : centerItemWhenSelected
    timed(time) {
      let target = isCurrent ? $0.stops.nearest(to: $0.offset) : $0.stops.stop(showing: index)
      $0.liftForTap(thenScrollTo: scrolls ? target : nil, at: time)
    }
  }
}

extension Scroller {
  /// Whether the finger that lies on the carousel has stopped a flick or a scroll.
  var hasStoppedMotion: Bool { if case .held(stoppedMotion: true) = activity { true } else { false } }

  /// A finger is lifted that only stopped a motion, or that tapped something to scroll to.
  mutating func liftForTap(
    thenAlign aligns: Bool = false, thenScrollTo target: Double? = nil, at now: Timestamp
  ) {
    if case .held = activity { activity = .idle }
    if aligns { align(at: now) }
    if let target { scroll(to: target, duration: Self.scrollDuration, for: .user, at: now) }
    resumeAutoscroll(at: now)
  }
}
