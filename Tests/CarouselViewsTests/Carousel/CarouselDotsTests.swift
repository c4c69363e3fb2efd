import CarouselEngine
import CarouselViews
import Controls
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@MainActor
@Suite("A page control in the window of a carousel")
struct CarouselDotsTests {
  @Test(
    "The dots follow a carousel in the same window in each frame, without a call of update()",
    .proves("X018"), arguments: Way.all)
  func follows(way: Way) {
    struct Page: Identifiable { let id: Int }
    let stage = ControlStage(way.plane)
    let view = CarouselView(size: Size(width: 300, height: 100))
    let carousel = view.carousel
    carousel.setItems((0..<5).map(Page.init)) { _, _ in View(size: Size(width: 80, height: 80)) }
    stage.add(view, x: 50, y: 20)
    let pages = stage.add(PageControl(numberOfPages: 5), x: 150, y: 200)
    pages.source = { carousel.scrollOffset }
    pages.onSelect = { carousel.scrollToItem(at: $0, animated: true) }
    stage.drag(view, from: Point(x: 180, y: 50), to: Point(x: 120, y: 50), as: way.kind)
    stage.advance(0.3)
    #expect((0.5..<1).contains(carousel.scrollOffset) && pages.position == carousel.scrollOffset)
    stage.drop()
    stage.advance(1)
    #expect(carousel.currentItemIndex == 1 && pages.currentPage == 1 && pages.position == 1)
    stage.tap(pages, 56, 12, as: way.kind)
    stage.advance(1)
    #expect(carousel.currentItemIndex == 3 && pages.position == 3)
    // Outside of a window nothing reads the position.
    pages.removeFromSuperview()
    carousel.scrollOffset = 0
    stage.advance(0.1)
    #expect(pages.position == 3)
    stage.add(pages, x: 150, y: 200)
    #expect(pages.position == 0)
  }
}
