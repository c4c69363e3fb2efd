import Testing
import Windowing

struct FrameSchedulerTests {
  /// Returns a scheduler whose first frame was drawn and whose callback has fired.
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

  @Test("No frame is drawn before the first configure")
  func beforeConfigure() {
    var scheduler = FrameScheduler()
    #expect(scheduler.invalidate() == nil)
    #expect(scheduler.beginDrawing() == false)
    #expect(scheduler.configured() == .draw)
    #expect(scheduler.beginDrawing() == true)
  }

  @Test("Several invalidations cause only one frame")
  func burst() {
    var scheduler = rested()
    #expect(scheduler.invalidate() == .draw)
    #expect(scheduler.invalidate() == nil)
    draw(&scheduler)
    for _ in 0..<100 { #expect(scheduler.invalidate() == nil) }
    #expect(scheduler.callbackFired() == .draw)
  }

  @Test("If nothing has changed when the frame callback arrives, the window is at rest")
  func rest() {
    var scheduler = rested()
    #expect(scheduler.isAtRest)
    #expect(scheduler.invalidate() == .draw)
    draw(&scheduler)
    #expect(!scheduler.isAtRest)
    #expect(scheduler.callbackFired() == nil)
    #expect(scheduler.isAtRest)
    #expect(scheduler.beginDrawing() == false)
  }

  @Test("If no buffer was free, the frame is drawn when a buffer is released")
  func bufferRelease() {
    var scheduler = rested()
    _ = scheduler.invalidate()
    #expect(scheduler.beginDrawing() == true)
    scheduler.didFindNoBuffer()
    #expect(scheduler.invalidate() == nil)
    #expect(scheduler.bufferReleased() == .draw)
    #expect(scheduler.bufferReleased() == nil)
    draw(&scheduler)
  }

  @Test("An invalidation during the drawing of a frame causes the next frame")
  func animation() {
    var scheduler = rested()
    _ = scheduler.invalidate()
    #expect(scheduler.beginDrawing() == true)
    #expect(scheduler.invalidate() == nil)
    #expect(scheduler.needsCallback)
    scheduler.didCommit()
    #expect(scheduler.callbackFired() == .draw)
  }

  @Test(
    "After a resize, the window draws without waiting for the frame callback, and requests no second callback"
  )
  func resize() {
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

  @Test("If a frame callback arrives while no buffer is free, the frame is drawn later")
  func callbackWithoutBuffer() {
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

  @Test("After a frame without changes, the window is at rest")
  func unchanged() {
    var scheduler = rested()
    _ = scheduler.invalidate()
    #expect(scheduler.beginDrawing() == true)
    scheduler.didSkipCommit()
    #expect(scheduler.isAtRest)
  }
}
