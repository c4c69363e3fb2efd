import CarouselEngine
import TestSupport
import Testing

/// Plays scripted gestures on a scroller without a carousel and keeps a readable log.
private struct ScrollerRig {
  enum Input {
    case down, begin
    case move(Double, speed: Double)
    case up, lift
  }

  var scroller = Scroller()
  var log: [String] = []

  init(items: Int, wraps: Bool = false) {
    scroller.setRow(ItemRow(count: items, wraps: wraps))
    drain(at: 0)
    log = []
  }

  /// Plays `script`, a list of inputs with their times in milliseconds, and then advances frames at 60 Hz
  /// until the scroller is idle.
  ///
  /// Distances are in items, because an item is one point wide.
  mutating func play(_ script: [(Int, Input)]) {
    var clock = 0
    for (milliseconds, input) in script {
      clock = milliseconds
      let now = Timestamp(seconds: Double(clock) / 1000)
      switch input {
      case .down: scroller.touchDown(at: now)
      case .begin: scroller.beginDrag(translation: 0)
      case .move(let translation, let speed):
        scroller.drag(translation: translation, speed: speed, itemWidth: 1, at: now)
      case .up: scroller.endDrag(at: now)
      case .lift: scroller.release(at: now)
      }
      drain(at: clock)
    }
    while scroller.isMoving, clock < 60_000 {
      clock += 16
      scroller.advance(to: Timestamp(seconds: Double(clock) / 1000))
      drain(at: clock)
    }
  }

  private mutating func drain(at milliseconds: Int) {
    while let event = scroller.takeEvent() {
      switch event {
      case .event(.didScroll): break
      case .event(let event): log.append("\(milliseconds) ms \(event)")
      default: break
      }
    }
  }
}

/// Tests of the order and the times of a scroller's events.
struct ScrollerTimelineTests {
  @Test(
    "A flick of six items a second decelerates for 867 ms, with events at the begin and the end of each part",
    .proves("G05", "G06", "G07", "G08", "K03")
  )
  func flick() {
    var rig = ScrollerRig(items: 10)
    rig.play([(0, .down), (0, .begin), (16, .move(-0.2, speed: -6)), (32, .move(-0.4, speed: -6)), (48, .up)])
    #expect(rig.scroller.offset == 3)
    #expect(
      rig.log == [
        "0 ms willBeginDragging", "48 ms didEndDragging(willDecelerate: true)", "48 ms willBeginDecelerating",
        "928 ms didEndDecelerating", "928 ms willBeginScrollingAnimation", "944 ms didEndScrollingAnimation",
      ])
  }

  @Test(
    "A touch ends a flick immediately; when the finger is lifted, the scroller snaps",
    .proves("I08"))
  func stoppedFlick() {
    var rig = ScrollerRig(items: 10)
    rig.play([(0, .begin), (16, .move(-0.4, speed: -6)), (32, .up)])
    rig = ScrollerRig(items: 10)
    rig.play([(0, .begin), (16, .move(-0.4, speed: -6)), (32, .up), (48, .down), (500, .lift)])
    #expect(rig.scroller.offset == 0)
    #expect(
      rig.log.dropFirst(3) == [
        "48 ms didEndDecelerating", "500 ms willBeginScrollingAnimation", "900 ms didEndScrollingAnimation",
      ])
  }

  @Test(
    "If the finger has rested for more than 150 ms, the release has velocity 0", .proves("K04"),
    arguments: [150, 151])
  func hold(milliseconds: Int) {
    var rig = ScrollerRig(items: 10)
    rig.play([(0, .begin), (0, .move(-0.3, speed: -6)), (milliseconds, .up)])
    #expect((rig.scroller.offset == 0) == (milliseconds > 150))
  }

  @Test(
    "A flick on a strip ends within the bounds", .proves("Y08", "Y09"),
    arguments: [1.0, 6, 60, 6000, -1, -6, -60, -6000])
  func staysInside(speed: Double) {
    var rig = ScrollerRig(items: 10)
    rig.play([(0, .begin), (16, .move(-4, speed: speed)), (32, .up)])
    #expect((0...9).contains(rig.scroller.offset))
    #expect(rig.scroller.offset == rig.scroller.offset.rounded())
  }

  @Test("The scroller never has two activities at the same time", .proves("Y30", "Y31", "Y32"))
  func oneActivity() {
    var rig = ScrollerRig(items: 10)
    rig.scroller.beginDrag(translation: 0)
    rig.scroller.scroll(to: 5, duration: 1, at: .at(Timestamp(seconds: 0)))
    #expect(rig.scroller.isAnimating && !rig.scroller.isDragging)
    rig.scroller.touchDown(at: Timestamp(seconds: 0))
    rig.scroller.beginDrag(translation: 0)
    #expect(rig.scroller.isDragging && !rig.scroller.isAnimating)
  }
}
