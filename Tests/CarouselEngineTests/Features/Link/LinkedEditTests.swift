import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Tests of linked carousels that differ: after an edit, in their ends, and in their clocks.
@MainActor
struct LinkedEditTests {
  private func run(_ rigs: [CallbackRig], frames: Int = 90) {
    for _ in 0..<frames { for rig in rigs { rig.frame() } }
  }

  private func ring(_ count: Int) -> CallbackRig {
    CallbackRig(items: count) {
      $0.options = [.wrap: 1]
      $0.carousel.motionStyle = .fluid
    }
  }

  /// Begins a drag with finger 1 in the middle.
  private func beginDrag(_ rig: CallbackRig) {
    rig.carousel.contactBegan(id: 1, at: CallbackRig.middle, time: rig.now)
    rig.carousel.contactMoved(id: 1, to: CallbackRig.middle - Point(x: 20, y: 0), time: rig.now)
  }

  private func drag(_ rig: CallbackRig, by points: Double) {
    rig.carousel.contactMoved(id: 1, to: CallbackRig.middle - Point(x: 20 + points, y: 0), time: rig.now)
  }

  @Test(
    "If a carousel becomes shorter while it snaps after a change of its layout, a linked carousel does not move"
  )
  func shorterDuringSnap() {
    let (a, b) = (CallbackRig(items: 10), CallbackRig(items: 10))
    b.carousel.bind(to: a.carousel)
    a.carousel.scrollOffset = 2.7
    run([a, b])
    a.carousel.type = .coverFlow
    run([a, b], frames: 3)
    #expect(a.carousel.isScrolling && b.carousel.scrollOffset == 2.7)
    for rig in [a, b] { rig.forget() }
    a.reload(3)
    run([a, b])
    #expect(a.carousel.scrollOffset == 2 && b.carousel.scrollOffset == 2.7)
    #expect(a.count(.didSettle) == 1 && b.count(.didSettle) == 0 && b.count(.didScroll) == 0)
    #expect(!a.carousel.needsFrame && !b.carousel.needsFrame)
  }

  @Test(
    "After an edit of one of two linked rings of different length, the rings agree again at the next motion")
  func editedRing() {
    let (a, b) = (ring(5), ring(10))
    b.carousel.bind(to: a.carousel)
    for item in [4, 7] {
      b.carousel.scrollToItem(at: item, animated: true)
      run([a, b])
    }
    #expect(a.carousel.scrollOffset == 2 && b.carousel.scrollOffset == 7)
    a.insert(at: 0)
    run([a, b])
    #expect(a.carousel.scrollOffset == 3 && b.carousel.scrollOffset == 7)
    a.carousel.scrollToItem(at: 4, animated: true)
    run([a, b])
    // Each further motion moves both rings without a jump.
    for (rig, target) in [(b, 9), (a, 1), (b, 5)] {
      rig.carousel.scrollToItem(at: target, animated: true)
      for _ in 0..<60 {
        let before = [a, b].map(\.carousel.scrollOffset)
        run([a, b], frames: 1)
        for (other, offset) in zip([a, b], before) {
          let count = Double(other.carousel.numberOfItems)
          #expect(abs((other.carousel.scrollOffset - offset).remainder(dividingBy: count)) < 0.5)
        }
      }
      #expect(rig.carousel.scrollOffset == Double(target))
    }
    // There is a common position of the rings of 6 and 10 items.
    let (here, there) = (a.carousel.currentItemIndex, b.carousel.currentItemIndex)
    #expect((0..<30).contains { $0 % 6 == here && $0 % 10 == there })
  }

  @Test(
    "After a step of the clock back, a linked carousel that gets no frames is laid out, and all settle")
  func hiddenPartner() {
    let (a, b) = (CallbackRig(items: 10), CallbackRig(items: 10))
    b.carousel.bind(to: a.carousel)
    for rig in [a, b] { rig.now = Timestamp(seconds: 10_000) }
    run([a, b], frames: 2)
    a.carousel.scrollToItem(at: 4, animated: true)
    b.carousel.bounds = Size(width: 300, height: 300)
    a.now = a.now + -5000
    run([a])
    #expect(a.count(.didSettle) == 1 && b.count(.didSettle) == 1 && b.carousel.scrollOffset == 4)
    #expect(!a.carousel.needsFrame)
  }

