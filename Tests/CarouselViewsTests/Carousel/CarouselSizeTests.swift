import CarouselEngine
import CarouselViews
import Geometry
import TestSupport
import Testing
import ViewFixtures
@_spi(Subclassing) import Views

/// The size that containers give a carousel.
@MainActor
struct CarouselSizeTests {
  @Test(
    "In a stack, a carousel has its initial size; without one, the default size, or if it grows, the remaining space"
  )
  func inStack() {
    let (own, usual, growing) = (
      CarouselView(size: Size(width: 300, height: 120)), CarouselView(), CarouselView()
    )
    growing.growFactor = 1
    let stack = StackView(.vertical, [own, usual, growing])
    stack.size = Size(width: 600, height: 500)
    stack.layoutIfNeeded()
    #expect(own.frame == Rect(x: 0, y: 0, width: 600, height: 120))
    #expect(usual.frame == Rect(x: 0, y: 120, width: 600, height: 240))
    #expect(growing.frame == Rect(x: 0, y: 360, width: 600, height: 140))
    // The sizes do not depend on earlier layouts.
    stack.size = Size(width: 200, height: 400)
    stack.layoutIfNeeded()
    #expect(own.size.height == 120 && usual.size.height == 240 && growing.size.height == 40)
  }

  /// Items of 100 × 100 points.
  private final class Items: CarouselDataSource {
    func numberOfItems(in carousel: Carousel) -> Int { 200 }
    func carousel(
      _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
    ) -> any ItemView { view ?? View(size: Size(width: 100, height: 100)) }
  }

  @Test("At 30 items a second, no point of a row of items is uncovered in any frame", .proves("D019"))
  func noGaps() {
    let (stage, source) = (ControlStage(size: Size(width: 800, height: 600)), Items())
    let view = CarouselView(size: Size(width: 450, height: 200))
    view.carousel.type = .linear
    view.carousel.dataSource = source
    stage.add(view)
    view.carousel.currentItemIndex = 20
    view.carousel.autoscroll = 30
    var offsets: Set<Int> = []
    for _ in 0..<240 {
      stage.advance(1.0 / 120)
      offsets.insert(Int(view.carousel.scrollOffset * 7))
      let spans = view.subviews.compactMap { item -> (start: Double, end: Double)? in
        guard let map = view.homography(ofSubview: item), view.opacity(ofSubview: item) == 1 else {
          return nil
        }
        let box = map.boundingBox(of: item.bounds)
        return (box.minX, box.maxX)
      }
      var covered = 0.0
      for span in spans.sorted(by: { $0.start < $1.start }) where span.start <= covered + 1e-6 {
        covered = max(covered, span.end)
      }
      #expect(covered >= 450, "covered to \(covered) at \(view.carousel.scrollOffset)")
    }
    #expect(offsets.count > 200)
  }
}
