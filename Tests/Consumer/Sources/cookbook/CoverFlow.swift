import CarouselUI

@MainActor func coverFlow() -> View {
  let covers = CarouselView()
  covers.carousel.type = .coverFlow2
  covers.carousel.contentOffset.height = -24
  covers.carousel.setItems((0..<12).map(Entry.init)) { entry, _ in
    let cover = art(entry.id, Size(width: 160, height: 160))
    cover.reflection = Reflection(gap: 2, scale: 0.4, alpha: 0.4)
    return cover
  }
  covers.carousel.currentItemIndex = 5
  return covers
}
