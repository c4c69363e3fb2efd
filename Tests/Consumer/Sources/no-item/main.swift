// Without an item the current index is nil, not −1.
import CarouselEngine

struct Card: Identifiable { let id: Int }
final class CardView: ItemView { let size = Size(width: 200, height: 150) }

let carousel = Carousel(bounds: Size(width: 800, height: 600))
precondition(carousel.currentIndex == nil && carousel.currentPage == nil && carousel.currentItemIndex == -1)
carousel.setItems((0..<9).map(Card.init)) { _, reusing in reusing ?? CardView() }
carousel.currentIndex = 3
precondition(carousel.currentIndex == 3 && carousel.currentPage == 3)
