import CarouselEngine
import Geometry
import TestSupport
import Testing

/// Defects that random programs have found, each with the shortest program that showed it.
@MainActor
struct FoundProgramTests {
  // MARK: Events

  @Test(
    "If an item is inserted at the end of a strip that a finger drags beyond that end, the event of the current item follows",
    arguments: [MotionStyle.classic, .fluid])
  func insertedBeyondEnd(style: MotionStyle) {
    for animated in [true, false] {
      ProgramRuns.expectNoProblem([
        .motionStyle(style), .items(1), .touchpad(by: 120), .insert(at: 1, animated: animated), .frames(1),
      ])
    }
  }

  @Test("If the offset of a stack without cards is set, the event of the current item follows")
  func backFromEnd() {
    for offset in [-2.0, 0, 4, 9] {
      ProgramRuns.expectNoProblem([
        .layout(.stack(wraps: false)), .anyOffset(99), .frames(1), .anyOffset(offset),
      ])
    }
    let rig = StackRig()
    rig.carousel.scrollOffset = 99
    #expect(
      rig.takeLog().filter { $0 != .settled(9) } == [.index(-1), .out] && rig.carousel.currentItemIndex == -1)
    rig.carousel.scrollOffset = 3
    #expect(rig.takeLog() == [.index(3), .settled(3)])
  }

  @Test("If a reload adds cards to an empty stack and an undo follows, the event of the current item follows")
  func undoAfterReload() {
    ProgramRuns.expectNoProblem([
      .layout(.stack(wraps: false)), .items(1), .dismiss(.left), .items(10), .undo,
    ])
  }

  @Test("If a stack without cards becomes a ring, the event of the current item follows")
  func stackBecomesRing() {
    ProgramRuns.expectNoProblem([
      .layout(.stack(wraps: false)), .items(1), .during(.option, [.type(.invertedWheel)]), .dismiss(.right),
      .frames(1),
    ])
  }

  @Test("If the item of the card in the hand is removed or missing after a reload, the drag ends")
  func removedCardInHand() {
    let drag: [StoryAction] = [
      .layout(.stack(wraps: false)), .down(at: 0), .dismiss(.right), .move(by: -85),
    ]
    for animated in [true, false] {
      ProgramRuns.expectNoProblem(drag + [.remove(at: 1, animated: animated)])
      ProgramRuns.expectNoProblem(
        drag + [.remove(at: 1, animated: animated), .frames(30), .move(by: -40), .up])
    }
    ProgramRuns.expectNoProblem(drag + [.items(1), .frames(3)])
  }

  @Test("A motion of less than a millionth of an item in each frame is reported when it adds up")
  func slowMotion() {
    let rig = CarouselRig(items: 100)
    rig.carousel.autoscroll = 1e-5
    rig.run(1)
    rig.clearLog()
    let before = rig.carousel.scrollOffset
    rig.run(60)
    #expect(near(rig.carousel.scrollOffset - before, 6e-4, within: 1e-5))
    #expect(rig.scrollCount > 300)
  }

  // MARK: Rests

  @Test(
    "If an item is removed or all are reloaded at the start of a truncated final page, the strip rests at its new end",
    arguments: [MotionStyle.classic, .fluid])
  func truncatedPage(style: MotionStyle) {
    for change: StoryAction in [.remove(at: 0, animated: false), .remove(at: 4, animated: true), .items(4)] {
      ProgramRuns.expectNoProblem([
        .motionStyle(style), .paging(true), .itemsPerPage(4), .truncatesFinalPage(true), .items(5),
        .scrollByItems(3, seconds: 0.1), .frames(8), change,
      ])
    }
  }

  @Test("If the final page is truncated while a strip rests at its last item, the strip moves to its new end")
  func truncatedAtEnd() {
    ProgramRuns.expectNoProblem([
      .paging(true), .itemsPerPage(4), .currentItem(99), .truncatesFinalPage(true),
    ])
  }

  @Test("If an item is inserted before the only item of a truncated page, the strip rests at its end")
  func insertedInTruncatedPage() {
    ProgramRuns.expectNoProblem([
      .motionStyle(.fluid), .paging(true), .itemsPerPage(3), .truncatesFinalPage(true), .items(1),
      .insert(at: 0, animated: false),
    ])
  }

  @Test("A flick over thousands of items ends exactly on an item")
  func longFlick() {
    ProgramRuns.expectNoProblem([
      .motionStyle(.fluid), .type(.rotary), .widths(3), .drag(by: -600, frames: 1),
    ])
  }

  @Test("A scroll that reduced motion ends at once rests exactly on its item")
  func reducedMotion() {
    ProgramRuns.expectNoProblem([
      .motionStyle(.fluid), .reducesMotion(true), .type(.invertedWheel), .drag(by: 10, frames: 1),
    ])
    ProgramRuns.expectNoProblem([
      .motionStyle(.fluid), .type(.invertedCylinder), .step(by: 1), .reducesMotion(true),
      .drag(by: 400, frames: 1),
    ])
  }

  @Test("If all items are replaced while a finger rests on a strip, the strip stays between its ends")
  func replacedUnderFinger() {
    ProgramRuns.expectNoProblem([
      .motionStyle(.fluid), .down(at: 0), .setItems(2, animated: true), .frames(31), .items(10),
    ])
  }

  @Test(
    "If a finger lifts an item of a ring of two and the item is removed, nothing is held after the release")
  func liftedItemRemoved() {
    for animated in [true, false] {
      for lift: [StoryAction] in [
        [.beginReordering(1)], [.down(at: 0), .wait(milliseconds: 600), .frames(1)],
      ] {
        ProgramRuns.expectNoProblem(
          [.items(2), .wrap(true), .reordering(true)] + lift
            + [.remove(at: 1, animated: animated), .remove(at: 0, animated: animated), .frames(1)])
        ProgramRuns.expectNoProblem(
          [.items(2), .wrap(true), .reordering(true)] + lift
            + [.remove(at: 1, animated: animated), .frames(10)])
      }
    }
  }

  @Test(
    "If bouncing is switched off while a carousel rests at a set offset beyond its end, it settles at the end"
  )
  func bouncesNoMore() {
    ProgramRuns.expectNoProblem([.containsEnds(true), .scrollOffset(8), .bounces(false)])
    let rig = CallbackRig(items: 10)
    rig.carousel.scrollOffset = 9.7
    rig.carousel.bounceDistance = 0.2
    #expect(rig.carousel.scrollOffset == 9.2 && rig.count(.didSettle) == 2)
    ProgramRuns.expectNoProblem([
      .bounceDistance(3), .frames(1), .anyOffset(11.5), .bounceDistance(0.2), .frames(1),
    ])
  }

  @Test("If bouncing is switched off while a finger holds a carousel beyond its end, it settles at the end")
  func bouncesNoMoreUnderFinger() {
    ProgramRuns.expectNoProblem([.frames(1), .anyOffset(99), .down(at: 0), .bounces(false), .cancel])
    let rig = CallbackRig(items: 10)
    rig.carousel.scrollOffset = 9.7
    rig.carousel.contactBegan(id: 1, at: CallbackRig.middle, time: rig.now)
    rig.carousel.bounces = false
    #expect(rig.carousel.scrollOffset == 9)
    // The finger still holds the carousel, and its move begins a drag.
    rig.carousel.contactMoved(id: 1, to: CallbackRig.middle + Point(x: 20, y: 0), time: rig.now)
    #expect(rig.carousel.isDragging)
    rig.carousel.contactCanceled(id: 1, time: rig.now)
    for _ in 0..<60 { rig.frame() }
    #expect(rig.carousel.scrollOffset == 9 && !rig.carousel.needsFrame)
    for distance in [0, 0.2] {
      let rig = CallbackRig(items: 10)
      rig.carousel.scrollOffset = 9.7
      rig.forget()
      rig.carousel.contactBegan(id: 1, at: CallbackRig.middle, time: rig.now)
      rig.carousel.bounceDistance = distance
      rig.carousel.contactCanceled(id: 1, time: rig.now)
      for _ in 0..<60 { rig.frame() }
      #expect(rig.carousel.scrollOffset == 9 + distance && rig.count(.didSettle) == 1)
    }
  }

  // MARK: Frames

  @Test(
    "A card that is dismissed against a fast drag leaves in less than two seconds", arguments: [true, false])
  func dismissedAgainstDrag(wraps: Bool) {
    ProgramRuns.expectNoProblem([
      .layout(.stack(wraps: wraps)), .down(at: 0), .wait(milliseconds: 1), .move(by: 400), .dismiss(.left),
    ])
    let rig = StackRig()
    rig.carousel.contactBegan(id: 1, at: Point(x: 100, y: 100), time: rig.now)
    rig.carousel.contactMoved(id: 1, to: Point(x: 400, y: 100), time: rig.now + 0.001)
    rig.carousel.dismissItem(toward: .left)
    rig.run(atMost: 10)
    #expect(!rig.carousel.needsFrame)
    rig.carousel.contactEnded(id: 1, at: Point(x: 400, y: 100), time: rig.now)
  }

  @Test("If a width changes during a drag beyond the ends, the frame after the drag shows its offset")
  func changedWidthDuringDrag() {
    ProgramRuns.expectNoProblem([
      .containsEnds(true), .individualSizes(true), .touchpad(by: -5), .itemSize(11, width: 10),
      .anyOffset(0.25), .frames(2),
    ])
  }

  @Test("Without a data source, a carousel needs a frame until the frame shows its offset")
  func offsetWithoutDataSource() {
    ProgramRuns.expectNoProblem([.dataSource(false), .anyOffset(2.7)])
    ProgramRuns.expectNoProblem([.anyOffset(1.5), .dataSource(false)])
    let rig = CarouselRig()
    rig.settle()
    rig.carousel.dataSource = nil
    rig.settle()
    rig.carousel.scrollOffset = 3
    #expect(rig.carousel.needsFrame)
    rig.frame()
    #expect(!rig.carousel.needsFrame)
  }

  @Test("If a callback scrolls a stack past its last card during an edit, a frame is needed for the events")
  func stackRunsOut() {
    ProgramRuns.expectNoProblem([
      .layout(.stack(wraps: false)), .items(3), .anyOffset(99),
      .during(.itemWidth, [.scrollToPage(5, animated: false)]), .setItems(7, animated: false), .frames(1),
    ])
  }

  @Test("The replay of a custom type makes the same frames after a hit test, also while its layout fades out")
  func customReplay() {
    let tap: [StoryAction] = [.type(.custom), .remove(at: 0, animated: false), .tap(at: 0)]
    ProgramRuns.expectNoProblem(tap, isRecorded: true)
    ProgramRuns.expectNoProblem(
      tap + [.animate(seconds: 0.5, [.type(.rotary)]), .frames(5), .tap(at: 0), .frames(5)], isRecorded: true)
  }

  @Test("If a changed width moves the end of a strip at rest, the same frame shows all visible items")
  func changedWidth() {
    ProgramRuns.expectNoProblem([
      .individualSizes(true), .widths(2), .containsEnds(true), .items(10), .insert(at: 7, animated: false),
      .itemSize(11, width: 90),
    ])
  }

  @Test(
    "If the data source is removed after all items, the events of the offset and of the current item follow")
  func emptyWithoutDataSource() {
    ProgramRuns.expectNoProblem([.frames(1), .items(0), .dataSource(false)])
    ProgramRuns.expectNoProblem([.scrollByItems(-3, seconds: 0.1), .items(0), .dataSource(false)])
  }

  // MARK: Times

  @Test("A contact at once after a step of the clock back by a second is not a long press")
  func contactAfterStepBack() {
    ProgramRuns.expectNoProblem([.clock(seconds: -0.9), .drag(by: -36, frames: 1)])
    let presses = Presses()
    let rig = presses.rig()
    rig.run(1)
    rig.wait(-0.9)
    rig.down()
    rig.frame()
    #expect(presses.log == [])
    rig.wait(0.9)
    rig.run(0.4)
    #expect(presses.log == [])
    rig.run(0.2)
    #expect(presses.log == ["longPress 0"])
  }

  @Test("If an input passes the time of a long press, a frame is needed at once")
  func inputAfterLongPress() {
    ProgramRuns.expectNoProblem([.down(at: 0), .timed(by: 2, .wheel(notches: 1)), .frames(1)])
    let rig = CarouselRig()
    rig.settle()
    rig.down()
    #expect(rig.carousel.wakeTime.map { $0 > rig.now } ?? false)
    rig.carousel.wheel(notches: 1, time: rig.now + 2)
    #expect(rig.carousel.wakeTime.map { $0 <= rig.now } ?? false)
  }

  @Test(
    "An input less than a second ahead of the last frame makes no frame due before a long press",
    .proves("D025"))
  func inputBeforeLongPress() {
    let rig = CarouselRig()
    rig.settle()
    rig.down()
    rig.carousel.wheel(notches: 0.1, time: rig.now + 0.6)
    #expect(rig.carousel.wakeTime.map { near($0 - rig.now, 0.5) } ?? false)
  }

  // MARK: Views

  @Test(
    "If a view leaves the visible range during an insertion and the same layout needs it again, the frame shows it once",
    .proves("D016"), arguments: [true, false])
  func departedView(keepsViews: Bool) {
    let program: [StoryAction] = [
      .individualSizes(true), .widths(1), .containsEnds(true), .keepsViews(keepsViews), .wrap(true),
      .insert(at: 0, animated: false), .wrap(false), .insert(at: 19, animated: true),
    ]
    ProgramRuns.expectNoProblem(program)
    let rig = ProgramRig(program, isRecorded: false)
    rig.begin(program + [.frames(1)])
    let indexes = rig.actors[0].carousel.frame().items.map(\.index)
    #expect(Set(indexes).count == indexes.count)
  }

  @Test(
    "If an item is inserted while the view of a reloaded item is requested, the item still gets its new view",
    arguments: [StoryCallback.identifier, .view], [true, false])
  func insertedDuringReload(callback: StoryCallback, animated: Bool) {
    for insertion in [true, false] {
      ProgramRuns.expectNoProblem([
        .items(3), .during(callback, [.insert(at: 0, animated: insertion)]),
        .reloadItem(9, animated: animated),
      ])
    }
  }

  @Test("If the last item is removed during a motion and a callback adds another item, the motion settles")
  func refilledDuringMotion() {
    ProgramRuns.expectNoProblem([
      .items(1), .drag(by: -60, frames: 2), .during(.indexDidChange, [.setItems(1, animated: false)]),
      .remove(at: 0, animated: false),
    ])
  }
}
