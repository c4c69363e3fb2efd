import CarouselEngine
import CarouselViews
import Controls
import Geometry
import TestSupport
import Testing
import ViewFixtures
import Views

@Suite("Touchpad scrolls over views with different axes")
@MainActor
struct TouchpadAxisTests {
  private final class Source: CarouselDataSource {
    let list = ListView(numberOfRows: 100, size: Size(width: 200, height: 200)) { _, old in old ?? View() }
    func numberOfItems(in carousel: Carousel) -> Int { 5 }
    func carousel(
      _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
    ) -> any ItemView { index == 0 ? list : View(size: Size(width: 200, height: 200)) }
  }
  private let stage = ControlStage()
  private let view = CarouselView(size: Size(width: 300, height: 280))
  private let source = Source()

  init() {
    view.carousel.dataSource = source
    stage.add(view, x: 10, y: 10)
  }

  private func swipe(_ distances: [Point]) {
    for distance in distances {
      stage.scrollTouchpad(view, by: distance)
      stage.advance(1.0 / 60)
    }
    stage.liftFingers(over: view)
  }

  @Test(
    "If a sideways swipe begins with a small move down, it scrolls the carousel, not the list in its item",
    .proves("D027"))
  func sideways() {
    swipe([Point(x: 0, y: 1.5), Point(x: 1, y: 1)] + Array(repeating: Point(x: 14, y: 0.5), count: 8))
    #expect(source.list.contentOffset.y == 0)
    #expect(view.carousel.scrollOffset > 0.2)
    stage.advance(3)
    #expect(source.list.contentOffset.y == 0)
  }

  @Test(
    "If a swipe down begins with a small move sideways, its whole length scrolls the list, not the carousel")
  func downward() {
    swipe([Point(x: 1.5, y: 0), Point(x: 1, y: 2)] + Array(repeating: Point(x: 3, y: 9), count: 8))
    #expect(source.list.contentOffset.y >= 74)
    #expect(view.carousel.scrollOffset == 0)
  }

  @Test("If a swipe changes its direction, it stays with the same view until the fingers are lifted")
  func turns() {
    swipe(
      Array(repeating: Point(x: 0, y: 10), count: 4) + Array(repeating: Point(x: 12, y: 0), count: 8))
    #expect(view.carousel.scrollOffset == 0)
  }

  /// A carousel inside a page that scrolls vertically.
  private func page(_ configure: (Carousel) -> Void) -> (ScrollView, CarouselView) {
    let inner = CarouselView(size: Size(width: 200, height: 200))
    inner.carousel.dataSource = source
    configure(inner.carousel)
    let content = View(size: Size(width: 200, height: 1000))
    content.preferredSize = Size(width: 200, height: 1000)
    content.addSubview(inner)
    let scroll = stage.add(
      ScrollView(content, axes: [.vertical], size: Size(width: 200, height: 200)), x: 10, y: 10)
    source.list.isUserInteractionEnabled = false
    return (scroll, inner)
  }

  @Test("If a carousel cannot scroll, a wheel or a swipe over the carousel scrolls the page around it")
  func disabled() {
    let (scroll, inner) = page { $0.isScrollEnabled = false }
    #expect(stage.turnWheel(inner, by: Point(x: 0, y: 1)))
    stage.advance(1)
    #expect(scroll.contentOffset.y > 40)
    let place = scroll.contentOffset.y
    stage.scrollTouchpad(scroll, by: Point(x: 0, y: 20))
    stage.liftFingers(over: scroll)
    #expect(scroll.contentOffset.y >= place + 20)
    #expect(inner.carousel.scrollOffset == 0)
  }

  @Test(
    "Over a horizontal carousel, a vertical turn of the wheel scrolls the page, and a horizontal turn the carousel"
  )
  func across() {
    let (scroll, inner) = page { _ in }
    stage.turnWheel(inner, by: Point(x: 0, y: 1))
    stage.advance(1)
    #expect(scroll.contentOffset.y > 40 && inner.carousel.scrollOffset == 0)
    stage.turnWheel(scroll, by: Point(x: 1, y: 0))
    stage.advance(2)
    #expect(inner.carousel.currentItemIndex == 1)
  }

  @Test("At the end of a vertical carousel, a turn of the wheel over the carousel scrolls the page")
  func atEnd() {
    let (scroll, inner) = page { $0.isVertical = true }
    stage.turnWheel(inner, by: Point(x: 0, y: 1))
    stage.advance(2)
    #expect(inner.carousel.currentItemIndex == 1 && scroll.contentOffset.y == 0)
    inner.carousel.scrollToItem(at: 4, animated: false)
    stage.advance(1)
    stage.turnWheel(inner, by: Point(x: 0, y: 1))
    stage.advance(2)
    #expect(scroll.contentOffset.y > 40)
  }

  @Test("A scroll with infinite or NaN distances is ignored")
  func notFinite() {
    swipe([Point(x: Double.nan, y: 1), Point(x: 1, y: Double.infinity), Point(x: 1, y: 0)])
    #expect(source.list.contentOffset.y == 0 && view.carousel.scrollOffset == 0)
  }
}
