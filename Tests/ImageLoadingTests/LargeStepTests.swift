import DecoderProtocol
import ImageLoading
import Testing

/// Steps that need much memory: one runs at a time, and the others are deferred.
struct LargeStepTests {
  private static let box = TargetSize(width: 100, height: 100)

  private typealias Queue = RequestQueue<String>

  private func take(_ queue: inout Queue) throws -> Queue.Start {
    let start = queue.next()
    return try #require(start)
  }

  private func next(_ queue: inout Queue) -> Queue.Start? { queue.next() }

  private func cancellation(_ queue: inout Queue) -> Queue.Start? { queue.nextCancellation() }

  /// Finishes all steps with a picture, and returns their descriptions in order.
  private func drain(_ queue: inout Queue) -> [String] {
    var steps: [String] = []
    while let start = queue.next() {
      steps.append("\(start.step) \(start.item)")
      _ = queue.finish(start, .picture(isWhole: false))
    }
    return steps
  }

  @Test("While a large step runs, another large one is deferred, and less urgent small items are served")
  func deferredStep() throws {
    var queue = Queue(capacity: 2)
    queue.add(1, for: "running", at: Self.box, priority: .current, hasPicture: true)
    queue.add(2, for: "ahead", at: Self.box, priority: LoadPriority(.ahead), hasPicture: true)
    queue.add(3, for: "visible", at: Self.box, priority: .visible, hasPicture: true)
    queue.add(4, for: "small", at: Self.box, priority: LoadPriority(.thumbnail), hasPicture: true)
    let running = try take(&queue)
    let starts = try ["visible", "ahead"].map { item in
      let start = try take(&queue)
      #expect(start.item == item)
      #expect(queue.finish(start, .deferred) == [])
      return start
    }
    let small = try take(&queue)
    #expect(small.item == "small")
    _ = queue.finish(small, .picture(isWhole: true))
    #expect(next(&queue) == nil)
    // The deferral of the less urgent item ends first. The more urgent one is served nevertheless.
    queue.resume(starts[1].id)
    _ = queue.finish(running, .picture(isWhole: true))
    let visible = try take(&queue)
    #expect(visible.item == "visible")
    #expect(next(&queue) == nil, "of the large steps, one runs at a time")
    _ = queue.finish(visible, .picture(isWhole: true))
    #expect(drain(&queue) == ["full ahead"])
    #expect(queue.waitingCount + queue.runningCount == 0)
  }

  @Test("If the large step ends before another step is deferred for it, the other step starts again at once")
  func resumedEarly() throws {
    var queue = Queue(capacity: 1)
    queue.add(1, for: "a", at: Self.box, priority: .visible, hasPicture: true)
    let start = try take(&queue)
    queue.resume(start.id)
    _ = queue.finish(start, .deferred)
    #expect(drain(&queue) == ["full a"])
  }

  @Test("While an item is deferred, a large step whose requests were canceled is canceled")
  func abandonedStep() throws {
    var queue = Queue(capacity: 3)
    for (index, item) in ["a", "b", "c"].enumerated() {
      queue.add(index, for: item, at: Self.box, priority: .visible, hasPicture: true)
    }
    let starts = try (0..<3).map { _ in try take(&queue) }
    queue.markLarge(starts[0].id)
    queue.cancel(0)
    _ = queue.finish(starts[2], .picture(isWhole: true))
    #expect(cancellation(&queue) == nil, "no item waits")
    _ = queue.finish(starts[1], .deferred)
    #expect(cancellation(&queue) == starts[0])
    #expect(cancellation(&queue) == nil, "the step is already canceled")
    _ = queue.finish(starts[0], .canceled)
    queue.resume(starts[1].id)
    #expect(drain(&queue) == ["full b"])
  }

  @Test("A deferred item without requests is not decoded, and a new request for it is served")
  func canceledDeferredStep() throws {
    var queue = Queue(capacity: 1)
    queue.add(1, for: "a", at: Self.box, priority: .visible, hasPicture: true)
    let start = try take(&queue)
    _ = queue.finish(start, .deferred)
    queue.cancel(1)
    #expect(queue.waitingCount == 0)
    queue.add(2, for: "a", at: Self.box, priority: .visible, hasPicture: true)
    #expect(drain(&queue) == ["full a"])
    queue.resume(start.id)
    #expect(next(&queue) == nil)
  }

