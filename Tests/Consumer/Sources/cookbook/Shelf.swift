import CarouselUI

@MainActor func shelf() -> View {
  let widths = [90.0, 150, 110, 190, 80, 130, 160]
  let view = CarouselView()
  view.carousel.itemSizing = .individual
  view.carousel.snapAlignment = .start
  view.carousel.containsEnds = true
  view.carousel.setItems(widths.indices.map(Entry.init)) { entry, _ in
    let picture = art(entry.id, Size(width: widths[entry.id], height: 150))
    let price = ThemedLabel("\(19 + entry.id * 7) €", alignment: .center)
    let product = StackView(.vertical, spacing: 8, insets: Insets(horizontal: 8), [picture, price])
    product.size = Size(width: widths[entry.id] + 16, height: 180)
    return product
  }
  return view
}
