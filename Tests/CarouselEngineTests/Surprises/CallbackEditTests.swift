import CarouselEngine
import Geometry
import Testing

/// Content and sizes that change while the carousel asks about them.
@MainActor
struct CallbackEditTests {
  // MARK: Double taps

  @Test(
    "a double tap names the item by its index now, when content changes while the second tap is worked out",
    arguments: [CallbackRig.Call.option(.spacing), .view(7), .itemWidth, .option(.wrap), .transform])
  func doubleTapWhileAsked(call: CallbackRig.Call) {
    let rig = CallbackRig(items: 10, call == .transform ? .custom : .linear)
    rig.carousel.centerItemWhenSelected = false
    rig.tap(at: CallbackRig.right)
    rig.carousel.setNeedsLayout()
    rig.options[.visibleItems] = 20
    rig.once(call) { rig.insert(at: 0) }
    rig.now = rig.now + 0.1
    let result = rig.tap(at: CallbackRig.right)
    #expect(rig.log == ["shouldSelect 1", "didSelect 1", "doubleTap 1"])
    #expect(result == .doubleTapped(2))
  }

  @Test(
    "a double tap names the item by its index now, when shouldSelect of the first tap changed the content")
  func doubleTapAfterShouldSelect() {
    let rig = CallbackRig(items: 10)
    rig.carousel.centerItemWhenSelected = false
    rig.once(.shouldSelect(1)) {
      rig.insert(at: 0)
      rig.insert(at: 0)
      rig.remove(at: 2)
    }
    rig.tap(at: CallbackRig.right)
    rig.now = rig.now + 0.1
    rig.tap(at: CallbackRig.right)
    #expect(rig.log == ["shouldSelect 1", "didSelect 1", "doubleTap 1"])
  }

  @Test("an item that is removed while the second tap is worked out is not named by a double tap")
  func doubleTapOnRemoved() {
    for reloads in [false, true] {
      let rig = CallbackRig(items: 10)
      rig.tap()
      rig.carousel.setNeedsLayout()
      rig.once(.option(.spacing)) { if reloads { rig.reload(10) } else { rig.remove(at: 0) } }
      rig.now = rig.now + 0.1
      let result = rig.tap()
      #expect(!rig.log.contains { $0.hasPrefix("doubleTap") })
      #expect(result == .selected(0))
    }
  }

  @Test("content that changes inside didDoubleTap: the scroll goes on to the item, wherever it is now")
  func changeInsideDoubleTap() {
    let rig = CallbackRig(items: 10)
    rig.once(.doubleTap(1)) { rig.insert(at: 0) }
    rig.tap(at: CallbackRig.right)
    rig.now = rig.now + 0.1
    rig.carousel.advance(to: rig.now)
    let result = rig.tap(at: CallbackRig.right)
    #expect(result == .doubleTapped(1))
    rig.comeToRest(sourceLocation: #_sourceLocation)
    #expect(rig.carousel.currentItemIndex == 2 && rig.log.last == "doubleTap 1")
  }

  // MARK: Selection

  @Test("all is reloaded inside shouldSelect: nothing is selected", arguments: [0, 1, 3, 10, 30])
  func reloadInsideShouldSelect(count: Int) {
    for way in 0..<4 {
      let rig = CallbackRig(items: 10)
      rig.once(.shouldSelect(1)) {
        switch way {
        case 0: rig.reload(count)
        case 1: rig.carousel.performBatchUpdates { rig.reload(count) }
        case 2:
          // The batch does not say what has changed, so everything is asked for anew.
          rig.carousel.performBatchUpdates {
            rig.insert(at: 0)
            rig.insert(at: 0)
            rig.carousel.removeItem(at: 0, animated: false)
          }
        default:
          let source = rig
          rig.carousel.dataSource = nil
          rig.carousel.dataSource = source
        }
        _ = rig.carousel.indexesForVisibleItems
      }
      let result = rig.tap(at: CallbackRig.right)
      rig.comeToRest(sourceLocation: #_sourceLocation)
      #expect(rig.log == ["shouldSelect 1"] && result == .aligned, "way \(way)")
      #expect(rig.shown == rig.expected && rig.strayIndexes == [])
    }
  }

  @Test("all is reloaded before the selection is delivered: the tap has selected nothing")
  func reloadBeforeDidSelect() {
    let rig = CallbackRig(items: 10)
    rig.once(.willBeginScrolling) { rig.reload(3) }
    #expect(rig.tap(at: CallbackRig.right) == .aligned)
    #expect(rig.log == ["shouldSelect 1"])
  }
}
