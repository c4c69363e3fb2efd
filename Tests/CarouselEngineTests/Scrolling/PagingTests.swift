import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of paging.
@MainActor
struct PagingTests {
  private func paged(_ items: Int = 10, wraps: Bool = false, truncates: Bool = false) -> CarouselRig {
    CarouselRig(items: items) {
      $0.options = [.wrap: wraps ? 1 : 0]
      $0.carousel.isPagingEnabled = true
      $0.carousel.itemsPerPage = 3
      $0.carousel.truncatesFinalPage = truncates
    }
  }

  @Test("A flick ends one page past the release at any speed", .proves("Y12", "D029", "C15"))
  func flick() {
    for velocity in stride(from: -5000.0, through: -500, by: 500) {
      let rig = paged(40)
      rig.carousel.scrollToPage(at: 2, animated: false)
      rig.fling(velocity: velocity, after: -80)
      rig.settle()
      #expect(rig.carousel.scrollOffset == 9 && rig.carousel.currentPage == 3)
      rig.fling(velocity: -velocity, after: 80)
      rig.settle()
      #expect(rig.carousel.scrollOffset == 6)
    }
  }

  @Test(
    "A slow release snaps to the nearest page", .proves("D029", "C15"),
    arguments: [(-200.0, 0.0), (-320, 3), (-700, 3)])
  func slow(distance: Double, page: Double) {
    let rig = paged()
    rig.fling(velocity: 0, after: distance)
    rig.settle()
    #expect(rig.carousel.scrollOffset == page)
  }

  @Test(
    "With three items per page, ten items have four pages; the last page has one item, or with truncatesFinalPage begins earlier and is full",
    .proves("C15"),
    arguments: [true, false])
  func pages(truncates: Bool) {
    let rig = paged(truncates: truncates)
    #expect(rig.carousel.numberOfPages == 4 && rig.carousel.currentPage == 0)
    rig.carousel.scrollToPage(at: 3, animated: true)
    rig.settle()
    #expect(rig.carousel.scrollOffset == (truncates ? 7 : 9) && rig.carousel.currentPage == 3)
    rig.carousel.scrollToPage(at: 99, animated: false)
    #expect(rig.carousel.currentPage == 3)
    rig.carousel.step(by: -1)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 6 && rig.carousel.currentPage == 2)
    rig.carousel.wheel(notches: -1, time: rig.now)
    rig.carousel.wheel(notches: -1, time: rig.now)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 0)
    rig.carousel.currentPage = 1
    #expect(rig.carousel.scrollOffset == 3)
  }

  @Test("On a ring the last page may be short, and the first page follows it", .proves("C15"))
  func ring() {
    let rig = paged(wraps: true)
    rig.carousel.scrollToPage(at: -1, animated: true)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 9 && rig.carousel.currentPage == 3)
    rig.fling(velocity: -1500, after: -20)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 0 && rig.carousel.currentPage == 0)
    rig.fling(velocity: 1500, after: 20)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 9)
  }

  @Test("With paging off, a drag does not snap to pages, but numberOfPages is correct", .proves("C15"))
  func counted() {
    let rig = paged()
    rig.carousel.isPagingEnabled = false
    rig.fling(velocity: 0, after: -400)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 2 && rig.carousel.numberOfPages == 4)
    rig.carousel.itemsPerPage = -3
    #expect(rig.carousel.itemsPerPage == 1 && rig.carousel.numberOfPages == 10)
    let empty = paged(0)
    empty.carousel.scrollToPage(at: 2, animated: true)
    #expect(empty.carousel.numberOfPages == 0 && empty.carousel.currentPage == nil)
  }

  @Test(
    "If the size changes after a scroll by the program to an item, the item stays in the center",
    .proves("D029", "D011"))
  func resize() {
    let rig = paged()
    rig.carousel.scrollToItem(at: 4, animated: false)
    rig.clearLog()
    rig.carousel.bounds = Size(width: 900, height: 500)
    rig.settle()
    #expect(rig.carousel.scrollOffset == 4 && rig.log.isEmpty)
  }
}
