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
}
