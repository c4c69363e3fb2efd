// A carousel has exactly one phase at a time.
import CarouselEngine

struct Card: Identifiable { let id: Int }
final class CardView: ItemView { let size = Size(width: 200, height: 150) }

let carousel = Carousel(bounds: Size(width: 800, height: 600))
carousel.setItems((0..<9).map(Card.init)) { _, reusing in reusing ?? CardView() }
carousel.advance(to: Timestamp(seconds: 1))
let atRest = carousel.phase
carousel.contactBegan(id: 1, at: Point(x: 400, y: 300), time: Timestamp(seconds: 2))
let touched = carousel.phase
carousel.contactMoved(id: 1, to: Point(x: 300, y: 300), time: Timestamp(seconds: 2.1))
precondition(atRest == .idle && touched == .held && carousel.phase == .dragging)
