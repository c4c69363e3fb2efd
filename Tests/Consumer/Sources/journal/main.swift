// A recording replays to the same frames, without the data source and the views.
import CarouselEngine

struct Card: Identifiable { var id: Int }
final class CardView: ItemView { let size = Size(width: 200, height: 150) }

let carousel = Carousel(bounds: Size(width: 800, height: 600))
var lines: [String] = []
try carousel.beginRecording { lines.append($0) }
carousel.setItems((0..<9).map { Card(id: $0) }) { _, reusing in reusing as? CardView ?? CardView() }
carousel.scrollToItem(at: 5, animated: true)
for frame in 1...60 {
  carousel.advance(to: Timestamp(seconds: Double(frame) / 60))
  _ = carousel.frame()
}
let count = try CarouselJournal(lines: lines).replay()
precondition(count == 60 && carousel.currentIndex == 5)
