internal import Geometry

/// Asking the data source for views.
extension Carousel {
  /// Goes over the items near the centre: unloads those that have left, loads those that have come.
  ///
  /// - Complexity: O(the number of visible items).
  ///
  /// iCarousel: `loadUnloadViews`.
  func passOverItems() {
    passedSettlings = scroller.settlings
    isStale = true
    guard dataSource != nil else { return }
    let probe = arrange()
    let range =
      arrangement.seen
      ?? VisibleRange(
        around: scroller.currentIndex, count: arrangement.numberOfVisibleItems, ring: scroller.ring,
        placeholders: numberOfPlaceholdersShown, from: arrangement.loadsFrom)
    loader.plan(
      range, ring: scroller.ring, fade: arrangement.fade, scrollOffset: scroller.offset, and: itemsPassingAway
    )
    while let index = loader.nextMissing() { load(index) }
    turnToggle(probe: probe)
  }

  /// Turns the toggle with the nearest item, where it does not turn by itself.
  ///
  /// - Parameter probe: An item that was looked at although it is not near enough to stay.
  func turnToggle(probe: Int? = nil) {
    var nearest = loader.loaded.isEmpty ? probe.map { offsetForItem(at: $0) } : nil
    for item in loader.loaded {
      let distance = offsetForItem(at: item.index)
      if abs(distance) < abs(nearest ?? .infinity) { nearest = distance }
    }
    scroller.followWithToggle(nearest: nearest)
  }

  /// Asks for the view of item `index` and notes it.
  func load(_ index: Int) {
    let generation = loader.generation
    guard let view = requestView(at: index), generation == loader.generation else { return }
    loader.insert(view, at: index, isPlaceholder: isPlaceholder(index))
    if itemWidth == 0 {
      let width = scrollAxis.pitch(of: view.size)
      if width.isFinite, width > 0 { itemWidth = width }
    }
  }

  func isPlaceholder(_ index: Int) -> Bool { !(0..<max(numberOfItems, 0)).contains(index) }

  /// Asks the data source for the view of item or placeholder `index`.
  func requestView(at index: Int) -> (any ItemView)? {
    guard let dataSource else { return nil }
    guard isPlaceholder(index) else {
      return dataSource.carousel(
        self, viewForItemAt: index, reusing: loader.reusableView(isPlaceholder: false))
    }
    // The left ones first, counted from the outside to the items; of an odd number the left side gets one more.
    let left = (numberOfPlaceholdersShown + 1) / 2
    return dataSource.carousel(
      self, placeholderViewAt: index < 0 ? left + index : left + index - numberOfItems,
      reusing: loader.reusableView(isPlaceholder: true))
  }
}
