import CarouselUI

@MainActor func ticker() -> View {
  let news = ["Rain until noon", "Line 4 runs again", "Library open late", "Market on Sunday"]
  let strip = CarouselView()
  strip.backgroundColor = Color(hex: 0x1F6F8B)
  strip.preferredSize = Size(width: 480, height: 44)
  strip.carousel.options.wrap = true
  strip.carousel.autoscroll = 0.25
  strip.carousel.autoscrollPauses = [.touch, .hover, .offscreen]
  strip.carousel.setItems(news.indices.map(Entry.init)) { entry, _ in
    LabelView(
      news[entry.id], size: Size(width: 200, height: 44),
      style: TextStyle(size: 16, color: .white, alignment: .center, maxLines: 1))
  }
  let picture = art(3, Size(width: 480, height: 256))
  return StackView(.vertical, [picture.growing(), strip])
}
