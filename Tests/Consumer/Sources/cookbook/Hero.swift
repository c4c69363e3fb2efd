import CarouselUI

@MainActor func hero() -> View {
  let view = CarouselView()
  view.carousel.options.spacing = 1.06
  view.carousel.effects = [.scale(sides: 0.72), .fade(to: 0.6)]
  view.carousel.setItems((0..<9).map(Entry.init)) { entry, _ in
    art(entry.id, Size(width: 250, height: 210))
  }
  view.carousel.currentItemIndex = 3
  return view
}
