import CarouselEngine
import Geometry
import Testing

/// Tests of frames with invalid times while a contact is down.
@MainActor
struct InvalidTimeTests {
  /// The state of the contact when the invalid time is passed.
  enum Hand: CaseIterable, Sendable { case drag, contact, longPress, nothing }

  nonisolated private static let times: [Double] = [
    1e300, -1e300, .infinity, -.infinity, .nan, 1000 - 3600, 1000 + 3600, -1e12, 0,
  ]

  @Test(
    "If an invalid time is passed while a finger is down, later frames and gestures have their usual effect",
    arguments: Hand.allCases, times)
  func strangeTime(hand: Hand, strange: Double) {
    for staysThere in [false, true] {
      let rig = CallbackRig(items: 40)
      rig.carousel.scrollOffset = 10
      rig.run(1)
      switch hand {
      case .drag:
        rig.carousel.contactBegan(id: 7, at: CallbackRig.middle, time: rig.now)
        rig.carousel.contactMoved(id: 7, to: Point(x: 380, y: 300), time: rig.now + 0.01)
        rig.carousel.contactMoved(id: 7, to: Point(x: 340, y: 300), time: rig.now + 0.02)
      case .contact: rig.carousel.contactBegan(id: 7, at: CallbackRig.middle, time: rig.now)
      case .longPress:
        rig.carousel.contactBegan(id: 7, at: CallbackRig.middle, time: rig.now)
        rig.run(0.6)
        #expect(rig.log == ["longPress 10"])
      case .nothing: break
      }
      rig.carousel.advance(to: Timestamp(seconds: strange))
      _ = rig.carousel.frame()
      // After the invalid time, the clock continues from this time, or returns to the time before.
      if staysThere, strange.isFinite, abs(strange) < 1e6 { rig.now = Timestamp(seconds: strange) }
      rig.run(0.1)
      if hand == .drag {
        let before = rig.carousel.scrollOffset
        #expect(rig.carousel.isDragging)
        for step in 1...10 {
          rig.frame()
          rig.carousel.contactMoved(id: 7, to: Point(x: 340 - 20 * Double(step), y: 300), time: rig.now)
        }
        #expect(near(rig.carousel.scrollOffset, before + 1, within: 0.01))
        rig.carousel.contactEnded(id: 7, at: Point(x: 140, y: 300), time: rig.now)
        #expect(rig.carousel.isDecelerating)
      } else {
        rig.carousel.contactEnded(id: 7, at: CallbackRig.middle, time: rig.now)
      }
      rig.comeToRest(sourceLocation: #_sourceLocation)
      expectWorks(rig)
    }
  }

  @Test(
    "A contact whose time is NaN or infinite happens at the time of the last frame",
    arguments: [.nan, Double.infinity])
  func contactWithoutTime(seconds: Double) {
    let rig = CallbackRig(items: 40)
    rig.run(1)
    let (last, unknown) = (rig.now, Timestamp(seconds: seconds))
    rig.carousel.contactBegan(id: 7, at: CallbackRig.right, time: unknown)
    #expect(rig.carousel.wakeTime == last + 0.5)
    #expect(rig.carousel.contactEnded(id: 7, at: CallbackRig.right, time: unknown) == .selected(1))
    rig.comeToRest(sourceLocation: #_sourceLocation)
    #expect(rig.carousel.scrollOffset == 1)
    rig.carousel.contactBegan(id: 7, at: CallbackRig.middle, time: unknown)
    rig.carousel.contactMoved(id: 7, to: Point(x: 380, y: 300), time: unknown)
    rig.carousel.contactMoved(id: 7, to: Point(x: 260, y: 300), time: unknown)
    rig.carousel.contactEnded(id: 7, at: Point(x: 260, y: 300), time: unknown)
    #expect(!rig.carousel.isDecelerating)
    rig.comeToRest(sourceLocation: #_sourceLocation)
    #expect(rig.carousel.scrollOffset == 2)
    expectWorks(rig)
  }

  /// Checks that a scroll by the program, a flick, taps and a long press have their usual effects.
  private func expectWorks(_ rig: CallbackRig, sourceLocation: SourceLocation = #_sourceLocation) {
    let carousel = rig.carousel
    rig.run(0.5)
    rig.forget()
    carousel.scrollToItem(at: 20, animated: true)
    let start = rig.now
    rig.comeToRest(sourceLocation: sourceLocation)
    #expect(
      carousel.scrollOffset == 20 && near(rig.now - start, 0.4, within: 0.1) && rig.count(.didScroll) > 10,
      sourceLocation: sourceLocation)
    rig.flick(by: -150)
    #expect(carousel.isDecelerating, sourceLocation: sourceLocation)
    rig.comeToRest(sourceLocation: sourceLocation)
    let index = carousel.currentItemIndex
    #expect(index > 20 && carousel.scrollOffset == Double(index), sourceLocation: sourceLocation)
    rig.run(1)
    rig.forget()
    #expect(rig.tap() == .selected(index), sourceLocation: sourceLocation)
    rig.run(0.1)
    #expect(rig.tap() == .doubleTapped(index), sourceLocation: sourceLocation)
    rig.comeToRest(sourceLocation: sourceLocation)
    carousel.contactBegan(id: 7, at: CallbackRig.middle, time: rig.now)
    // After a pause of up to 2e7 seconds, a sum of times is rounded to multiples of 4 nanoseconds.
    #expect(
      near(carousel.wakeTime.map { $0 - rig.now } ?? .nan, 0.5, within: 1e-8), sourceLocation: sourceLocation)
    rig.run(0.6)
    carousel.contactEnded(id: 7, at: CallbackRig.middle, time: rig.now)
    #expect(
      rig.log == ["shouldSelect \(index)", "didSelect \(index)", "doubleTap \(index)", "longPress \(index)"],
      sourceLocation: sourceLocation)
    rig.comeToRest(sourceLocation: sourceLocation)
  }
}
