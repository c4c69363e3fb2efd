// An asynchronous scroll returns when it has ended, with its result.
import CarouselEngine

struct Card: Identifiable { let id: Int }
final class CardView: ItemView { let size = Size(width: 200, height: 150) }

let carousel = Carousel(bounds: Size(width: 800, height: 600))
carousel.setItems((0..<9).map(Card.init)) { _, reusing in reusing ?? CardView() }
let frames = Task {
  for frame in 0..<1000 {
    carousel.advance(to: Timestamp(seconds: Double(frame) / 60))
    await Task.yield()
  }
  fatalError("the scroll has not ended after 1000 frames")
}
@MainActor func scroll() async -> ScrollResult {
  await carousel.scrollToItem(at: 7, duration: 0.4)
}
let result = await scroll()
precondition(result == .arrived && carousel.currentItem == 7)