  /// Returns a queue in which a large prefetch of the item `ahead` runs, and the start of the prefetch.
  private func queueWithLargePrefetch(capacity: Int = 2) throws -> (queue: Queue, prefetch: Queue.Start) {
    var queue = Queue(capacity: capacity)
    queue.add(1, for: "ahead", at: Self.box, priority: .prefetch, hasPicture: true)
    let prefetch = try take(&queue)
    queue.markLarge(prefetch.id)
    return (queue, prefetch)
  }

  @Test("If the current item is deferred, the large prefetch that runs is canceled and decoded later")
  func deferredCurrentItem() throws {
    var (queue, prefetch) = try queueWithLargePrefetch()
    queue.add(2, for: "current", at: Self.box, priority: .current, hasPicture: true)
    let current = try take(&queue)
    #expect(cancellation(&queue) == nil, "the current item runs")
    _ = queue.finish(current, .deferred)
    #expect(cancellation(&queue) == prefetch)
    #expect(cancellation(&queue) == nil, "the prefetch is canceled only once")
    queue.resume(current.id)
    #expect(next(&queue) == nil, "the prefetch has not ended")
    _ = queue.finish(prefetch, .canceled)
    #expect(drain(&queue) == ["full current", "full ahead"])
  }

  @Test(
    "If a deferred item becomes the current one, the large prefetch is canceled, also while all helpers are busy"
  )
  func deferredItemBecomesCurrent() throws {
    var (queue, prefetch) = try queueWithLargePrefetch()
    queue.add(2, for: "next", at: Self.box, priority: LoadPriority(.ahead, distance: 1), hasPicture: true)
    let deferred = try take(&queue)
    _ = queue.finish(deferred, .deferred)
    #expect(cancellation(&queue) == nil, "a prefetch does not cancel another one")
    queue.add(3, for: "small", at: Self.box, priority: .visible, hasPicture: true)
    let small = try take(&queue)
    #expect(cancellation(&queue) == nil)
    queue.setPriority(of: 2, to: .current)
    #expect(cancellation(&queue) == prefetch)
    queue.resume(deferred.id)
    _ = queue.finish(prefetch, .canceled)
    let current = try take(&queue)
    #expect(current.item == "next")
    _ = queue.finish(small, .picture(isWhole: true))
    #expect(next(&queue) == nil, "of the large steps, one runs at a time")
  }

  @Test("If the current item was deferred before the large prefetch is known, the prefetch is canceled then")
  func largeStepMarkedLate() throws {
    var queue = Queue(capacity: 2)
    queue.add(1, for: "ahead", at: Self.box, priority: .prefetch, hasPicture: true)
    let prefetch = try take(&queue)
    queue.add(2, for: "current", at: Self.box, priority: .current, hasPicture: true)
    _ = queue.finish(try take(&queue), .deferred)
    #expect(cancellation(&queue) == nil, "the large step is not a step of this queue")
    queue.markLarge(prefetch.id)
    #expect(cancellation(&queue) == prefetch)
  }

  @Test(
    "If the current item is deferred, neither small prefetches nor a large step of a visible item are canceled"
  )
  func notInterrupted() throws {
    var queue = Queue(capacity: 3)
    queue.add(1, for: "visible", at: Self.box, priority: .visible, hasPicture: true)
    queue.markLarge(try take(&queue).id)
    queue.add(2, for: "ahead", at: Self.box, priority: .prefetch, hasPicture: true)
    _ = try take(&queue)
    queue.add(3, for: "current", at: Self.box, priority: .current, hasPicture: true)
    _ = queue.finish(try take(&queue), .deferred)
    #expect(cancellation(&queue) == nil)
  }

  @Test(
    "A deferred visible item cancels the large prefetch only if it has no picture", arguments: [true, false])
  func deferredVisibleItem(hasPicture: Bool) throws {
    var (queue, prefetch) = try queueWithLargePrefetch()
    queue.add(2, for: "visible", at: Self.box, priority: .visible, hasPicture: hasPicture)
    if !hasPicture { _ = queue.finish(try take(&queue), .nothing) }
    let start = try take(&queue)
    #expect(start.step == .full)
    _ = queue.finish(start, .deferred)
    #expect(cancellation(&queue) == (hasPicture ? nil : prefetch))
  }
}
