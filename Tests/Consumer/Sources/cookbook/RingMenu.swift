import CarouselUI

@MainActor func ringMenu() -> View {
  let names = ["Photos", "Music", "Maps", "Mail", "Notes"]
  let chosen = ThemedLabel("Turn the ring, then press.", alignment: .center)
  let ring = CarouselView()
  ring.carousel.type = .rotary
  ring.carousel.options.spacing = 2
  ring.carousel.contentOffset.height = -66
  ring.carousel.viewpointOffset.height = -140
  ring.carousel.setItems(names.indices.map(Entry.init)) { entry, _ in
    let button = Button(names[entry.id], style: .suggested) {
      chosen.text = "\(names[entry.id]) opens."
    }
    button.shape = .circular
    button.size = Size(width: 88, height: 88)
    return button
  }
  return StackView(.vertical, insets: EdgeInsets(12), [ring.growing(), chosen])
}
