internal import CarouselEngine
internal import Windowing

/// The keys that scroll a carousel.
///
/// iCarousel (Mac): `keyDown:`.
@MainActor
struct KeyScrolling {
  /// Items that Page Up and Page Down skip.
  static let page = 5

  /// Lets `carousel` act on a key; returns whether it did.
  func pressed(_ event: KeyEvent, in carousel: Carousel) -> Bool {
    guard event.kind != .released, event.modifiers.isDisjoint(with: [.control, .alt, .logo]),
      carousel.isScrollEnabled
    else { return false }
    let time = Timestamp(seconds: event.time)
    switch event.key {
    case .left, .up: step(carousel, by: -1, time: time)
    case .right, .down, .space: step(carousel, by: 1, time: time)
    case .pageUp: step(carousel, by: -Self.page, time: time)
    case .pageDown: step(carousel, by: Self.page, time: time)
    case .home: carousel.scrollToItem(at: 0, animated: true)
    case .end: carousel.scrollToItem(at: carousel.numberOfItems - 1, animated: true)
    default: return false
    }
    return true
  }

  private func step(_ carousel: Carousel, by items: Int, time: Timestamp) {
    // As a wheel does: presses add up while the carousel is on its way.
    carousel.wheel(notches: Double(items), time: time)
  }
}
