import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests that a carousel is not held after the last contact and the lifted item are gone.
@MainActor
struct ReorderReleaseTests {
  @Test(
    "A contact that began to drag an empty carousel releases it, although an item was inserted and lifted meanwhile"
  )
  func dragOfEmptyCarousel() {
    let rig = ReorderRig(items: 0)
    rig.down(at: Point(x: 400, y: 300))
    rig.move(to: Point(x: 320, y: 300))
    rig.insert(at: 0, animated: false)
    #expect(rig.carousel.beginReorderingItem(at: 0))
    rig.carousel.endReordering()
    rig.up()
    rig.settle()
    #expect(rig.carousel.phase == .idle)
  }

  @Test(
    "On a ring of two items, the removal of the lifted item ends the hold", arguments: [true, false], 0...3)
  func removalOnRing(byContact: Bool, order: Int) throws {
    let rig = ReorderRig(items: 2) { $0.options[.wrap] = 1 }
    if byContact {
      rig.lift(at: try #require(rig.drawn(1)).seenMiddle)
    } else {
      #expect(rig.carousel.beginReorderingItem(at: 1))
    }
    #expect(rig.carousel.reorderingIndex == 1)
    if order & 1 != 0 { rig.run(0.3) }
    rig.remove(at: 1, animated: order & 2 != 0)
    if byContact { rig.up() }
    rig.settle()
    #expect(rig.carousel.phase == .idle && rig.carousel.reorderingIndex == nil)
  }
}
