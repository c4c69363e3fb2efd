/// Pages: groups of items that scroll together.
extension Carousel {
  /// The number of items on a page; at least 1. By default 1.
  ///
  /// If ``isPagingEnabled`` is `true`, the user scrolls from page to page. A page rests at the position at
  /// which its first item rests. The last page may have fewer items than the other pages, except on a strip
  /// with ``truncatesFinalPage``.
  ///
  /// Beyond iCarousel; SwipeView: `itemsPerPage`.
  public var itemsPerPage: Int {
    get { core.scroller.settings.itemsPerPage }
    set { scrollSettings.itemsPerPage = min(max(newValue, 1), 1_000_000_000) }
  }

  /// Whether the last page of a strip begins earlier, so that it has as many items as the other pages; by
  /// default `false`.
  ///
  /// The property has no effect on a carousel that wraps.
  ///
  /// Beyond iCarousel; SwipeView: `truncateFinalPage`.
  public var truncatesFinalPage: Bool {
    get { core.scroller.settings.truncatesFinalPage }
    set { scrollSettings.truncatesFinalPage = newValue }
  }

  /// The number of pages. The last page may have fewer items than the other pages.
  ///
  /// Beyond iCarousel; SwipeView: `numberOfPages`.
  public var numberOfPages: Int { core.scroller.geometry.pages.count }

  /// The page nearest to the current position, or `nil` when there is no item. Setting the property scrolls
  /// to the page without animation. Setting `nil` has no effect.
  ///
  /// Beyond iCarousel; SwipeView: `currentPage`.
  public var currentPage: Int? {
    get {
      let page = core.scroller.geometry.pages.page(at: core.scroller.offset)
      return page < 0 ? nil : page
    }
    set { if let newValue { scrollToPage(at: newValue, animated: false) } }
  }

  /// Scrolls to the first item of page `index`, on a ring by the shortest way.
  ///
  /// - Parameters:
  ///   - index: The index of the page. An index out of range is clamped to the first or last page on a strip,
  ///     and wraps on a ring.
  ///   - animated: Whether the scroll takes 0.4 seconds. If `false`, it ends immediately.
  ///
  /// Beyond iCarousel; SwipeView: `scrollToPage:duration:`.
  public func scrollToPage(at index: Int, animated: Bool) {
    apply(.scroll(.toPage(index, duration: animated ? Scroller.scrollDuration : 0)))
  }
}
