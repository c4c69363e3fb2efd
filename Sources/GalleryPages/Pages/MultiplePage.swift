import CarouselUI

/// Two independent carousels in one window.
final class MultiplePage: StackView {
  private let (upper, lower) = (CarouselView(), CarouselView())

  init() {
    super.init(.vertical, spacing: 16)
    (upper.accessibilityLabel, lower.accessibilityLabel) = ("Prints", "Pictures")
    upper.carousel.type = .coverFlow2
    lower.carousel.type = .linear
    lower.carousel.options.wrap = true
    lower.carousel.options.spacing = 1.12
    upper.carousel.setItems(Picture.first(12)) { picture, reusing in
      let view = reusing as? PrintView ?? PrintView(size: Size(width: 216, height: 270))
      view.number = picture.id
      return view
    }
    lower.carousel.setItems(Picture.first(24)) { picture, reusing in
      let view = reusing as? ArtView ?? ArtView(size: Size(width: 150, height: 100))
      view.number = picture.id
      return view
    }
    upper.carousel.currentItemIndex = 5
    addSubview(upper.growing(3))
    addSubview(lower.growing(2))
  }
}