  @Test("After a step of the clock back, a linked carousel that gets no frames still leads")
  func hiddenLeader() {
    let (a, b) = (CallbackRig(items: 10), CallbackRig(items: 10))
    b.carousel.bind(to: a.carousel)
    for rig in [a, b] { rig.now = Timestamp(seconds: 10_000) }
    run([a, b], frames: 2)
    b.carousel.scrollToItem(at: 4, animated: true)
    a.now = a.now + -5000
    run([a])
    #expect(a.carousel.scrollOffset == 4 && b.carousel.scrollOffset == 4 && !a.carousel.needsFrame)
  }

  /// The way in which the drag of the leader ends.
  enum End: CaseIterable, Sendable { case leaderUnbinds, heldUnbinds, leaderIsReleased }

  @Test(
    "A carousel that a finger holds while its leader is unlinked or deallocated snaps when the finger is lifted",
    arguments: End.allCases, [true, false])
  func heldFollower(end: End, cancels: Bool) {
    let b = CallbackRig(items: 10)
    var a: CallbackRig? = CallbackRig(items: 10)
    if let a {
      b.carousel.bind(to: a.carousel)
      beginDrag(a)
      b.carousel.contactBegan(id: 2, at: CallbackRig.middle, time: b.now)
      drag(a, by: 460)
      run([a, b], frames: 1)
      #expect(abs(b.carousel.scrollOffset - 2.3) < 0.2 && b.carousel.scrollOffset == a.carousel.scrollOffset)
      switch end {
      case .leaderUnbinds: a.carousel.unbind()
      case .heldUnbinds: b.carousel.unbind()
      case .leaderIsReleased: break
      }
    }
    if end == .leaderIsReleased { a = nil }
    let held = b.carousel.scrollOffset
    run([b], frames: 5)
    // The finger holds the carousel.
    #expect(b.carousel.scrollOffset == held)
    if cancels {
      b.carousel.contactCanceled(id: 2, time: b.now)
    } else {
      b.carousel.contactEnded(id: 2, at: CallbackRig.middle, time: b.now)
    }
    run([b])
    #expect(b.carousel.scrollOffset == 2 && b.count(.didSettle) == 1 && !b.carousel.needsFrame)
  }

  @Test(
    "If autoscroll is set, resumed or switched off on a follower during a drag, the drag goes on, and autoscroll follows it",
    .proves("D033"), arguments: [0, 1, 2])
  func autoscrollDuringDrag(change: Int) {
    let (a, b) = (ring(10), ring(10))
    b.carousel.bind(to: a.carousel)
    if change == 1 {
      b.carousel.autoscrollPauses = [.hover]
      b.carousel.isHovered = true
      b.carousel.autoscroll = 1
    }
    beginDrag(a)
    drag(a, by: 60)
    run([a, b], frames: 1)
    let held = a.carousel.scrollOffset
    if change == 0 { b.carousel.autoscroll = 1 }
    if change == 1 { b.carousel.isHovered = false }
    if change == 2 {
      b.carousel.contactBegan(id: 2, at: CallbackRig.middle, time: b.now)
      b.carousel.autoscroll = 1
      b.carousel.contactCanceled(id: 2, time: b.now)
    }
    run([a, b], frames: 5)
    #expect(a.carousel.isDragging && a.count(.didEndDragging) == 0)
    #expect(a.carousel.scrollOffset == held && b.carousel.scrollOffset == held)
    a.carousel.contactEnded(id: 1, at: CallbackRig.middle - Point(x: 80, y: 0), time: a.now)
    run([a, b])
    let before = b.carousel.scrollOffset
    run([a, b], frames: 30)
    #expect(b.carousel.scrollOffset != before && a.carousel.scrollOffset == b.carousel.scrollOffset)
  }

