import CarouselUI

/// A carousel of large pictures and a strip of small ones, which scroll together.
final class LinkedPage: StackView {
  private let (large, strip) = (CarouselView(), CarouselView())

  init() {
    super.init(.vertical, spacing: 16)
    (large.accessibilityLabel, strip.accessibilityLabel) = ("Pictures", "Strip")
    large.carousel.options.spacing = 1.08
    large.carousel.effects = [.scale(sides: 0.85), .fade(to: 0.5)]
    strip.carousel.options.spacing = 1.15
    strip.carousel.effects = [.scale(center: 1.2, sides: 1)]
    for (view, size) in [(large, Size(width: 420, height: 280)), (strip, Size(width: 84, height: 56))] {
      view.carousel.setItems(Picture.first(12)) { picture, reusing in
        let art = reusing as? ArtView ?? ArtView(size: size)
        art.number = picture.id
        return art
      }
    }
    strip.carousel.bind(to: large.carousel)
    strip.preferredSize = Size(width: 400, height: 84)
    large.carousel.currentItemIndex = 4
    addSubview(large.growing())
    addSubview(strip)
  }
}
