internal import CarouselEngine

/// The keys that control a carousel.
///
/// An arrow key steps to the neighbor on its side. Space and Page Down step forward, Page Up steps back, Home and End
/// scroll to the ends, and Escape cancels a reordering.
///
/// iCarousel (Mac): `keyDown:`.
@MainActor
enum CarouselKeys {
  /// The number of items that Page Up and Page Down step by.
  static let itemsPerPage = 5

  /// Handles a key for `carousel`. Returns whether the key has a function.
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
    case .pageUp: carousel.step(by: -itemsPerPage)
    case .pageDown: carousel.step(by: itemsPerPage)
    // While the key is held, each repetition would restart the animation.
    case .home where key.isRepeat, .end where key.isRepeat: break
    case .home: carousel.scrollToItem(at: 0, animated: true)
    case .end: carousel.scrollToItem(at: carousel.numberOfItems - 1, animated: true)
    default: return false
    }
    return true
  }
}
