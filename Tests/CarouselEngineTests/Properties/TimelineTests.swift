import CarouselEngine
import Geometry
import Testing

/// Tests that a step of the caller's clock changes how times are mapped, and not the state of the carousel.
@MainActor
struct TimelineTests {
  /// A motion that time advances.
  enum Motion: CaseIterable, Sendable {
    case scroll, step, flick, fluidFlick, autoscroll, coverTurn
    case insertion, removal, reload, transition, crossFade
    case dismissal, cardReturn, undo, skippedCards
    case lift, edgeScroll, drop
  }

  /// Returns a carousel in the middle of a motion.
  private func begin(_ motion: Motion) -> any ClockedCarousel {
    switch motion {
    case .scroll, .step, .flick, .fluidFlick, .autoscroll, .coverTurn: return beginScroll(motion)
    case .insertion, .removal, .reload, .transition, .crossFade: return beginChange(motion)
    case .dismissal, .cardReturn, .undo, .skippedCards: return beginCard(motion)
    case .lift, .edgeScroll, .drop: return beginLift(motion)
    }
  }

  private func beginScroll(_ motion: Motion) -> CarouselRig {
    let rig = CarouselRig(motion == .coverTurn ? .coverFlow2 : .linear, items: 100)
    switch motion {
    case .scroll: rig.carousel.scrollToItem(at: 3, animated: true)
    case .step:
      rig.carousel.motionStyle = .fluid
      rig.carousel.step(by: 2)
    case .flick: rig.drag(by: Point(x: -200, y: 0), in: 0.1)
    case .fluidFlick:
      rig.carousel.motionStyle = .fluid
      rig.drag(by: Point(x: -200, y: 0), in: 0.1)
    case .autoscroll: rig.carousel.autoscroll = 2
    default: rig.drag(by: Point(x: -150, y: 0), in: 1, hold: 0.3)
    }
    rig.run(0.1)
    return rig
  }

  private func beginChange(_ motion: Motion) -> CallbackRig {
    let rig = CallbackRig(items: 10)
    switch motion {
    case .insertion: rig.insert(at: 0, animated: true)
    case .removal: rig.remove(at: 0, animated: true)
    case .reload: rig.carousel.reloadItem(at: 1, animated: true)
    case .transition: rig.carousel.animate(withDuration: 0.5) { rig.carousel.type = .coverFlow }
    default:
      rig.carousel.reducesMotion = true
      rig.carousel.scrollToItem(at: 5, animated: true)
    }
    rig.run(0.06)
    return rig
  }

  private func beginCard(_ motion: Motion) -> StackRig {
    let rig = StackRig()
    switch motion {
    case .dismissal: rig.carousel.dismissItem(toward: .left)
    case .cardReturn: rig.swipe(by: Point(x: 40, y: 0), speed: 100)
    case .undo:
      rig.carousel.dismissItem(toward: .left)
      rig.settle()
      rig.carousel.undoDismissal()
    default:
      rig.carousel.scrollToItem(at: 4, animated: true)
      rig.run(0.2)
      rig.carousel.dismissItem(toward: .left)
    }
    rig.run(0.1)
    return rig
  }

  private func beginLift(_ motion: Motion) -> ReorderRig {
    let rig = ReorderRig()
    rig.lift()
    if motion != .lift { rig.glide(to: Point(x: motion == .drop ? 250 : 795, y: 300)) }
    if motion == .drop { rig.up() }
    rig.run(0.1)
    return rig
  }

  /// The drawn items by ascending index: the index, opacity, middle and width of each. Items at the same depth
  /// are drawn in any order, because the times of the two carousels differ by rounding errors.
  private func picture(_ rig: any ClockedCarousel) -> [[Double]] {
    rig.carousel.frame().items.sorted { $0.index < $1.index }.map {
      [Double($0.index), $0.alpha, $0.seenMiddle.x, $0.seenMiddle.y, $0.seenWidth]
    }
  }

