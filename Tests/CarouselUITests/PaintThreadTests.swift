import CarouselUI
import Glibc
import Testing
import Wayland

/// The paint thread, which paints views in the background.
@MainActor struct PaintThreadTests {
  @Test("The result of background painting is delivered on the scheduler of the window system")
  func completion() throws {
    let scheduler = ManualScheduler()
    var queue: PaintThread? = PaintThread(completingOn: scheduler)
    var results: [Int] = []
    for number in 1...3 {
      queue?.run {
        number * number
      } completion: {
        results.append($0)
      }
    }
    for _ in 0..<100 where results.count < 3 {
      let descriptor = try #require(scheduler.descriptors.first).descriptor
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      try #require(poll(&event, 1, 60_000) == 1)
      scheduler.poll()
    }
    #expect(results == [1, 4, 9])
    queue = nil
    scheduler.poll()
    #expect(scheduler.descriptors.isEmpty)
  }

  @Test("If runsBackgroundWork of a manual scheduler is true, the scheduler paints views itself")
  func paintingOnTheScheduler() {
    let scheduler = ManualScheduler(runsBackgroundWork: true)
    let queue = makePaintQueue(on: scheduler)
    var results: [Int] = []
    for number in 1...3 {
      queue.run {
        number * number
      } completion: {
        results.append($0)
      }
    }
    #expect(results.isEmpty)
    scheduler.advance(to: 0)
    #expect(results == [1, 4, 9])
    #expect(scheduler.descriptors.isEmpty)
  }

  @Test("If runsBackgroundWork of a manual scheduler is false, a thread paints the views")
  func paintingOnAThread() {
    #expect(makePaintQueue(on: ManualScheduler()) is PaintThread)
    #expect(makePaintQueue(on: MainQueueScheduler.shared) is PaintThread)
  }
}
