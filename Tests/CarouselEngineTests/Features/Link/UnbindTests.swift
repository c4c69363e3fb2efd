import CarouselEngine
import Geometry
import Testing

/// Tests of linked carousels that are unlinked, or whose leader is released, in the middle of a motion.
@MainActor
struct UnbindTests {
  /// The way in which the link ends.
  enum End: CaseIterable, Sendable { case ledUnbinds, leaderUnbinds, leaderIsReleased }

  /// The motion of the leader.
  enum Motion: CaseIterable, Sendable { case scroll, fling, drag, autoscroll }

  private func begin(_ motion: Motion, _ rig: CallbackRig) {
    switch motion {
    case .scroll: rig.carousel.scrollToItem(at: 9, duration: 2)
    case .fling: rig.flick(by: -300)
    case .drag:
      rig.carousel.contactBegan(id: 7, at: CallbackRig.middle, time: rig.now)
      rig.carousel.contactMoved(id: 7, to: Point(x: 380, y: 300), time: rig.now)
      rig.carousel.contactMoved(id: 7, to: Point(x: 310, y: 300), time: rig.now)
    case .autoscroll: rig.carousel.autoscroll = -1.3
    }
  }

  /// Advances both carousels by a frame, the leader first.
  private func run(_ rigs: [CallbackRig], _ seconds: Double) {
    for _ in 0..<Int(seconds * 60) { for rig in rigs { rig.frame() } }
  }

  @Test(
    "After a link ends in the middle of a motion, each carousel continues by its own rules and rests on an item",
    arguments: Motion.allCases, End.allCases)
  func inMidMotion(motion: Motion, end: End) {
    for count in [2, 3] {
      var leader: CallbackRig? = CallbackRig(items: 20)
      let led = (1..<count).map { _ in CallbackRig(items: 20) }
      if let leader {
        for rig in led { rig.carousel.bind(to: leader.carousel) }
        leader.carousel.scrollOffset = 5
        begin(motion, leader)
        for rig in led { rig.now = leader.now }
        run([leader] + led, 0.31)
        let offset = leader.carousel.scrollOffset
        #expect(offset != offset.rounded() && led.allSatisfy { $0.carousel.scrollOffset == offset })
        for rig in led { rig.forget() }
        switch end {
        case .ledUnbinds: led[0].carousel.unbind()
        case .leaderUnbinds: leader.carousel.unbind()
        case .leaderIsReleased: break
        }
      }
      if end == .leaderIsReleased { leader = nil }
      run([leader].compactMap { $0 } + led, 0.1)
      // A carousel that a leader has moved begins to snap immediately.
      #expect(led[0].carousel.isScrolling, "\(count)")
      run([leader].compactMap { $0 } + led, 3)
      for rig in led where end != .ledUnbinds || rig === led[0] {
        let offset = rig.carousel.scrollOffset
        #expect(offset == offset.rounded() && !rig.carousel.needsFrame, "\(count)")
        #expect(rig.count(.didSettle) == 1)
      }
      guard let leader else { continue }
      switch motion {
      case .scroll: #expect(leader.carousel.scrollOffset == 9)
      case .fling: #expect(leader.carousel.scrollOffset > 6 && !leader.carousel.needsFrame)
      case .drag: #expect(leader.carousel.isDragging)
      case .autoscroll: #expect(leader.carousel.needsFrame)
      }
    }
  }

  @Test(
    "If a linked carousel is unlinked inside a callback of either carousel, both carousels rest on an item and then move separately",
    arguments: [
      CallbackRig.Call.didScroll, .indexDidChange, .willBeginScrolling, .didEndScrolling, .option(.spacing),
      .view(7), .didSettle,
    ], [false, true])
  func insideCallback(call: CallbackRig.Call, isLeaders: Bool) {
    for leaderUnbinds in [false, true] {
      let (leader, led) = (CallbackRig(items: 20), CallbackRig(items: 20))
      led.carousel.bind(to: leader.carousel)
      var hasParted = false
      (isLeaders ? leader : led).once(call) {
        hasParted = true
        (leaderUnbinds ? leader : led).carousel.unbind()
      }
      leader.carousel.scrollToItem(at: 8, duration: 1)
      run([leader, led], 2)
      // Only the leader is notified of the beginning and the end of its scroll.
      let isNotified = isLeaders || call != .willBeginScrolling && call != .didEndScrolling
      #expect(hasParted == isNotified)
      for rig in [leader, led] {
        let offset = rig.carousel.scrollOffset
        #expect(offset == offset.rounded() && !rig.carousel.needsFrame && !rig.carousel.isScrolling)
      }
      #expect(leader.carousel.scrollOffset == 8)
      guard hasParted else { continue }
      led.carousel.scrollToItem(at: 3, animated: true)
      run([leader, led], 1)
      #expect(leader.carousel.scrollOffset == 8 && led.carousel.scrollOffset == 3)
    }
  }
}
