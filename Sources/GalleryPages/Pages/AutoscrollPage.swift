import CarouselUI

/// A ring that scrolls by itself, at a speed from −2 to 2 items per second.
final class AutoscrollPage: StackView {
  private let view = CarouselView()

  init() {
    super.init(.vertical, spacing: 12)
    let carousel = view.carousel
    view.accessibilityLabel = "Pictures"
    carousel.type = .cylinder
    carousel.autoscroll = 0.4
    carousel.setItems(Picture.first(12)) { picture, reusing in
      let view = reusing as? PrintView ?? PrintView(size: Size(width: 192, height: 240))
      view.number = picture.id
      return view
    }
    let speed = SliderRow("Items a second", 0.4, in: -2...2) { carousel.autoscroll = $0 }
    let pause = Toggle { carousel.isAutoscrollPaused = $0 }
    addSubview(view.growing())
    addSubview(StackView(spacing: 32, alignment: .center, [speed.growing(), Row("Pause", pause)]))
  }
}
