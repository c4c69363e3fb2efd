import CarouselUI

final class Cards: CarouselDataSource {
  let colors = [Color(hex: 0xd02020), Color(hex: 0x20a030), Color(hex: 0x2840d0), Color(hex: 0xd8c020)]

  func numberOfItems(in carousel: Carousel) -> Int { colors.count }

  func carousel(_ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?) -> any ItemView
  {
    let card = view as? LabelView ?? LabelView("", size: Size(width: 320, height: 240))
    card.text = "Card \(index + 1)"
    card.background = colors[index]
    return card
  }
}

let cards = Cards()
do {
  let window = try CarouselWindow(title: "Cards", size: Size(width: 800, height: 480))
  window.carousel.type = .linear
  window.carousel.dataSource = cards
  window.run()
} catch {
  print(error)
}
