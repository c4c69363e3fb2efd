// Options are properties; nil restores the default of the layout.
import CarouselEngine

final class Cards: CarouselDataSource {
  func numberOfItems(in carousel: Carousel) -> Int { 9 }
  func carousel(_ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?) -> any ItemView
  { Card() }
}
final class Card: ItemView { let size = Size(width: 200, height: 150) }

let (carousel, cards) = (Carousel(bounds: Size(width: 800, height: 600)), Cards())
carousel.dataSource = cards
carousel.options.wrap = true
carousel.options.visibleItems = 5
_ = carousel.frame()
let isRing = carousel.isWrapEnabled && carousel.numberOfVisibleItems == 5
carousel.options.wrap = nil
_ = carousel.frame()
precondition(isRing && !carousel.isWrapEnabled)
