import CarouselUI

/// A vertical cover flow beside a wheel, which scroll together.
final class VerticalPage: StackView {
  private let (covers, wheel) = (CarouselView(), CarouselView())

  init() {
    super.init(spacing: 12)
    for (view, type) in [(covers, CarouselType.coverFlow), (wheel, .wheel)] {
      view.carousel.type = type
      view.carousel.isVertical = true
      view.carousel.setItems(Picture.first(12)) { picture, reusing in
        let print = reusing as? PrintView ?? PrintView(size: Size(width: 210, height: 180))
        print.number = picture.id
        return print
      }
      addSubview(view.growing())
    }
    (covers.accessibilityLabel, wheel.accessibilityLabel) = ("Covers", "Wheel")
    wheel.carousel.options.radius = 520
    covers.carousel.currentItemIndex = 4
    wheel.carousel.bind(to: covers.carousel)
  }
}
