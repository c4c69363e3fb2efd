// Without a window, the program advances the time itself: by frames during a motion, then to the wake time.
import CarouselEngine

struct Card: Identifiable { let id: Int }
final class CardView: ItemView { let size = Size(width: 200, height: 150) }

let carousel = Carousel(bounds: Size(width: 800, height: 600))
carousel.setItems((0..<9).map(Card.init)) { _, reusing in reusing ?? CardView() }

/// Runs frames until nothing moves; returns the time after the last one.
@MainActor func run(from start: Timestamp) -> Timestamp {
  var time = start
  repeat {
    carousel.advance(to: time)
    for item in carousel.frame().items {
      precondition(item.view is CardView)
    }
    time = time + 1.0 / 60
  } while carousel.needsFrame
  return time
}

carousel.scrollToItem(at: 4, duration: 0.4)
let end = run(from: Timestamp(seconds: 0))
precondition(carousel.currentIndex == 4 && carousel.phase == .idle)
precondition(abs(end.seconds - 0.4) < 0.1)

carousel.autoplayInterval = 3
carousel.advance(to: end)
guard let next = carousel.wakeTime else { fatalError("autoplay has no next time") }
precondition(abs(next - end - 3) < 0.1)
_ = run(from: next)
precondition(carousel.currentIndex == 5)
