import CarouselUI

@MainActor func tiltedSettings() -> View {
  let view = CarouselView()
  let carousel = view.carousel
  view.liveItems = .all
  carousel.type = .coverFlow
  carousel.contentOffset.width = 110
  carousel.options.tilt = 0.35
  carousel.options.spacing = 0.92
  let picture = art(1, Size(width: 230, height: 200))
  let opacity = Slider(value: 1, in: 0.2...1) { picture.alpha = $0 }
  let shadow = Toggle { picture.shadowOpacity = $0 ? 0.5 : 0 }
  let column = StackView(
    .vertical, spacing: 16,
    [
      ThemedLabel("Picture", role: .title), ThemedLabel("Opacity"), opacity,
      StackView(alignment: .center, [ThemedLabel("Shadow").growing(), shadow]),
    ])
  let settings = CardView(column, size: Size(width: 230, height: 200), insets: EdgeInsets(18))
  carousel.setItems((0..<2).map(Entry.init)) { entry, _ in entry.id == 0 ? settings : picture }
  carousel.currentItemIndex = 1
  return view
}
