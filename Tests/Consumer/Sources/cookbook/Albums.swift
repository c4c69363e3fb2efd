import CarouselUI

@MainActor func albums() -> View {
  let view = CarouselView()
  view.carousel.type = .timeMachine
  view.carousel.options.tilt = 0.35
  view.carousel.options.spacing = 0.5
  view.carousel.contentOffset.height = 50
  view.carousel.setItems((0..<10).map(Entry.init)) { entry, _ in
    let album = art(entry.id, Size(width: 190, height: 190))
    (album.borderWidth, album.borderColor, album.cornerRadius) = (5, .white, 12)
    (album.shadowOpacity, album.shadowRadius, album.shadowOffset) = (0.25, 12, Size(width: 0, height: 5))
    return album
  }
  view.carousel.currentItemIndex = 6
  return view
}
