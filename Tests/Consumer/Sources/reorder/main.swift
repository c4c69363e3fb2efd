// An item is lifted, moved over two others and dropped; it keeps its view.
import CarouselEngine

struct Card: Identifiable { var id: Int }
final class CardView: ItemView { let size = Size(width: 200, height: 150) }
let carousel = Carousel(bounds: Size(width: 1000, height: 600))
carousel.isReorderingEnabled = true
carousel.setItems((0..<4).map { Card(id: $0) }) { _, reusing in reusing ?? CardView() }
carousel.advance(to: Timestamp(seconds: 0))
let view = carousel.itemView(at: 0)
precondition(carousel.beginReorderingItem(at: 0))
carousel.updateReordering(to: Point(x: 900, y: 300))
carousel.endReordering()
precondition(view != nil && carousel.itemView(at: 2) === view)
