/// Pages: several items that are scrolled as one.
extension Carousel {
  /// How many items a page has; at least 1, which is the default.
  ///
  /// With ``isPagingEnabled`` the user scrolls from page to page; what counts is the first item of each. On a ring, and
  /// in a row unless ``truncatesFinalPage`` is on, the last page may be short.
  ///
  /// Beyond iCarousel; SwipeView: `itemsPerPage`.
  public var itemsPerPage: Int {
    get { core.scroller.settings.itemsPerPage }
    set { changeScrolling { $0.itemsPerPage = min(max(newValue, 1), 1_000_000_000) } }
  }

  /// Whether the last page of a row begins earlier, so that it has as many items as the others; by default not.
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

  /// The page nearest to where the carousel is, or −1 when there is no item; setting it is scrolling there at once.
  ///
  /// Beyond iCarousel; SwipeView: `currentPage`.
  public var currentPage: Int {
    get { core.scroller.pages.page(at: core.scroller.offset) }
    set { scrollToPage(at: newValue, animated: false) }
  }

  /// Scrolls to the first item of page `index`, on a ring by the shortest way.
  ///
  /// - Parameters:
  ///   - index: The page; beyond the ends means the last one there, on a ring it goes round.
  ///   - animated: Whether it takes 0.4 seconds instead of none.
  ///
  /// Beyond iCarousel; SwipeView: `scrollToPage:duration:`.
  public func scrollToPage(at index: Int, animated: Bool) {
    apply(.scroll(.toPage(index, duration: animated ? Scroller.scrollDuration : 0)))
  }
}
