// The delegate's events as an asynchronous sequence.
import CarouselEngine

struct Card: Identifiable { let id: Int }
final class CardView: ItemView { let size = Size(width: 200, height: 150) }

let carousel = Carousel(bounds: Size(width: 800, height: 600))
carousel.setItems((0..<9).map(Card.init)) { _, reusing in reusing ?? CardView() }
carousel.advance(to: Timestamp(seconds: 1))
@MainActor func hear() async -> [CarouselEvent] {
  // `for await event in carousel.events` makes such an iterator, too.
  var (events, heard) = (carousel.events.makeAsyncIterator(), [CarouselEvent]())
  carousel.currentItem = 4
  while heard.count < 3, let event = await events.next() { heard.append(event) }
  return heard
}
let heard = await hear()
let settled = CarouselEvent.didSettle(index: 4, reason: .program)
precondition(heard == [.didScroll(offset: 4), .currentItemDidChange(index: 4), settled])
