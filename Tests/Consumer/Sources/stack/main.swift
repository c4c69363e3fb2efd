// A stack of cards: each dismissal is reported once, and the last one can be undone.
import CarouselEngine

struct Card: Identifiable { var id: Int }
final class CardView: ItemView { let size = Size(width: 300, height: 400) }
final class Log: CarouselDelegate {
  var dismissed: [Int] = []
  func carousel(_ carousel: Carousel, didDismissItemAt index: Int, toward direction: SwipeDirection) {
    dismissed.append(index)
  }
}
let (carousel, log) = (Carousel(bounds: Size(width: 800, height: 600)), Log())
carousel.layout = SwipeStackLayout(directions: [.left, .right])
carousel.delegate = log
carousel.setItems((0..<9).map { Card(id: $0) }) { _, reusing in reusing as? CardView ?? CardView() }
carousel.advance(to: Timestamp(seconds: 0))
for direction in [SwipeDirection.left, .right, .left] { carousel.dismissItem(toward: direction) }
precondition(log.dismissed == [0, 1, 2] && carousel.undoDismissal() == 2 && carousel.currentIndex == 2)
