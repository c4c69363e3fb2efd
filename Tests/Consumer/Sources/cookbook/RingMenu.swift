import CarouselUI

@MainActor func ringMenu() -> View {
  let names = ["Photos", "Music", "Maps", "Mail", "Clock", "Notes", "Books"]
  let chosen = ThemedLabel("Turn the ring, then press.", alignment: .center)
  let ring = CarouselView()
  ring.carousel.type = .rotary
  ring.carousel.options.spacing = 2.1
  ring.carousel.contentOffset.height = -100
  ring.carousel.viewpointOffset.height = -190
  ring.carousel.setItems(names.indices.map(Entry.init)) { entry, _ in
    let button = Button(names[entry.id], style: .suggested) {
      chosen.text = "\(names[entry.id]) opens."
    }
    button.shape = .circular
    button.size = Size(width: 70, height: 70)
    return button
  }
  return StackView(.vertical, insets: Insets(12), [ring.growing(), chosen])
}
