// In fluid style, a swipe over a quarter of an item scrolls to the next item.
import CarouselEngine

struct Slide: Identifiable { var id: Int }
final class SlideView: ItemView { let size = Size(width: 1920, height: 1080) }

let carousel = Carousel(bounds: Size(width: 1920, height: 1080))
carousel.motionStyle = .fluid
carousel.setItems((0..<5).map { Slide(id: $0) }) { _, reusing in reusing as? SlideView ?? SlideView() }
func at(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }
carousel.advance(to: at(0))
carousel.contactBegan(id: 1, at: Point(x: 1200, y: 500), time: at(0))
for step in 1...15 {
  carousel.contactMoved(id: 1, to: Point(x: 1200 - Double(step) * 29, y: 500), time: at(Double(step) / 120))
}
carousel.contactEnded(id: 1, at: Point(x: 765, y: 500), time: at(0.125))
for frame in 1...120 { carousel.advance(to: at(0.125 + Double(frame) / 60)) }
precondition(carousel.currentIndex == 1 && carousel.phase == .idle)
