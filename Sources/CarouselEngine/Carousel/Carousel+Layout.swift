internal import Geometry

/// Layout: what follows from data, options and bounds.
extension Carousel {
  /// Makes the carousel ask its delegate anew for options and item width, before the next frame.
  ///
  /// iCarousel: `setNeedsLayout`.
  public func setNeedsLayout() {
    needsLayout = true
    sizes.areStale = true
    invalidate()
  }

  /// Catches up with changes of bounds, delegate and data, as the next ``advance(to:)`` or ``frame()`` would.
  package func layOutIfNeeded() {
    guard needsLayout, dataSource != nil, changes.batch == nil else { return }
    needsLayout = false
    layOut()
  }

  /// The number of placeholders that are shown; one that wraps shows none.
  var numberOfPlaceholdersShown: Int { isWrapEnabled ? 0 : numberOfPlaceholders }

  var options: OptionValues { OptionValues(carousel: self, delegate: delegate) }

  /// Works out wrapping, widths and options, and puts a carousel at rest on an item.
  ///
  /// iCarousel: `layOutItemViews`.
  func layOut() {
    guard dataSource != nil, changes.batch == nil else { return setNeedsLayout() }
    updateWrap(default: type.isRing)
    arrange()
    scroller.settings.offsetMultiplier = options.number(.offsetMultiplier, default: type.offsetMultiplier)
      .finite(or: 1)
    let isLed = bond?.leads(self) ?? false
    if !isLed { scroller.alignAfterLayout(at: clock) }
    deliver()
    perform {
      $0.settle(at: clock, isJump: true)
      if !isLed { $0.resumeAutoscroll(at: clock) }
    }
  }

  /// Asks whether the carousel wraps.
  func updateWrap(default wraps: Bool) {
    isWrapEnabled = options.isOn(.wrap, default: wraps)
    scroller.setRing(ItemRing(count: numberOfItems, wraps: isWrapEnabled))
  }

  /// Works out where items stand.
  ///
  /// - Returns: The item that stands for all of them if none is loaded.
  @discardableResult
  func arrange() -> Int? {
    let probe = updateItemWidth()
    let input = ArrangementInput(
      type: type, axis: scrollAxis, bounds: bounds, contentOffset: contentOffset, perspective: perspective,
      viewpointOffset: viewpointOffset, itemWidth: itemWidth, effects: effectList,
      total: numberOfItems + numberOfPlaceholdersShown, maximumVisibleItems: maximumVisibleItems,
      ring: scroller.ring, scrollOffset: scroller.offset, sizes: currentSizes(), track: arrangement.track,
      alignment: alignment)
    arrangements &+= 1
    let number = arrangements
    let new = Arrangement(input, options: options)
    // Who was asked for options may have changed something: what was worked out since is newer.
    guard number == arrangements else { return probe }
    arrangement = new
    scroller.track = arrangement.track
    scroller.setReach(arrangement.ends)
    return probe
  }

  /// Asks the delegate for the item width; without an answer the first view decides.
  private func updateItemWidth() -> Int? {
    let asked = delegate?.carouselItemWidth(self) ?? 0
    let isKnown = asked.isFinite && asked > 0
    if isKnown { itemWidth = asked }
    guard loader.loaded.isEmpty, numberOfItems > 0 || numberOfPlaceholdersShown > 0 else { return nil }
    let probe = numberOfItems > 0 ? 0 : -1
    if !isKnown, itemWidth == 0 || !loader.hasProbed {
      loader.hasProbed = true
      load(probe)
    }
    return probe
  }

  /// Looks at the same items from elsewhere.
  ///
  /// iCarousel: `transformItemViews`.
  func lookAgain() {
    arrangement.stage.base = scrollAxis.inLayout(
      .base(perspective: perspective, viewpoint: viewpointOffset))
    scroller.decideWhatTheToggleFollows()
    turnToggle()
    invalidate()
  }
}
