/// Pages: groups of items that scroll as one.
extension Carousel {
  /// The number of items on a page; at least 1. By default 1.
  ///
  /// With ``isPagingEnabled`` the user scrolls from page to page. A page rests where its first item rests.
  /// The last page may have fewer items on a ring, and in a strip unless ``truncatesFinalPage`` is set.
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

  /// The number of pages. The last one may have fewer items than the others.
  ///
  /// Beyond iCarousel; SwipeView: `numberOfPages`.
  public var numberOfPages: Int { core.scroller.pages.count }

  /// The page nearest to the current position, or `nil` when there is no item. Setting it scrolls there
  /// without animation. Setting `nil` has no effect.
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
  ///   - animated: `true` for a scroll that takes 0.4 seconds, `false` for one that ends immediately.
  ///
  /// Beyond iCarousel; SwipeView: `scrollToPage:duration:`.
  public func scrollToPage(at index: Int, animated: Bool) {
    apply(.scroll(.toPage(index, duration: animated ? Scroller.scrollDuration : 0)))
  }
}
