internal import Geometry

/// Asking the data source for views.
extension Carousel {
  /// Goes over the items near the centre: unloads those that have left, loads those that have come.
  ///
  /// While a batch of changes is open, indexes mean nothing to the data source, so it waits for the end of the batch.
  ///
  /// - Complexity: O(the number of visible items).
  ///
  /// iCarousel: `loadUnloadViews`.
  func passOverItems() {
    guard changes.batch == nil else { return }
    passedSettlings = scroller.settlings
    isStale = true
    guard dataSource != nil else { return }
    let probe = arrange()
    loader.plan(
      visibleRange, ring: scroller.ring, fade: arrangement.fade, scrollOffset: scroller.offset,
      and: itemsPassingAway)
    while let index = loader.nextMissing() { load(index) }
    turnToggle(probe: probe)
  }

  /// The items that are near enough to be loaded.
  var visibleRange: VisibleRange {
    arrangement.seen
      ?? VisibleRange(
        around: scroller.currentIndex, count: arrangement.numberOfVisibleItems, ring: scroller.ring,
        placeholders: numberOfPlaceholdersShown, from: arrangement.loadsFrom)
  }

  /// Asks for the view of item `index` and notes it.
  ///
  /// A view that came too late, because the data source has changed the content while it was asked, shows nothing; then
  /// the next frame looks at everything anew.
  func load(_ index: Int) {
    guard let dataSource else { return }
    // Worked out before somebody who was asked for something took it away.
    guard isThere(index) else { return setNeedsLayout() }
    let revision = loader.revision
    let isPlaceholder = isPlaceholder(index)
    let kind = isPlaceholder ? nil : dataSource.carousel(self, reuseIdentifierForItemAt: index)
    guard revision == loader.revision else { return setNeedsLayout() }
    let offered = loader.reusableView(isPlaceholder: isPlaceholder, kind: kind)
    let view = requestView(at: index, reusing: offered, from: dataSource)
    guard revision == loader.revision else { return setNeedsLayout() }
    loader.insert(view, at: index, isPlaceholder: isPlaceholder, kind: kind, offered: offered)
    if itemWidth == 0 {
      let width = scrollAxis.pitch(of: view.size)
      if width.isFinite, width > 0 { itemWidth = width }
    }
  }

  /// Whether there is an item `index`, or a placeholder that is shown.
  private func isThere(_ index: Int) -> Bool {
    let placeholders = numberOfPlaceholdersShown
    return index >= -((placeholders + 1) / 2) && index < numberOfItems + placeholders / 2
  }

  func isPlaceholder(_ index: Int) -> Bool { !(0..<max(numberOfItems, 0)).contains(index) }

  /// Asks the data source for the view of item or placeholder `index`.
  private func requestView(
    at index: Int, reusing offered: (any ItemView)?, from dataSource: any CarouselDataSource
  ) -> any ItemView {
    guard isPlaceholder(index) else {
      return dataSource.carousel(self, viewForItemAt: index, reusing: offered)
    }
    // Those before the first item first, counted from the outside to the items; of an odd number they are one more.
    let before = (numberOfPlaceholdersShown + 1) / 2
    return dataSource.carousel(
      self, placeholderViewAt: index < 0 ? before + index : before + index - numberOfItems, reusing: offered)
  }

  /// Throws away the views that wait for reuse, where memory is short; what is seen stays.
  ///
  /// iCarousel: `didReceiveMemoryWarning`.
  public func purgeReusableViews() { loader.purge() }
}
