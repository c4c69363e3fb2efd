import CarouselUI

/// A ring whose items fade out beside the center. Three options control the fading.
final class FadingPage: StackView {
  private let view = CarouselView()

  init() {
    super.init(.vertical, spacing: 12)
    let carousel = view.carousel
    view.accessibilityLabel = "Pictures"
    carousel.type = .rotary
    carousel.options.fadeMin = -0.2
    carousel.options.fadeMax = 0.2
    carousel.options.fadeRange = 2
    carousel.setItems(Picture.first(12)) { picture, reusing in
      let view = reusing as? PrintView ?? PrintView()
      view.number = picture.id
      return view
    }
    let range = SliderRow("Fade range", 2, in: 0.2...4) { carousel.options.fadeRange = $0 }
    let least = SliderRow("Faded alpha", 0, in: 0...1) { carousel.options.fadeMinAlpha = $0 }
    addSubview(view.growing())
    addSubview(StackView(spacing: 32, distribution: .fillEqually, [range, least]))
  }
}
