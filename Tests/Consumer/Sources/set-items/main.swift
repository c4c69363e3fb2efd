// A second list becomes one batch of removals, insertions and moves; the current item stays.
import CarouselEngine

struct Photo: Identifiable, Equatable { var id: String, title = "" }
final class PhotoView: ItemView { let size = Size(width: 200, height: 150) }

let carousel = Carousel(bounds: Size(width: 800, height: 600))
var requests: [String] = []
@MainActor func show(_ ids: [String]) {
  carousel.setItems(ids.map { Photo(id: $0) }) { photo, reusing in
    requests.append(photo.id)
    return reusing as? PhotoView ?? PhotoView()
  }
  _ = carousel.frame()
}
show(["a", "b", "c"])
carousel.currentIndex = 1
show(["x", "c", "b"])
precondition(requests == ["a", "b", "c", "x"] && carousel.currentIndex == 2)
