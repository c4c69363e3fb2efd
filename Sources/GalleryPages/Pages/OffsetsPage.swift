import CarouselUI

/// Sliders for the position of the carousel in its view and for the position of the viewer.
final class OffsetsPage: SettingsPage {
  private let view = CarouselView()

  init() {
    super.init(spacing: 12)
    let carousel = view.carousel
    view.accessibilityLabel = "Pictures"
    carousel.type = .rotary
    carousel.setItems(Picture.first(12)) { picture, reusing in
      let view = reusing as? PrintView ?? PrintView(size: Size(width: 192, height: 240))
      view.number = picture.id
      return view
    }
    view.clipsToBounds = true
    addSubview(view.growing())
    addSubview(
      SettingsPanel([
        ThemedLabel("Place", role: .title),
        SliderRow("Right", 0, in: -200...200, step: 1) { carousel.contentOffset.width = $0 },
        SliderRow("Down", 0, in: -200...200, step: 1) { carousel.contentOffset.height = $0 },
        ThemedLabel("Eye", role: .title),
        SliderRow("Right", 0, in: -400...400, step: 1) { carousel.viewpointOffset.width = $0 },
        SliderRow("Down", 0, in: -400...400, step: 1) { carousel.viewpointOffset.height = $0 },
        SliderRow("Perspective", 2, in: 0...5) { carousel.perspective = -$0 / 1000 },
      ]))
  }
}
