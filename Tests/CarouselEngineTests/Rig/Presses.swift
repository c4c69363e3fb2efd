import CarouselEngine

/// A delegate that handles long presses, double taps and swipes across the axis.
@MainActor
final class Presses: CarouselDelegate {
  var log: [String] = []
  var swipes: [PerpendicularSwipe] = []
  /// The answer of the delegate to long presses and double taps: whether it handles them.
  var handlesPresses = true
  var act: (String) -> Void = { _ in }

  private func note(_ event: String) {
    log.append(event)
    act(event)
  }

  func carouselWillBeginDragging(_ carousel: Carousel) { note("willBeginDragging") }
  func carousel(_ carousel: Carousel, didSelectItemAt index: Int) { note("didSelect \(index)") }
  func carousel(_ carousel: Carousel, didLongPressItemAt index: Int) -> Bool {
    note("longPress \(index)")
    return handlesPresses
  }
  func carousel(_ carousel: Carousel, didDoubleTapItemAt index: Int) -> Bool {
    note("doubleTap \(index)")
    return handlesPresses
  }
  func carousel(_ carousel: Carousel, didSwipePerpendicularly swipe: PerpendicularSwipe) {
    swipes.append(swipe)
    note("swipe \(swipe.phase) \(swipe.index)")
  }

  /// Creates a linear carousel with this delegate.
  func rig(items: Int = 10, prepare: (CarouselRig) -> Void = { _ in }) -> CarouselRig {
    let rig = CarouselRig(items: items, prepare: prepare)
    rig.carousel.delegate = self
    rig.frame()
    log = []
    return rig
  }
}
