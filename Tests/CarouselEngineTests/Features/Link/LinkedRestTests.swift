import CarouselEngine
import Geometry
import Testing

/// Tests that linked carousels rest on items, at the same position, and settle once for each motion.
@MainActor
struct LinkedRestTests {
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
      ProgramRuns.expectNoProblem([
        .items(5), .on(1, .items(5)), .wrap(true), .on(1, .wrap(true)), .motionStyle(styles.0),
        .on(1, .motionStyle(styles.1)), .frames(1), .on(1, .link(to: 0)), .on(1, .drag(by: -700, frames: 2)),
        .frames(3), .insert(at: 0, animated: false), .on(1, .insert(at: 0, animated: false)),
        .remove(at: 5, animated: false), .on(1, .remove(at: 5, animated: false)),
      ])
    }
  }

  @Test("If the content of linked carousels is reloaded at rest, each motion still settles once")
  func reloads() {
    ProgramRuns.expectNoProblem([.on(1, .link(to: 0)), .anyOffset(-3), .on(1, .items(10))])
    ProgramRuns.expectNoProblem([.on(1, .link(to: 0)), .items(3), .anyOffset(1.5), .frames(26)])
    ProgramRuns.expectNoProblem([
      .on(1, .link(to: 0)), .currentItem(1), .down(at: 0), .scrollByOffset(-4.125, seconds: 0.1),
      .on(1, .placeholders(2)),
    ])
  }

  @Test("After a change of content of a carousel at rest beyond its ends, a linked carousel settles once")
  func editsBeyondEnds() {
    ProgramRuns.expectNoProblem([
      .on(1, .link(to: 0)), .anyOffset(-3), .insert(at: 0, animated: false), .frames(1),
    ])
    ProgramRuns.expectNoProblem([
      .on(1, .link(to: 0)), .remove(at: 0, animated: false), .on(1, .anyOffset(99)), .frames(1),
    ])
  }

  @Test(
    "If a reload moves a carousel that rests beyond its ends or between items, linked carousels settle once")
  func reloadsBeyondEnds() {
    ProgramRuns.expectNoProblem([
      .frames(1), .on(1, .link(to: 0)), .anyOffset(-3.0), .items(3), .frames(1),
    ])
    ProgramRuns.expectNoProblem([
      .type(.rotary), .frames(1), .on(1, .link(to: 0)), .anyOffset(2.7), .on(1, .items(10)),
    ])
  }

  @Test("A carousel that is linked during its motion, or set after its motion was stopped, settles once")
  func stoppedMotions() {
    ProgramRuns.expectNoProblem([
      .wheel(notches: 1.0), .on(1, .scrollOffset(4)), .on(1, .scrollByOffset(-2.125, seconds: 0.0)),
      .link(to: 1), .frames(26),
    ])
    ProgramRuns.expectNoProblem([
      .on(1, .link(to: 0)), .touchpad(by: 95), .on(1, .scrollToOffset(9.25, seconds: 0.1)), .anyOffset(0.25),
      .frames(26),
    ])
  }

  @Test("Linked carousels need no more frames after a change of content while one has no data source")
  func withoutDataSource() {
    ProgramRuns.expectNoProblem([
      .wrap(true), .frames(1), .on(1, .link(to: 0)), .dataSource(false), .bounds(width: 400, height: 300),
      .remove(at: 0, animated: false),
    ])
  }

  @Test("A carousel in motion that is linked to an empty one rests on an item")
  func emptyPartner() {
    ProgramRuns.expectNoProblem([
      .on(1, .items(0)), .wrap(true), .scrollByItems(-2, seconds: 1.0), .frames(2), .link(to: 1),
    ])
  }

  @Test(
    "If a change of content ends the motion of the leader, a linked carousel with other items rests on an item"
  )
  func endedMotion() {
    ProgramRuns.expectNoProblem([
      .on(1, .link(to: 0)), .scrollToItemToward(1, .forward), .frames(2), .items(0),
    ])
    ProgramRuns.expectNoProblem([
      .items(2), .wrap(true), .on(1, .link(to: 0)), .drag(by: 320, frames: 9),
      .remove(at: 0, animated: false),
      .scrollToItem(19, animated: true),
    ])
    ProgramRuns.expectNoProblem([
      .wrap(true), .on(1, .link(to: 0)), .scrollToOffset(-0.375, seconds: 0.0), .on(1, .items(3)),
    ])
  }

  @Test("If a touch on one carousel stops its linked carousel of the other style, both rest at the same item")
  func styles() {
    for leader in 0...1 {
      ProgramRuns.expectNoProblem([
        .motionStyle(.fluid), .frames(1), .on(1, .link(to: 0)), .on(leader, .drag(by: -300, frames: 5)),
        .frames(4),
        .on(1 - leader, .tap(at: 0)),
      ])
    }
  }

  @Test("If the motion of a link ends in the frame of another carousel, each later motion asks for frames")
  func asksForFrames() {
    ProgramRuns.expectNoProblem([
      .type(.invertedWheel), .on(1, .wrap(true)), .on(1, .link(to: 0)), .down(at: 0), .currentItem(-4),
      .scrollByOffset(-1.125, seconds: 0), .on(1, .items(3)), .frames(1),
    ])
  }

  @Test("An edit of a linked carousel at rest does not move the other carousel")
  func editAtRest() {
    let (a, b) = (CarouselRig(items: 5) { $0.options = [.wrap: 1] }, CarouselRig(items: 10))
    b.carousel.bind(to: a.carousel)
    b.carousel.scrollOffset = 2.7
    for rig in [a, b, a, b] { rig.settle() }
    a.clearLog()
    b.clearLog()
    a.itemCount = 6
    a.carousel.insertItem(at: 0, animated: false)
    for _ in 1...60 { for rig in [a, b] { rig.frame() } }
    #expect(b.carousel.scrollOffset == 2.7 && b.log == [] && !b.carousel.needsFrame)
    // The next motion brings both carousels to the same item.
    b.carousel.scrollToItem(at: 4, animated: true)
    for _ in 1...60 { for rig in [a, b] { rig.frame() } }
    #expect(a.carousel.scrollOffset == 4 && b.carousel.scrollOffset == 4)
  }

  @Test("A changed setting that makes a linked carousel snap does not move the other carousel")
  func settingAtRest() {
    let (a, b) = (CarouselRig(items: 10), CarouselRig(items: 10))
    b.carousel.bind(to: a.carousel)
    a.carousel.scrollOffset = 2.7
    for rig in [a, b, a, b] { rig.settle() }
    #expect(b.carousel.scrollOffset == 2.7)
    a.carousel.type = .rotary
    for _ in 1...60 { for rig in [a, b] { rig.frame() } }
    #expect(a.carousel.scrollOffset == 3 && b.carousel.scrollOffset == 2.7)
  }

  @Test(
    "If the leader rests at an end between two items, a linked carousel with other ends snaps to an item, and both settle once",
    arguments: [MotionStyle.classic, .fluid])
  func containedEnds(style: MotionStyle) {
    let (strip, large) = (CallbackRig(items: 10), CallbackRig(items: 10))
    for rig in [strip, large] { rig.carousel.motionStyle = style }
    strip.carousel.bounds = Size(width: 900, height: 600)
    strip.carousel.containsEnds = true
    large.carousel.bind(to: strip.carousel)
    strip.carousel.scrollToItem(at: 5, animated: true)
    for _ in 1...60 { for rig in [strip, large] { rig.frame() } }
    for rig in [strip, large] { rig.forget() }
    strip.carousel.scrollToItem(at: 0, animated: true)
    for _ in 1...90 { for rig in [strip, large] { rig.frame() } }
    let end = strip.carousel.scrollOffset
    #expect(end == 1.75 && large.carousel.scrollOffset == 2)
    #expect([strip, large].map { $0.count(.didSettle) } == [1, 1])
    #expect(!strip.carousel.needsFrame && !large.carousel.needsFrame)
  }

  @Test("After an edit of a linked carousel, its scroll over no distance does not move the others")
  func scrollOverNoDistance() {
    let set: [StoryAction] = [
      .motionStyle(.fluid), .on(1, .link(to: 0)), .anyOffset(2.7), .remove(at: 0, animated: false),
    ]
    ProgramRuns.expectNoProblem(set + [.scrollToPage(2, animated: true)])
    ProgramRuns.expectNoProblem(set + [.scrollToPage(5, animated: true)])
  }

  @Test("If autoscroll stops beyond the ends of a follower, the follower returns to its end")
  func autoscrollBeyondEnds() {
    ProgramRuns.expectNoProblem([
      .on(2, .containsEnds(true)), .on(1, .link(to: 0)), .on(2, .link(to: 1)), .autoscroll(-8),
      .scrollToItem(6, animated: false), .frames(35),
    ])
  }

  @Test(
    "If the motion of a ring ends at its first item while strips are beyond their ends, the strips move to that item"
  )
  func ringAtFirstItem() {
    ProgramRuns.expectNoProblem([
      .wrap(true), .on(1, .items(2)), .on(1, .link(to: 0)), .on(2, .link(to: 1)), .autoscroll(-1),
      .on(2, .anyOffset(99)),
    ])
  }

  @Test("A linked strip stays between its own ends while its leader moves or is set between other ends")
  func ownEnds() {
    ProgramRuns.expectNoProblem([.on(1, .containsEnds(true)), .on(1, .link(to: 0)), .scrollOffset(11)])
    let (a, b) = (CallbackRig(items: 10), CallbackRig(items: 10))
    b.carousel.bounds = Size(width: 900, height: 600)
    b.carousel.containsEnds = true
    b.carousel.bind(to: a.carousel)
    for rig in [a, b, a, b] { rig.frame() }
    a.carousel.scrollOffset = 1
    #expect(b.carousel.scrollOffset == 1.75)
    a.carousel.scrollOffset = 3.5
    #expect(b.carousel.scrollOffset == 3.5)
    // Beyond the end of the leader, the strip is as far beyond its own end.
    a.carousel.scrollOffset = -0.5
    #expect(b.carousel.scrollOffset == 1.25)
    a.carousel.scrollToItem(at: 9, animated: true)
    for _ in 1...60 {
      for rig in [a, b] { rig.frame() }
      #expect(b.carousel.scrollOffset <= 7.25)
    }
    #expect(a.carousel.scrollOffset == 9 && !a.carousel.needsFrame && !b.carousel.needsFrame)
  }

  @Test("If a linked carousel gets no frames, the other carousels still settle")
  func hiddenPartner() {
    let (a, b) = (CallbackRig(items: 10), CallbackRig(items: 10))
    b.carousel.bind(to: a.carousel)
    a.carousel.scrollToItem(at: 4, animated: true)
    b.carousel.bounds = Size(width: 300, height: 300)
    for _ in 1...60 { a.frame() }
    #expect(a.count(.didSettle) == 1 && b.count(.didSettle) == 1 && b.carousel.scrollOffset == 4)
    #expect(!a.carousel.needsFrame)
  }

  @Test("Programs of linked carousels that random programs have found")
  func found() {
    ProgramRuns.expectNoProblem([.on(1, .link(to: 0)), .scrollToOffset(8.25, seconds: 0), .items(0)])
    ProgramRuns.expectNoProblem([.on(1, .link(to: 0)), .drag(by: 440, frames: 3), .down(at: 0), .unlink])
    ProgramRuns.expectNoProblem([.on(1, .link(to: 0)), .step(by: 1), .frames(2), .down(at: 0), .unlink])
    ProgramRuns.expectNoProblem([.on(1, .link(to: 0)), .anyOffset(0.25), .step(by: 1), .unlink])
    ProgramRuns.expectNoProblem([
      .on(2, .wrap(true)), .on(2, .link(to: 1)), .on(1, .down(at: 0)), .on(1, .move(by: -120)),
      .on(1, .move(by: 90)), .on(1, .remove(at: 0, animated: false)),
    ])
    ProgramRuns.expectNoProblem([
      .type(.cylinder), .on(1, .link(to: 0)), .drag(by: -40, frames: 7), .tap(at: 0), .frames(1),
      .remove(at: 0, animated: false), .down(at: 0), .frames(1),
    ])
  }
}
