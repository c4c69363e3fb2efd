import CarouselEngine
import Testing

/// Tests that linked carousels rest on items, at the same position, and settle once for each motion.
@MainActor
struct LinkedRestTests {
  private func expectNoProblem(
    _ program: [StoryAction], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let problem = ProgramRuns.play(program)
    #expect(problem == nil, "\(problem.map { "\($0)" } ?? "")", sourceLocation: sourceLocation)
  }

  @Test(
    "If a touch on a short strip stops a longer linked strip, the longer strip snaps after the touch, and both settle once",
    arguments: [MotionStyle.classic, .fluid])
  func touchOnShortStrip(style: MotionStyle) {
    let settings: [StoryAction] = [
      .items(3), .on(1, .items(10)), .motionStyle(style), .on(1, .motionStyle(style)),
    ]
    let rig = ProgramRig(settings, isRecorded: false)
    rig.begin(settings + [.on(1, .link(to: 0)), .on(1, .scrollToItem(9, animated: true)), .frames(16)])
    let stopped = rig.actors[1].carousel.scrollOffset
    #expect(stopped > 4 && stopped != stopped.rounded())
    rig.play([.tap(at: 0)])
    #expect(rig.problem == nil, "\(rig.problem.map { "\($0)" } ?? "")")
    #expect(rig.actors.map(\.carousel.scrollOffset) == [2, stopped.rounded()])
    // The scroll was stopped, and the snap to an item is the only motion that ends.
    #expect(rig.actors.map { $0.calls[.didSettle] } == [1, 1])
  }

  @Test(
    "If the same items are inserted and removed in linked rings during a flick, both rings rest at one item")
  func editsDuringFlick() {
    for styles in [(MotionStyle.classic, MotionStyle.classic), (.fluid, .fluid), (.classic, .fluid)] {
      expectNoProblem([
        .items(5), .on(1, .items(5)), .wrap(true), .on(1, .wrap(true)), .motionStyle(styles.0),
        .on(1, .motionStyle(styles.1)), .frames(1), .on(1, .link(to: 0)), .on(1, .drag(by: -700, frames: 2)),
        .frames(3), .insert(at: 0, animated: false), .on(1, .insert(at: 0, animated: false)),
        .remove(at: 5, animated: false), .on(1, .remove(at: 5, animated: false)),
      ])
    }
  }

  @Test("If the content of linked carousels is reloaded at rest, each motion still settles once")
  func reloads() {
    expectNoProblem([.on(1, .link(to: 0)), .anyOffset(-3), .on(1, .items(10))])
    expectNoProblem([.on(1, .link(to: 0)), .items(3), .anyOffset(1.5), .frames(26)])
    expectNoProblem([
      .on(1, .link(to: 0)), .currentItem(1), .down(at: 0), .scrollByOffset(-4.125, seconds: 0.1),
      .on(1, .placeholders(2)),
    ])
  }

  @Test("If a touch on one carousel stops its linked carousel of the other style, both rest at the same item")
  func styles() {
    for leader in 0...1 {
      expectNoProblem([
        .motionStyle(.fluid), .frames(1), .on(1, .link(to: 0)), .on(leader, .drag(by: -300, frames: 5)),
        .frames(4),
        .on(1 - leader, .tap(at: 0)),
      ])
    }
  }

  @Test("If the motion of a link ends in the frame of another carousel, each later motion asks for frames")
  func asksForFrames() {
    expectNoProblem([
      .type(.invertedWheel), .on(1, .wrap(true)), .on(1, .link(to: 0)), .down(at: 0), .currentItem(-4),
      .scrollByOffset(-1.125, seconds: 0), .on(1, .items(3)), .frames(1),
    ])
  }
}