  @Test(
    "If a leader is deallocated during its drag, its follower asks for a frame, and settles at an item",
    .proves("D033"))
  func releasedLeader() async {
    let b = CallbackRig(items: 10)
    var asked = 0
    var a: CallbackRig? = CallbackRig(items: 10)
    if let a {
      b.carousel.bind(to: a.carousel)
      beginDrag(a)
      drag(a, by: 300)
      run([a, b])
    }
    #expect(b.carousel.scrollOffset > 1.1 && !b.carousel.needsFrame)
    b.carousel.onNeedsFrame = { asked += 1 }
    a = nil
    await letTasksRun()
    #expect(asked == 1 && b.carousel.needsFrame)
    run([b])
    #expect(b.carousel.scrollOffset == b.carousel.scrollOffset.rounded() && b.count(.didSettle) == 1)
    #expect(!b.carousel.needsFrame)
  }

  @Test(
    "If a reload or a frame of a follower releases the view that owns the leader, the follower settles after it",
    .proves("D033"), arguments: Outer.Leader.allCases, [true, false])
  func leaderInView(leader: Outer.Leader, hasFrame: Bool) async {
    let outer = Outer(leader)
    // The views of the last frame live until the next frame.
    if hasFrame { outer.frame() }
    outer.carousel.reloadData()
    for _ in 0..<3 { outer.frame() }
    #expect(outer.isLeaderReleased)
    await letTasksRun()
    for _ in 0..<90 { outer.frame() }
    #expect(outer.carousel.scrollOffset == outer.carousel.scrollOffset.rounded())
    #expect(!outer.carousel.needsFrame)
  }

  @Test(
    "If autoscroll starts on a linked carousel while another autoscrolls, the last one leads, and the first one resumes after it",
    .proves("D033"))
  func autoscrollOfBoth() {
    let (a, b) = (ring(10), ring(10))
    b.carousel.bind(to: a.carousel)
    a.carousel.autoscroll = 1
    run([a, b], frames: 60)
    func distance(frames: Int) -> Double {
      let before = a.carousel.scrollOffset
      run([a, b], frames: frames)
      #expect(a.carousel.scrollOffset == b.carousel.scrollOffset)
      return ItemRow(count: 10, wraps: true).distance(from: before, to: a.carousel.scrollOffset)
    }
    for rig in [a, b] { rig.carousel.autoscrollPauses = [] }
    // A follower that a finger holds does not lead.
    b.carousel.contactBegan(id: 1, at: CallbackRig.middle, time: b.now)
    b.carousel.autoscroll = 3
    #expect(near(distance(frames: 60), 1, within: 0.01) && b.carousel.isFollowing)
    b.carousel.contactCanceled(id: 1, time: b.now)
    b.carousel.autoscroll = -2
    run([a, b], frames: 60)
    #expect(near(distance(frames: 60), -2, within: 0.01))
    b.carousel.autoscroll = 0
    run([a, b], frames: 120)
    #expect(near(distance(frames: 60), 1, within: 0.01))
  }

