import CarouselEngine
import TestSupport
import Testing

/// Tests of the order of events that the documentation of `CarouselDelegate` promises: events come in pairs,
/// activities exclude each other, and `didSettle` follows the end of the last activity.
@MainActor
struct EventPairTests {
  /// The beginnings of all activities.
  private static let activities: [[StoryAction]] = [
    [.drag(by: -300, frames: 4), .frames(3)], [.scrollByItems(3, seconds: 1), .frames(10)],
    [.scrollToOffset(4.5, seconds: 0.5), .frames(4)], [.down(at: 0), .move(by: -40)], [.touchpad(by: -50)],
    [.step(by: 2), .frames(2)], [.autoscroll(2), .frames(5)], [.autoplay(seconds: 0.05), .frames(8)],
    [.anyOffset(99)],
  ]

  /// The inputs that end an activity or begin another one.
  private static let others: [StoryAction] = [
    .step(by: 1), .wheel(notches: 1), .scrollToItem(5, animated: true), .scrollToItem(5, animated: false),
    .scrollToCurrentItem(animated: true), .scrollByItems(0, seconds: 0), .scrollByOffset(1.5, seconds: 0.3),
    .scrollOffset(4), .anyOffset(-2), .tap(at: 0), .down(at: 0), .drag(by: 200, frames: 2),
    .touchpad(by: 20), .touchpadEnds, .up, .cancel, .autoscroll(1), .autoscroll(0), .items(0), .items(3),
    .insert(at: 0, animated: true), .remove(at: 0, animated: false), .type(.rotary), .reducesMotion(true),
    .scrollEnabled(false), .layout(.stack(wraps: false)),
  ]

  @Test(
    "If any input replaces any activity, the end of the activity is reported first",
    .proves("G01", "G02", "G05", "G06", "G07", "G08"), arguments: [MotionStyle.classic, .fluid])
  func replaced(style: MotionStyle) {
    for activity in Self.activities {
      for other in Self.others {
        ProgramRuns.expectNoProblem([.motionStyle(style)] + activity + [other, .frames(20)])
      }
    }
  }

  @Test(
    "If a callback makes any input, the events still come in pairs", arguments: [MotionStyle.classic, .fluid])
  func replacedInCallback(style: MotionStyle) {
    let callbacks: [StoryCallback] = [
      .willBeginDragging, .didEndDragging, .willBeginDecelerating, .didEndDecelerating, .willBeginScrolling,
      .didEndScrolling, .didScroll, .didSettle,
    ]
    for callback in callbacks {
      for other in Self.others {
        ProgramRuns.expectNoProblem([
          .motionStyle(style), .during(callback, [other]), .drag(by: -300, frames: 4), .frames(60),
        ])
      }
    }
  }

  @Test(
    "If several inputs replace each other, the events come in pairs, and each motion settles once",
    .proves("D013"))
  func random() {
    SeededRuns.check(
      0..<300,
      story: { random in
        [.motionStyle(random.choice([.classic, .fluid]))]
          + (0..<random.whole(3...8)).flatMap { _ in
            random.once(in: 2)
              ? random.choice(Self.activities)
              : [random.choice(Self.others), .frames(random.choice([1, 3, 12, 40]))]
          }
      }, simpler: \.simpler, play: { ProgramRuns.play($0).map { "\($0)" } })
  }

  @Test(
    "The rules of programs notice an activity that ends twice, begins twice or does not end, and a second settle"
  )
  func noticed() {
    let events: [(text: String, send: (ProgramWatch) -> Void)] = [
      ("scrolling ends without its begin", { $0.ended(.scrolling) }),
      ("dragging begins during dragging", { for _ in 1...2 { $0.began(.dragging) } }),
      (
        "scrolling begins during dragging",
        { for activity in [ProgramWatch.Activity.dragging, .scrolling] { $0.began(activity) } }
      ),
      ("decelerating has not ended at rest", { $0.began(.decelerating) }),
      (
        "settles 2 times for one motion",
        { for reason in [SettleReason.user, .autoscroll] { $0.settled(at: 0, reason: reason) } }
      ),
    ]
    for (text, send) in events {
      let rig = ProgramRig([], isRecorded: false)
      rig.begin([.frames(1)])
      send(rig.actors[0].watch)
      rig.play([])
      #expect(rig.problem?.text == text)
    }
  }
}
