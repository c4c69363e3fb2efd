import CarouselEngine
import CarouselViews
import Controls
import Geometry
import Testing
import ViewFixtures
import Views

@Suite("A list in an item of a carousel")
@MainActor
struct ListInCarouselTests {
  private final class Source: CarouselDataSource {
    let list = ListView(numberOfRows: 10, size: Size(width: 200, height: 200)) { _, old in old ?? View() }
    func numberOfItems(in carousel: Carousel) -> Int { 5 }
    func carousel(
      _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
    ) -> any ItemView { index == 0 ? list : View(size: Size(width: 200, height: 200)) }
  }

  @Test("At its end, a list hands a vertical drag over to a vertical carousel, and does not bounce")
  func yields() {
    let view = CarouselView(size: Size(width: 300, height: 280))
    let source = Source()
    view.carousel.isVertical = true
    view.carousel.dataSource = source
    let stage = ControlStage()
    stage.add(view, x: 10, y: 10)
    stage.settle()
    let list = source.list
    #expect(view.scrolls(along: .vertical) && !view.scrolls(along: .horizontal))
    stage.drag(list, from: Point(x: 100, y: 150), to: Point(x: 100, y: 120))
    #expect(list.contentOffset.y > 0 && view.carousel.scrollOffset == 0)
    stage.drop()
    stage.advance(3)
    list.contentOffset.y = 240
    stage.settle()
    stage.drag(list, from: Point(x: 100, y: 180), to: Point(x: 100, y: 60))
    #expect(list.contentOffset.y == 240 && view.carousel.scrollOffset > 0.1)
    stage.drop()
    view.carousel.isScrollEnabled = false
    #expect(!view.scrolls(along: .vertical))
    withExtendedLifetime(source) {}
  }
}
