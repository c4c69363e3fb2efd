internal import CarouselUI

/// A carousel whose two items are the slides of a transition.
@MainActor
final class SlideCarousel: CarouselDataSource, CarouselDelegate {
  private let view = CarouselView()
  private var slides: [View] = []

  private var carousel: Carousel { view.carousel }

  init() {
    view.usesKeys = false
    view.isUserInteractionEnabled = false
    view.accessibilityElementsHidden = true
    carousel.scrollToItemBoundary = false
    carousel.delegate = self
    carousel.dataSource = self
  }

  /// Moves two slides of a page into the carousel.
  func begin(_ type: CarouselType, from former: View, to next: View, in page: View, over seconds: Double) {
    next.alpha = 1
    slides = [former, next]
    // The carousel makes its item views its subviews, but not views with another superview.
    for slide in slides { slide.removeFromSuperview() }
    layOut(in: page.bounds)
    page.insertSubview(view, at: 0)
    carousel.type = type
    // As in the browser: the same view in windows of any size.
    carousel.perspective = -1 / max(2.5 * view.size.width, 101)
    carousel.reloadData()
    carousel.scrollToItem(at: 0, animated: false)
    view.layoutIfNeeded()
  }

  /// Moves the carousel to a part of the way, in `0...1`.
  func move(to part: Double) {
    guard !slides.isEmpty else { return }
    let eased = part * part * (3 - 2 * part)
    carousel.scroll(toOffset: eased, duration: 0)
  }

  /// Returns the slides to the page.
  func end(in page: View) {
    let former = slides
    slides = []
    carousel.reloadData()
    view.removeFromSuperview()
    for (index, slide) in former.enumerated() {
      slide.removeFromSuperview()
      slide.transform = .identity
      slide.frame = page.bounds
      page.insertSubview(slide, at: index)
    }
  }

  func layOut(in area: Rect) { view.frame = area }

  func numberOfItems(in carousel: Carousel) -> Int { slides.count }

  func carousel(_ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?) -> any ItemView
  {
    slides[index]
  }

  func carouselItemWidth(_ carousel: Carousel) -> Double {
    carousel.isVertical ? view.size.height : view.size.width
  }

  func carousel(
    _ carousel: Carousel, valueFor option: CarouselOption, withDefault value: Double
  ) -> Double {
    switch option {
    case .wrap: 0
    // Two items alone would turn about their own plane.
    case .count: 6
    case .visibleItems: 2
    default: value
    }
  }
}
