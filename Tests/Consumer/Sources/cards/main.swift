import CarouselUI

final class Cards: CarouselDataSource {
  let size = Size(width: 320, height: 240)
  let colors = [0xd02020, 0x20a030, 0x2840d0, 0xd8c020].map { Color(hex: $0) }

  func numberOfItems(in carousel: Carousel) -> Int { colors.count }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int,
    reusing view: (any ItemView)?
  ) -> any ItemView {
    let card = view as? LabelView ?? LabelView("", size: size)
    card.text = "Card \(index + 1)"
    card.background = colors[index]
    return card
  }
}

let cards = Cards()
do {
  let window = try CarouselWindow(
    title: "Cards", size: Size(width: 800, height: 480))
  window.carousel.type = .linear
  window.carousel.dataSource = cards
  window.run()
} catch {
  print(error)
}
