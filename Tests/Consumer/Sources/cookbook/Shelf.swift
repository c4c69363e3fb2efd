import CarouselUI

final class Shelf: StackView, CarouselDelegate {
  private let widths = [90.0, 150, 110, 190, 80, 130, 160]

  init() {
    super.init()
    let view = CarouselView()
    view.carousel.delegate = self
    view.carousel.itemSizing = .individual
    view.carousel.snapAlignment = .start
    view.carousel.containsEnds = true
    view.carousel.setItems(widths.indices.map(Entry.init)) { [widths] entry, _ in
      let picture = art(entry.id, Size(width: widths[entry.id], height: 150))
      let price = ThemedLabel("\(19 + entry.id * 7) €", alignment: .center)
      let product = StackView(.vertical, spacing: 8, insets: EdgeInsets(horizontal: 8), [picture, price])
      product.size = Size(width: widths[entry.id] + 16, height: 180)
      return product
    }
    addSubview(view.growing())
  }

  func carousel(_ carousel: Carousel, widthForItemAt index: Int) -> Double { widths[index] + 16 }
}

@MainActor func shelf() -> View { Shelf() }