  @Test(
    "A carousel with autoscroll that is linked to a carousel at rest resumes autoscroll, and moves the other one",
    .proves("D033"), arguments: [true, false])
  func autoscrollOfNewcomer(joins: Bool) {
    let (a, b) = (ring(10), ring(10))
    a.carousel.scrollOffset = 4
    b.carousel.autoscroll = 1
    run([a, b], frames: 90)
    if joins { b.carousel.bind(to: a.carousel) } else { a.carousel.bind(to: b.carousel) }
    // Autoscroll reaches its speed within a second.
    run([a, b], frames: 60)
    let before = a.carousel.scrollOffset
    run([a, b], frames: 60)
    #expect(a.carousel.scrollOffset == b.carousel.scrollOffset && b.carousel.needsFrame)
    #expect(
      near(
        ItemRow(count: 10, wraps: true).distance(from: before, to: a.carousel.scrollOffset), 1, within: 0.02)
    )
  }

  @Test(
    "A finger that already rests on a linked carousel stops neither a later fling nor a later scroll of another one",
    .proves("D033"), arguments: [true, false])
  func restingFinger(flings: Bool) {
    let (a, b) = (CallbackRig(items: 40), CallbackRig(items: 40))
    b.carousel.bind(to: a.carousel)
    if flings {
      beginDrag(a)
      b.carousel.contactBegan(id: 2, at: CallbackRig.middle, time: b.now)
      for step in 1...4 {
        drag(a, by: Double(60 * step))
        run([a, b], frames: 1)
      }
      a.carousel.contactEnded(id: 1, at: CallbackRig.middle - Point(x: 260, y: 0), time: a.now)
      #expect(a.carousel.isDecelerating)
    } else {
      b.carousel.contactBegan(id: 2, at: CallbackRig.middle, time: b.now)
      a.carousel.scrollToItem(at: 5, animated: true)
    }
    let start = a.carousel.scrollOffset
    run([a, b], frames: 12)
    #expect(a.carousel.scrollOffset > start + 0.5 && a.carousel.scrollOffset == b.carousel.scrollOffset)
    #expect(a.carousel.isDecelerating || a.carousel.isScrolling)
    // Another touch stops it.
    b.carousel.contactCanceled(id: 2, time: b.now)
    run([a, b], frames: 1)
    #expect(a.carousel.isDecelerating || a.carousel.isScrolling)
    b.carousel.contactBegan(id: 2, at: CallbackRig.middle, time: b.now)
    #expect(!a.carousel.isDecelerating && !a.carousel.isScrolling)
  }

  @Test(
    "If the cover turn of a linked carousel ends after the frame of the other one, another frame is needed",
    .proves("D033"))
  func endedCoverTurn() {
    ProgramRuns.expectNoProblem([
      .wrap(true), .type(.coverFlow2), .on(1, .wrap(true)), .on(1, .link(to: 0)), .clock(seconds: -0.62),
      .on(1, .touchpad(by: 300)), .frames(2),
    ])
  }

  @Test("If the first linked carousel with autoscroll stands at its end, the next one resumes after a drag")
  func autoscrollOfAnother() {
    let (a, b, c) = (CallbackRig(items: 3), ring(10), ring(10))
    a.carousel.bind(to: b.carousel)
    c.carousel.bind(to: b.carousel)
    a.carousel.scrollOffset = 2
    run([a, b, c])
    a.carousel.autoscroll = 1
    #expect(!a.carousel.isScrolling)
    c.carousel.autoscroll = 1
    run([a, b, c], frames: 30)
    beginDrag(b)
    drag(b, by: 300)
    run([a, b, c], frames: 1)
    b.carousel.contactEnded(id: 1, at: CallbackRig.middle - Point(x: 320, y: 0), time: b.now)
    run([a, b, c], frames: 200)
    let before = c.carousel.scrollOffset
    run([a, b, c], frames: 30)
    #expect(c.carousel.needsFrame && c.carousel.scrollOffset != before)
    #expect(b.carousel.scrollOffset == c.carousel.scrollOffset)
  }
}

/// A carousel whose first view owns another carousel, which is linked to it.
@MainActor
final class Outer: ClockedCarousel, CarouselDataSource {
  /// The activity of the owned carousel when it is released.
  enum Leader: CaseIterable, Sendable { case atRest, scrolls, isDragged }

  private final class Owner: ItemView {
    let size = Size(width: 200, height: 150)
    let carousel: Carousel?
    init(_ carousel: Carousel?) { self.carousel = carousel }
  }

  let carousel = Carousel(bounds: Size(width: 800, height: 600))
  var now = Timestamp(seconds: 1000)
  let frameRate = 60.0
  /// The data source of the owned carousel.
  private let source = CarouselRig(items: 10)
  private var owned: Carousel?
  private weak var leader: Carousel?

  var isLeaderReleased: Bool { leader == nil }

  init(_ activity: Leader) {
    let inner = Carousel(bounds: Size(width: 800, height: 600))
    inner.dataSource = source
    inner.advance(to: now)
    (owned, leader) = (inner, inner)
    carousel.dataSource = self
    carousel.advance(to: now)
    carousel.bind(to: inner)
    switch activity {
    case .atRest: break
    case .scrolls: inner.scrollToItem(at: 4, duration: 1)
    case .isDragged:
      inner.contactBegan(id: 1, at: CallbackRig.middle, time: now)
      for x in [380.0, 300] { inner.contactMoved(id: 1, to: Point(x: x, y: 300), time: now) }
    }
    carousel.advance(to: now + 0.1)
    now = now + 0.1
  }

  func numberOfItems(in carousel: Carousel) -> Int { 10 }

  func carousel(
    _ carousel: Carousel, viewForItemAt index: Int, reusing view: (any ItemView)?
  ) -> any ItemView {
    defer { owned = nil }
    return Owner(owned)
  }
}
