import CarouselUI

final class Onboarding: StackView, CarouselDelegate {
  private let pages = CarouselView()
  private let dots = PageControl(numberOfPages: 3)
  private let next = Button("Next", style: .suggested)

  init() {
    super.init(.vertical, spacing: 10, insets: EdgeInsets(18))
    let titles = ["Collect pictures", "Arrange them", "Show them around"]
    pages.carousel.isPagingEnabled = true
    pages.carousel.options.spacing = 1.3
    pages.carousel.delegate = self
    pages.carousel.setItems(titles.indices.map(Entry.init)) { entry, _ in
      let title = ThemedLabel(titles[entry.id], role: .title, alignment: .center)
      let page = StackView(
        .vertical, spacing: 14, [art(entry.id * 2, Size(width: 380, height: 140)).growing(), title])
      page.size = Size(width: 380, height: 190)
      return page
    }
    dots.onSelect = { [pages] in pages.carousel.scrollToItem(at: $0, animated: true) }
    next.onClick = { [pages] in pages.carousel.step(by: 1) }
    addSubview(pages.growing())
    addSubview(StackView(distribution: .equalSpacing, [dots, next]))
  }

  func carouselDidScroll(_ carousel: Carousel) {
    dots.position = carousel.scrollOffset
    next.title = carousel.canScrollForward ? "Next" : "Start"
  }
}

@MainActor func onboarding() -> View { Onboarding() }
