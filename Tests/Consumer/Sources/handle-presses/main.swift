// A delegate returns whether it handles a long press; if not, the touch stays a tap.
import CarouselEngine

struct Card: Identifiable { let id: Int }
final class CardView: ItemView { let size = Size(width: 200, height: 150) }
final class Delegate: CarouselDelegate {
  func carousel(_ carousel: Carousel, didLongPressItemAt index: Int) -> Bool { index == 0 }
}
let (carousel, delegate) = (Carousel(bounds: Size(width: 800, height: 600)), Delegate())
carousel.setItems((0..<9).map(Card.init)) { _, reusing in reusing ?? CardView() }
carousel.delegate = delegate
carousel.advance(to: Timestamp(seconds: 1))
@MainActor func press(x: Double, at time: Double) -> TapResult? {
  let (point, began) = (Point(x: x, y: 300), Timestamp(seconds: time))
  carousel.contactBegan(id: 1, at: point, time: began)
  return carousel.contactEnded(id: 1, at: point, time: began + 1)
}
precondition(press(x: 400, at: 2) == nil && press(x: 600, at: 4) == .selected(1))
