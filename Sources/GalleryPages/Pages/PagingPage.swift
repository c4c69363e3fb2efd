import CarouselUI

/// A carousel that scrolls by one page for each flick, and dots that show the current page.
final class PagingPage: StackView {
  private let view = CarouselView()
  private let dots = PageControl(numberOfPages: 6)

  init() {
    super.init(.vertical, spacing: 12)
    let carousel = view.carousel
    view.accessibilityLabel = "Pictures"
    carousel.isPagingEnabled = true
    carousel.options.spacing = 1.06
    carousel.setItems(Picture.first(6)) { picture, reusing in
      let view = reusing as? PrintView ?? PrintView(size: Size(width: 420, height: 400))
      view.number = picture.id
      return view
    }
    carousel.currentItemIndex = 1
    dots.source = { carousel.scrollOffset }
    dots.accessibilityLabel = "Page"
    dots.onSelect = { carousel.scrollToItem(at: $0, animated: true) }
    addSubview(view.growing())
    addSubview(StackView(distribution: .center, [dots]))
  }
}
