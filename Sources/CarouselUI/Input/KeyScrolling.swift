internal import CarouselEngine
internal import Windowing

/// The keys that scroll a carousel: arrows to what stands on their side, the others forward and back. Escape returns a lifted
/// item.
///
/// iCarousel (Mac): `keyDown:`.
@MainActor
struct KeyScrolling {
  /// Items that Page Up and Page Down skip.
  static let page = 5

  /// Lets `carousel` act on a key; returns whether it did.
  func pressed(_ event: KeyEvent, in carousel: Carousel) -> Bool {
    guard event.kind != .released, event.modifiers.isDisjoint(with: [.control, .alt, .logo])
    else { return false }
    if event.key == .escape, carousel.reorderingIndex != nil {
      carousel.cancelReordering()
      return true
    }
    guard carousel.isScrollEnabled else { return false }
    switch event.key {
    case .left, .keypadLeft: carousel.step(by: -Int(carousel.sense(of: .horizontal)))
    case .right, .keypadRight: carousel.step(by: Int(carousel.sense(of: .horizontal)))
    case .up, .keypadUp: carousel.step(by: -Int(carousel.sense(of: .vertical)))
    case .down, .keypadDown: carousel.step(by: Int(carousel.sense(of: .vertical)))
    case .space: carousel.step(by: 1)
    case .pageUp, .keypadPageUp: carousel.step(by: -Self.page)
    case .pageDown, .keypadPageDown: carousel.step(by: Self.page)
    // Held down, they would set out again and again and hardly get anywhere.
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
