import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests that reach the limits of work that callbacks could make endless. Each test also verifies that the
/// carousel works as usual when the callbacks stop.
@MainActor
struct WorkLimitTests {
  private func expectWorks(_ rig: CallbackRig, sourceLocation: SourceLocation = #_sourceLocation) {
    rig.act = { _ in }
    rig.comeToRest(sourceLocation: sourceLocation)
    #expect(rig.shown == rig.expected, sourceLocation: sourceLocation)
    #expect(rig.carousel.numberOfItems == rig.content.count, sourceLocation: sourceLocation)
  }

  @Test(
    "If each answer for an option is invalid, a call asks for it about as often as the limit of invalid answers"
  )
  func invalidAnswers() {
    let rig = CallbackRig(items: 5)
    rig.act = { [unowned rig] in if $0 == .option(.spacing) { rig.insert(at: 0) } }
    rig.carousel.setNeedsLayout()
    rig.now = rig.now + 1
    rig.carousel.advance(to: rig.now)
    let asked = rig.count(.option(.spacing))
    #expect(asked >= WorkLimits.maximumInvalidAnswers && asked <= WorkLimits.maximumInvalidAnswers + 6)
    expectWorks(rig)
  }

  @Test("If a delegate adds tasks in each answer, a frame ends after the limit of added tasks")
  func addedTasks() {
    let rig = CallbackRig(items: 12, .custom)
    var taps = 0
    rig.act = { [unowned rig] heard in
      guard heard == .transform, taps < 100_000 else { return }
      taps += 1
      rig.carousel.tap(at: CallbackRig.middle, time: rig.now)
    }
    rig.carousel.tap(at: CallbackRig.middle, time: rig.now)
    // Each tap adds a task. The answers add other tasks, too.
    #expect(taps > WorkLimits.maximumAddedTasks / 2 && taps <= WorkLimits.maximumAddedTasks)
    expectWorks(rig)
  }

  @Test("If each callback causes another effect, a call delivers as many rounds of effects as the limit")
  func deliveryRounds() {
    let rig = CallbackRig(items: 20)
    rig.carousel.scrollOffset = 10
    rig.comeToRest(sourceLocation: #_sourceLocation)
    rig.forget()
    rig.act = { [unowned rig] in
      if $0 == .didScroll { rig.carousel.scrollOffset = rig.carousel.scrollOffset == 10.1 ? 10.2 : 10.1 }
    }
    rig.carousel.scrollOffset = 10.3
    #expect(rig.count(.didScroll) == WorkLimits.maximumDeliveryRounds && rig.carousel.needsFrame)
    expectWorks(rig)
  }

  @Test("If each callback causes two effects, a call delivers as many effects as the limit")
  func deliveredEffects() {
    let rig = CallbackRig(items: 20)
    rig.carousel.scrollOffset = 10
    rig.comeToRest(sourceLocation: #_sourceLocation)
    rig.forget()
    rig.act = { [unowned rig] in
      guard $0 == .didScroll else { return }
      for offset in [10.1, 10.2] { rig.carousel.scrollOffset = offset }
    }
    rig.carousel.scrollOffset = 10.3
    #expect(rig.count(.didScroll) == WorkLimits.maximumDeliveredEffects && rig.carousel.needsFrame)
    expectWorks(rig)
  }

  @Test(
    "If the data source changes its content at each request for a count, it is asked once more than the limit"
  )
  func countRounds() {
    let rig = CallbackRig(items: 5)
    rig.act = { [unowned rig] in if $0 == .count { rig.insert(at: 0) } }
    rig.carousel.reloadData()
    #expect(rig.count(.count) == WorkLimits.maximumCountRounds + 1)
    expectWorks(rig)
  }

  @Test("If the content changes at each search of a drop, the item is dropped in the same call nevertheless")
  func dropRounds() {
    let rig = CallbackRig(items: 12, .custom)
    rig.carousel.isReorderingEnabled = true
    rig.carousel.beginReorderingItem(at: 0)
    rig.frame()
    #expect(rig.carousel.reorderingIndex == 0)
    rig.forget()
    rig.act = { [unowned rig] in if $0 == .transform { rig.insert(at: rig.content.count) } }
    rig.carousel.endReordering()
    // Each search asks for the transform of each visible slot.
    let searches = Double(rig.count(.transform)) / Double(rig.carousel.numberOfVisibleItems)
    #expect(rig.carousel.reorderingIndex == nil && searches > Double(WorkLimits.maximumDropRounds))
    expectWorks(rig)
  }
}
