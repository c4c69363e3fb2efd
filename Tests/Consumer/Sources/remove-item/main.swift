// Removing an item that does not exist reloads all content from the data source.
import CarouselEngine

final class Cards: CarouselDataSource {
  var count = 9
  func numberOfItems(in carousel: Carousel) -> Int { count }
  func carousel(_ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?) -> any ItemView
  { Card() }
}
final class Card: ItemView { let size = Size(width: 200, height: 150) }

let (carousel, cards) = (Carousel(bounds: Size(width: 800, height: 600)), Cards())
carousel.dataSource = cards
carousel.removeItem(at: 100, animated: true)
precondition(carousel.numberOfItems == 9)
cards.count = 8
carousel.removeItem(at: -1, animated: true)
precondition(carousel.numberOfItems == 8)
