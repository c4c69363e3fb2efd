internal import CarouselEngine
internal import Input
internal import Views

/// The keys that control a carousel.
///
/// An arrow key scrolls to the next item in its direction, and Space to the next item; with paging, they scroll by a page.
/// Page Up and Page Down scroll by a page, or by five items if a page has one item. Home and End scroll to the first and
/// last item, and Escape cancels a reordering.
///
/// iCarousel (Mac): `keyDown:`.
@MainActor
enum CarouselKeys {
  /// The number of items by which Page Up and Page Down scroll if a page has one item.
  private static let itemsPerKey = 5

  /// The number of steps by which Page Up and Page Down scroll.
  private static func pageSteps(in carousel: Carousel) -> Int {
    carousel.itemsPerPage > 1 ? max(carousel.itemsPerPage / carousel.itemsPerStep, 1) : itemsPerKey
  }

  /// Handles a key for `carousel`. Returns whether the carousel uses the key.
  static func handle(_ key: KeyPress, in carousel: Carousel) -> Bool {
    guard !key.isShortcut else { return false }
    if key.symbol == .escape, carousel.reorderingIndex != nil {
      carousel.cancelReordering()
      return true
    }
    guard carousel.isScrollEnabled else { return false }
    switch key.symbol.withoutKeypad {
    case .left: carousel.step(by: -Int(carousel.forwardSign(along: .horizontal)))
    case .right: carousel.step(by: Int(carousel.forwardSign(along: .horizontal)))
    case .up: carousel.step(by: -Int(carousel.forwardSign(along: .vertical)))
    case .down: carousel.step(by: Int(carousel.forwardSign(along: .vertical)))
    case .space: carousel.step(by: 1)
    case .pageUp: carousel.step(by: -pageSteps(in: carousel))
    case .pageDown: carousel.step(by: pageSteps(in: carousel))
    // A repeated Home or End would restart the animation each time.
    case .home where key.isRepeat, .end where key.isRepeat: break
    case .home: carousel.scrollToItem(at: 0, animated: true)
    case .end: carousel.scrollToItem(at: carousel.numberOfItems - 1, animated: true)
    default: return false
    }
    return true
  }
}
