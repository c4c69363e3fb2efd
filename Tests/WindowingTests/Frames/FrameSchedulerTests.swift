import Testing
import Windowing

struct FrameSchedulerTests {
  /// A scheduler whose first frame was shown and called back.
  private func rested() -> FrameScheduler {
    var scheduler = FrameScheduler()
    _ = scheduler.configured()
    draw(&scheduler)
    _ = scheduler.callbackFired()
    return scheduler
  }

  private func draw(_ scheduler: inout FrameScheduler) {
    #expect(scheduler.beginDrawing() == true)
    scheduler.didCommit()
  }

  @Test func nothingIsShownBeforeTheFirstConfigure() {
    var scheduler = FrameScheduler()
    #expect(scheduler.invalidate() == nil)
    #expect(scheduler.beginDrawing() == false)
    #expect(scheduler.configured() == .draw)
    #expect(scheduler.beginDrawing() == true)
  }

  @Test func aBurstOfChangesDrawsOnce() {
    var scheduler = rested()
    #expect(scheduler.invalidate() == .draw)
    #expect(scheduler.invalidate() == nil)
    draw(&scheduler)
    for _ in 0..<100 { #expect(scheduler.invalidate() == nil) }
    #expect(scheduler.callbackFired() == .draw)
  }

  @Test func aCleanWindowSleeps() {
    var scheduler = rested()
    #expect(scheduler.isAtRest)
    #expect(scheduler.invalidate() == .draw)
    draw(&scheduler)
    #expect(!scheduler.isAtRest)
    #expect(scheduler.callbackFired() == nil)
    #expect(scheduler.isAtRest)
    #expect(scheduler.beginDrawing() == false)
  }

  @Test func bufferReleaseWakesAStarvedWindow() {
    var scheduler = rested()
    _ = scheduler.invalidate()
    #expect(scheduler.beginDrawing() == true)
    scheduler.didFindNoBuffer()
    #expect(scheduler.invalidate() == nil)
    #expect(scheduler.bufferReleased() == .draw)
    #expect(scheduler.bufferReleased() == nil)
    draw(&scheduler)
  }

  @Test func anAnimationAsksForTheNextFrameWhileDrawing() {
    var scheduler = rested()
    _ = scheduler.invalidate()
    #expect(scheduler.beginDrawing() == true)
    #expect(scheduler.invalidate() == nil)
    #expect(scheduler.needsCallback)
    scheduler.didCommit()
    #expect(scheduler.callbackFired() == .draw)
  }

  @Test func aResizeDoesNotWaitForTheCallbackNorRequestASecondOne() {
    var scheduler = rested()
    _ = scheduler.invalidate()
    draw(&scheduler)
    for round in 0..<50 { #expect(scheduler.configured() == (round == 0 ? .draw : nil)) }
    #expect(scheduler.beginDrawing() == true)
    #expect(!scheduler.needsCallback)
    scheduler.didCommit()
    #expect(scheduler.callbackFired() == nil)
    #expect(scheduler.isAtRest)
  }

  @Test func aCallbackWhileStarvedIsNotLost() {
    var scheduler = rested()
    _ = scheduler.invalidate()
    draw(&scheduler)
    _ = scheduler.configured()
    #expect(scheduler.beginDrawing() == true)
    scheduler.didFindNoBuffer()
    #expect(scheduler.callbackFired() == nil)
    #expect(scheduler.bufferReleased() == .draw)
    #expect(scheduler.beginDrawing() == true)
    #expect(scheduler.needsCallback)
  }

  @Test func aDrawingThatChangedNothingRests() {
    var scheduler = rested()
    _ = scheduler.invalidate()
    #expect(scheduler.beginDrawing() == true)
    scheduler.didSkipCommit()
    #expect(scheduler.isAtRest)
  }
}
