// The delegate's events as an asynchronous sequence.
import CarouselEngine

struct Card: Identifiable { let id: Int }
final class CardView: ItemView { let size = Size(width: 200, height: 150) }

let carousel = Carousel(bounds: Size(width: 800, height: 600))
carousel.setItems((0..<9).map(Card.init)) { _, reusing in reusing ?? CardView() }
carousel.advance(to: Timestamp(seconds: 1))
@MainActor func receive() async -> [CarouselEvent] {
  // `for await event in carousel.events` creates such an iterator, too.
  var (events, received) = (carousel.events.makeAsyncIterator(), [CarouselEvent]())
  carousel.currentIndex = 4
  while received.count < 3, let event = await events.next() { received.append(event) }
  return received
}
let received = await receive()
let settled = CarouselEvent.didSettle(index: 4, reason: .program)
precondition(received == [.didScroll(offset: 4), .currentItemDidChange(index: 4), settled])
