/// Pages, which are groups of items that scroll as one.
extension Carousel {
  /// The number of items on a page; at least 1, which is the default.
  ///
  /// With ``isPagingEnabled`` the user scrolls from page to page; the first item of a page determines its
  /// position. The last page may be short on a ring, and in a strip unless ``truncatesFinalPage`` is set.
  ///
  /// Beyond iCarousel; SwipeView: `itemsPerPage`.
  public var itemsPerPage: Int {
    get { core.scroller.settings.itemsPerPage }
    set { changeScrolling { $0.itemsPerPage = min(max(newValue, 1), 1_000_000_000) } }
  }

  /// Whether the last page of a strip begins earlier, so that it has as many items as the others; by default
  /// `false`.
  ///
  /// It has no effect on a carousel that wraps.
  ///
  /// Beyond iCarousel; SwipeView: `truncateFinalPage`.
  public var truncatesFinalPage: Bool {
    get { core.scroller.settings.truncatesFinalPage }
    set { changeScrolling { $0.truncatesFinalPage = newValue } }
  }

  /// The number of pages, the last of which may be short.
  ///
  /// Beyond iCarousel; SwipeView: `numberOfPages`.
  public var numberOfPages: Int { core.scroller.pages.count }

  /// The page nearest to the current position, or `nil` when there is no item; setting it scrolls there at
  /// once. Setting `nil` has no effect.
  ///
  /// Beyond iCarousel; SwipeView: `currentPage`.
  public var currentPage: Int? {
    get {
      let page = core.scroller.pages.page(at: core.scroller.offset)
      return page < 0 ? nil : page
    }
    set { if let newValue { scrollToPage(at: newValue, animated: false) } }
  }

  /// Scrolls to the first item of page `index`, on a ring by the shortest way.
  ///
  /// - Parameters:
  ///   - index: The page. An index beyond an end means the page at that end; on a ring it wraps.
  ///   - animated: Whether the scroll takes 0.4 seconds instead of ending at once.
  ///
  /// Beyond iCarousel; SwipeView: `scrollToPage:duration:`.
  public func scrollToPage(at index: Int, animated: Bool) {
    apply(.scroll(.toPage(index, duration: animated ? Scroller.scrollDuration : 0)))
  }
}