  private func expectEqual(
    _ a: any ClockedCarousel, _ b: any ClockedCarousel, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (first, second) = (picture(a), picture(b))
    let areEqual =
      first.count == second.count
      && zip(first, second).allSatisfy { zip($0, $1).allSatisfy { near($0, $1, within: 1e-6) } }
    #expect(
      areEqual && near(a.carousel.scrollOffset, b.carousel.scrollOffset, within: 1e-6) && !first.isEmpty,
      comment,
      sourceLocation: sourceLocation)
  }

  // MARK: Steps back

  @Test(
    "After a step back of the clock, each motion continues in the same frames",
    arguments: Motion.allCases, [3600, 2])
  func stepBack(motion: Motion, step: Double) {
    let (steady, stepped) = (begin(motion), begin(motion))
    #expect(steady.carousel.needsFrame, "\(motion) has not begun")
    stepped.now = stepped.now + -step
    for rig in [steady, stepped] {
      rig.carousel.advance(to: rig.now)
      _ = rig.carousel.frame()
    }
    var hasMoved = false
    for number in 0..<60 {
      expectEqual(steady, stepped, "\(motion), frame \(number)")
      let before = picture(steady)
      for rig in [steady, stepped] { rig.frame() }
      if picture(steady) != before { hasMoved = true }
    }
    #expect(hasMoved && steady.carousel.needsFrame == stepped.carousel.needsFrame)
  }

  @Test("A scroll that waits for an answer keeps its time when the clock steps back meanwhile")
  func queuedTask() {
    let rig = CallbackRig(items: 30)
    rig.once(.count) {
      rig.carousel.scrollToItem(at: 5, animated: true)
      rig.now = rig.now + -3600
      rig.carousel.advance(to: rig.now)
    }
    rig.carousel.clock = rig.now
    rig.reload(30)
    rig.carousel.clock = nil
    rig.run(0.3)
    #expect(rig.carousel.scrollOffset > 3 && rig.carousel.isScrolling)
    rig.run(0.2)
    #expect(rig.carousel.scrollOffset == 5)
  }

  @Test("`wakeTime` is a time of the clock after its step back")
  func wakeTime() {
    let rig = CallbackRig(items: 10)
    rig.carousel.contactBegan(id: 7, at: CallbackRig.middle, time: rig.now)
    rig.run(0.2)
    let left = rig.carousel.wakeTime.map { $0 - rig.now } ?? .nan
    rig.now = rig.now + -3600
    rig.carousel.advance(to: rig.now)
    #expect(near(rig.carousel.wakeTime.map { $0 - rig.now } ?? .nan, left) && near(left, 0.3, within: 0.02))
    rig.run(0.25)
    #expect(rig.log == [])
    rig.run(0.1)
    #expect(rig.log == ["longPress 0"])

    let playing = CarouselRig { $0.carousel.autoplayInterval = 3 }
    playing.run(1)
    playing.wait(-3600)
    playing.frame()
    #expect(near(playing.carousel.wakeTime.map { $0 - playing.now } ?? .nan, 2, within: 0.05))
    playing.run(1.9)
    #expect(playing.carousel.scrollOffset == 0)
    playing.run(0.7)
    #expect(playing.carousel.scrollOffset == 1)
  }

  @Test("The two taps of a double tap count although the clock steps back between them")
  func doubleTap() {
    let rig = CallbackRig(items: 10)
    rig.tap()
    rig.now = rig.now + -3600
    rig.carousel.advance(to: rig.now)
    rig.now = rig.now + 0.1
    #expect(rig.tap() == .doubleTapped(0))
  }

  @Test("If the first event after a step back is a touch, flicks and long presses have their usual effects")
  func touchFirst() {
    let (steady, stepped) = (CarouselRig(items: 100), CarouselRig(items: 100))
    stepped.wait(-3600)
    for rig in [steady, stepped] {
      rig.drag(by: Point(x: -200, y: 0), in: 0.1)
      rig.settle()
    }
    #expect(steady.carousel.scrollOffset > 1)
    expectEqual(steady, stepped, "after a flick")

    let held = CallbackRig(items: 10)
    held.now = held.now + -3600
    held.carousel.contactBegan(id: 7, at: CallbackRig.middle, time: held.now)
    held.run(0.45)
    #expect(held.log == [])
    held.run(0.1)
    #expect(held.log == ["longPress 0"])
  }

  // MARK: Steps forward

  @Test(
    "An input from the far future does not disturb the motions under way", arguments: Motion.allCases,
    [2, 5000, 1e12])
  func farFuture(motion: Motion, step: Double) {
    let (steady, disturbed) = (begin(motion), begin(motion))
    // Half a notch does not scroll.
    disturbed.carousel.wheel(notches: 0.5, time: disturbed.now + step)
    for number in 0..<60 {
      for rig in [steady, disturbed] { rig.frame() }
      expectEqual(steady, disturbed, "\(motion), frame \(number)")
    }
  }

  @Test("A scroll that an input from the far future begins during a motion starts with the next frames")
  func scrollFromFuture() {
    let rig = CarouselRig(items: 100)
    rig.carousel.scrollToItem(at: 20, animated: true)
    rig.run(0.1)
    rig.carousel.wheel(notches: 1, time: rig.now + 5000)
    let before = rig.carousel.scrollOffset
    rig.run(0.2)
    #expect(rig.carousel.scrollOffset > before + 0.2 && rig.carousel.needsFrame)
    rig.settle()
    #expect(rig.carousel.scrollOffset.rounded() == rig.carousel.scrollOffset)
  }

  @Test(
    "A finger that rests before its release causes no flick, also if the clock of inputs differs from that of frames",
    arguments: [0, -1000.0, 1000])
  func restingFinger(difference: Double) {
    let rig = CarouselRig(items: 100)
    rig.settle()
    func time() -> Timestamp { rig.now + difference }
    for _ in 1...2 {
      rig.carousel.contactBegan(id: 1, at: Point(x: 400, y: 300), time: time())
      for step in 1...5 {
        rig.frame()
        rig.carousel.contactMoved(id: 1, to: Point(x: 400 - 30 * Double(step), y: 300), time: time())
      }
      rig.wait(2)
      rig.carousel.contactEnded(id: 1, at: Point(x: 250, y: 300), time: time())
      rig.settle()
      rig.wait(3)
    }
    #expect(rig.carousel.scrollOffset == 2)
  }

  @Test("After an hour without frames at rest, a flick has its usual effect")
  func longRest() {
    let (steady, rested) = (CarouselRig(items: 100), CarouselRig(items: 100))
    rested.wait(3600)
    for rig in [steady, rested] {
      rig.drag(by: Point(x: -200, y: 0), in: 0.1)
      rig.run(0.2)
      #expect(rig.carousel.isDecelerating)
    }
    expectEqual(steady, rested, "0.2 seconds after the flick")
  }

  @Test(
    "Inputs can have another clock than frames, and flicks have the same effect", arguments: [-5000, 5000])
  func otherClock(difference: Double) {
    let (same, other) = (CarouselRig(items: 100), CarouselRig(items: 100))
    func flick(_ rig: CarouselRig, _ difference: Double) {
      for _ in 0..<2 {
        rig.carousel.contactBegan(id: 7, at: CarouselRig.middle, time: rig.now + difference)
        for step in 1...6 {
          rig.now = rig.now + 1 / 60
          let point = CarouselRig.middle + Point(x: -30 * Double(step), y: 0)
          rig.carousel.contactMoved(id: 7, to: point, time: rig.now + difference)
          rig.carousel.advance(to: rig.now)
        }
        let end = CarouselRig.middle + Point(x: -180, y: 0)
        rig.carousel.contactEnded(id: 7, at: end, time: rig.now + difference)
        rig.settle()
      }
    }
    flick(same, 0)
    flick(other, difference)
    #expect(same.carousel.scrollOffset > 2)
    expectEqual(same, other, "after two flicks")
  }

  @Test("Events of a touch that arrive 2 seconds late, after a frame, still make a flick")
  func lateEvents() {
    let (timely, late) = (CarouselRig(items: 100), CarouselRig(items: 100))
    late.carousel.advance(to: late.now + 2)
    for rig in [timely, late] {
      for step in 0...6 {
        let time = rig.now + 0.01 * Double(step)
        let point = CarouselRig.middle + Point(x: -30 * Double(step), y: 0)
        if step == 0 {
          rig.carousel.contactBegan(id: 7, at: point, time: time)
        } else if step < 6 {
          rig.carousel.contactMoved(id: 7, to: point, time: time)
        } else {
          rig.carousel.contactEnded(id: 7, at: point, time: time)
        }
      }
      if rig === late { rig.wait(2) }
      rig.wait(0.06)
      rig.run(0.1)
      #expect(rig.carousel.isDecelerating)
    }
    expectEqual(timely, late, "0.1 seconds after the flick")
  }
}
