import CarouselEngine
import TestSupport
import Testing

/// Tests of removals at an index without an item, and of properties that are `nil` in an empty carousel.
@MainActor
struct RemovalMisuseTests {
  @Test(
    "The removal of an item that does not exist reloads all content, and its completion is called",
    .proves("M12"),
    arguments: [-1, 10, Int.min, .max], [0.0, 1.0])
  func outOfRange(index: Int, wrap: Double) {
    let rig = ModelRig(items: 10) { $0.options = [.wrap: wrap] }
    rig.carousel.currentItemIndex = 4
    rig.frame()
    _ = rig.takeRequests()
    rig.carousel.removeItem(at: index, animated: true, completion: rig.completion())
    #expect(rig.carousel.numberOfItems == 10 && rig.carousel.currentIndex == 4)
    let count = rig.carousel.indexesForVisibleItems.count
    #expect(rig.takeRequests().count >= count && count > 4)
    rig.frame()
    #expect(rig.completions == [1])
    // The data source has removed an item, and the reload shows its current content.
    rig.model.remove(at: 3)
    rig.carousel.removeItem(at: index, animated: true)
    rig.settle()
    rig.checkAtRest()
    #expect(rig.carousel.numberOfItems == 9 && rig.problems == [])
  }

  @Test(
    "In a batch, the removal of an item that does not exist reloads all content when the batch ends",
    .proves("M12", "D014"))
  func inBatch() {
    let rig = ModelRig(items: 10)
    rig.carousel.performBatchUpdates(
      {
        rig.insert(at: 0, animated: true)
        rig.model.removeLast()
        rig.carousel.removeItem(at: 11, animated: true, completion: rig.completion())
        #expect(rig.carousel.numberOfItems == 10)
      }, completion: rig.completion())
    rig.frame()
    rig.settle()
    #expect(rig.completions == [1, 1])
    rig.checkAtRest()
    #expect(rig.carousel.numberOfItems == 10 && rig.problems == [])
  }

  @Test(
    "Without items or without a data source, the removal of an item that does not exist changes nothing",
    .proves("M12"))
  func nothingThere() {
    let carousel = Carousel(bounds: .zero)
    var count = 0
    carousel.removeItem(at: 0, animated: true) { count += 1 }
    carousel.advance(to: Timestamp(seconds: 1))
    #expect(count == 1 && carousel.numberOfItems == 0)
    var source: Numbers? = Numbers(5)
    carousel.dataSource = source
    source = nil
    carousel.removeItem(at: 7, animated: false)
    #expect(carousel.numberOfItems == 5)
  }

  @Test(
    "Without items, currentIndex and currentPage are nil; setting them to nil has no effect",
    .proves("R05", "Y21"))
  func optionals() {
    let rig = CarouselRig(items: 9)
    rig.carousel.itemsPerPage = 3
    rig.carousel.currentIndex = 4
    #expect(rig.carousel.currentIndex == 4 && rig.carousel.currentItemIndex == 4)
    rig.carousel.currentIndex = nil
    rig.carousel.currentPage = nil
    #expect(rig.carousel.currentIndex == 4 && rig.carousel.currentPage == 1)
    rig.carousel.currentPage = 2
    #expect(rig.carousel.currentIndex == 6)
    rig.itemCount = 0
    rig.carousel.reloadData()
    #expect(rig.carousel.currentIndex == nil && rig.carousel.currentPage == nil)
    #expect(rig.carousel.currentItemIndex == -1)
    rig.carousel.currentIndex = 3
    #expect(rig.carousel.currentIndex == nil)
  }
}
