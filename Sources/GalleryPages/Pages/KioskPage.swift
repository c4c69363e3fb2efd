import CarouselUI

/// A slide show for an unattended screen. It pauses while it is touched, and a button pauses it, too.
final class KioskPage: StackView, CarouselDelegate {
  private let view = CarouselView()
  private let dots = PageControl(numberOfPages: 8)
  private let title = ThemedLabel("", role: .title)
  private let pause = Button("Pause")

  init() {
    super.init(.vertical, spacing: 12)
    let carousel = view.carousel
    view.accessibilityLabel = "Pictures"
    carousel.autoplayInterval = 4
    carousel.options.wrap = true
    carousel.options.spacing = 1.04
    carousel.effects = [.scale(sides: 0.9), .fade(to: 0.35)]
    carousel.delegate = self
    carousel.setItems(Picture.first(8)) { picture, reusing in
      let art = reusing as? ArtView ?? ArtView(size: Size(width: 440, height: 330))
      art.number = picture.id * 5
      return art
    }
    dots.source = { carousel.scrollOffset }
    dots.accessibilityLabel = "Page"
    dots.onSelect = { carousel.scrollToItem(at: $0, animated: true) }
    pause.onClick = { [pause] in
      carousel.isAutoscrollPaused.toggle()
      pause.title = carousel.isAutoscrollPaused ? "Continue" : "Pause"
    }
    addSubview(view.growing())
    addSubview(StackView(spacing: 16, alignment: .center, [title.growing(), dots, pause]))
    showTitle(carousel)
  }

  func carouselCurrentItemIndexDidChange(_ carousel: Carousel) { showTitle(carousel) }
  private func showTitle(_ carousel: Carousel) { title.text = Print.at(carousel.currentItemIndex * 5).name }
}
