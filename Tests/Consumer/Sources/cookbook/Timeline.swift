import CarouselUI

@MainActor func timeline() -> View {
  let view = CarouselView()
  view.carousel.isVertical = true
  view.carousel.options.spacing = 1.15
  view.carousel.effects = [.scale(sides: 0.85, range: 2), .fade(to: 0.35, range: 2)]
  view.carousel.setItems((0..<40).map(Entry.init)) { entry, _ in
    let year = ThemedLabel("\(1986 + entry.id)", role: .title)
    let picture = art(entry.id, Size(width: 100, height: 60))
    let row = StackView(spacing: 18, alignment: .center, [picture, year])
    return CardView(row, size: Size(width: 260, height: 80), insets: EdgeInsets(10))
  }
  view.carousel.currentItemIndex = 20
  return view
}
