internal import CarouselEngine
internal import Windowing

/// The keys that control a carousel.
///
/// An arrow key steps to the neighbor on its side. Space and Page Down step forward, Page Up steps back, Home and End
/// scroll to the ends, and Escape cancels a reordering.
///
/// iCarousel (Mac): `keyDown:`.
@MainActor
struct KeyScrolling {
  /// The number of items that Page Up and Page Down step by.
  static let itemsPerPage = 5

  /// Handles a key for `carousel`. Returns whether the key has a function.
  func handle(_ event: KeyEvent, in carousel: Carousel) -> Bool {
    guard event.kind != .released, event.modifiers.isDisjoint(with: [.control, .alt, .logo])
    else { return false }
    if event.key == .escape, carousel.reorderingIndex != nil {
      carousel.cancelReordering()
      return true
    }
    guard carousel.isScrollEnabled else { return false }
    switch event.key {
    case .left, .keypadLeft: carousel.step(by: -Int(carousel.forwardSign(along: .horizontal)))
    case .right, .keypadRight: carousel.step(by: Int(carousel.forwardSign(along: .horizontal)))
    case .up, .keypadUp: carousel.step(by: -Int(carousel.forwardSign(along: .vertical)))
    case .down, .keypadDown: carousel.step(by: Int(carousel.forwardSign(along: .vertical)))
    case .space: carousel.step(by: 1)
    case .pageUp, .keypadPageUp: carousel.step(by: -Self.itemsPerPage)
    case .pageDown, .keypadPageDown: carousel.step(by: Self.itemsPerPage)
    // While the key is held, each repetition would restart the animation.
    case .home where event.kind == .repeated, .end where event.kind == .repeated,
      .keypadHome where event.kind == .repeated, .keypadEnd where event.kind == .repeated:
      break
    case .home, .keypadHome: carousel.scrollToItem(at: 0, animated: true)
    case .end, .keypadEnd: carousel.scrollToItem(at: carousel.numberOfItems - 1, animated: true)
    default: return false
    }
    return true
  }
}
