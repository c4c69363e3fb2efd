import DecoderProtocol
import ImageLoading
import TestSupport
import Testing

/// The order of requests, the sharing of jobs, and cancellation.
struct RequestQueueTests {
  private static let box = TargetSize(width: 100, height: 100)

  private typealias Queue = RequestQueue<String>

  private func take(_ queue: inout Queue) throws -> Queue.Start {
    let start = queue.next()
    return try #require(start)
  }

  private func next(_ queue: inout Queue) -> Queue.Start? { queue.next() }

  private func cancellation(_ queue: inout Queue) -> Queue.Start? { queue.nextCancellation() }

  /// Finishes all steps with a picture, and returns their descriptions in order.
  private func drain(_ queue: inout Queue, preview: Queue.Outcome = .picture(isWhole: false)) -> [String] {
    var steps: [String] = []
    while let start = queue.next() {
      steps.append("\(start.step) \(start.item)")
      _ = queue.finish(start, start.step == .full ? .picture(isWhole: false) : preview)
    }
    return steps
  }

  @Test(
    "Requests are served in this order: current item, visible items from near to far, items ahead, items behind, thumbnails"
  )
  func order() {
    var queue = Queue(capacity: 1)
    queue.add(1, for: "thumbnail", at: Self.box, priority: LoadPriority(.thumbnail))
    queue.add(2, for: "behind", at: Self.box, priority: LoadPriority(.behind, distance: 3))
    queue.add(3, for: "ahead", at: Self.box, priority: LoadPriority(.ahead, distance: 3))
    queue.add(4, for: "far", at: Self.box, priority: LoadPriority(.visible, distance: 2))
    queue.add(5, for: "near", at: Self.box, priority: LoadPriority(.visible, distance: 1))
    queue.add(6, for: "current", at: Self.box, priority: .current)
    #expect(
      drain(&queue) == [
        "preview current", "full current", "preview near", "preview far", "full near", "full far",
        "preview ahead", "full ahead", "preview behind", "full behind", "preview thumbnail",
        "full thumbnail",
      ])
    #expect(queue.waitingCount + queue.runningCount == 0)
  }

  @Test(
    "A queue that finishes no unwanted steps cancels a step with its last request, and then only that step")
  func unwanted() throws {
    var queue = Queue(capacity: 2, finishesUnwantedSteps: false)
    queue.add(1, for: "a", at: Self.box, priority: .visible)
    queue.add(2, for: "a", at: Self.box, priority: .visible)
    queue.add(3, for: "b", at: Self.box, priority: .visible)
    let (a, b) = (try take(&queue), try take(&queue))
    queue.cancel(1)
    #expect(cancellation(&queue) == nil)
    queue.cancel(2)
    #expect(cancellation(&queue) == a)
    #expect(queue.finish(a, .canceled).isEmpty && !queue.contains("a") && queue.contains("b"))
    #expect(cancellation(&queue) == nil)
    #expect(queue.finish(b, .picture(isWhole: false)).map(\.request) == [3])
  }

  @Test("A step that takes long does not count toward the capacity; at most three such steps run besides it")
  func slow() throws {
    var queue = Queue(capacity: 1)
    for number in 1...6 { queue.add(number, for: "\(number)", at: Self.box, priority: .visible) }
    var starts: [Queue.Start] = []
    for number in 1...3 {
      starts.append(try take(&queue))
      #expect(next(&queue) == nil)
      queue.markSlow(starts[number - 1].id)
      queue.markSlow(starts[number - 1].id)
      #expect(queue.extraCount == number)
    }
    starts.append(try take(&queue))
    queue.markSlow(starts[3].id)
    #expect(next(&queue) == nil)
    #expect(starts.map(\.item) == ["1", "2", "3", "4"])
    // Three of the other steps do not count, so the end of one frees a place.
    _ = queue.finish(starts[0], .nothing)
    #expect(queue.extraCount == 3)
    let fifth = try take(&queue)
    #expect(next(&queue) == nil)
    for start in starts[1...] { _ = queue.finish(start, .nothing) }
    #expect(queue.extraCount == 0)
    // The fifth step runs and is not slow.
    #expect(next(&queue) == nil)
    _ = queue.finish(fifth, .nothing)
    _ = try take(&queue)
    #expect(next(&queue) == nil)
    queue.markSlow(99)
    #expect(queue.extraCount == 0)
  }

  @Test(
    "While steps of a source take long, its other items come after those of other sources, and at most three run"
  )
  func slowSource() throws {
    var queue = Queue(capacity: 1)
    for number in 1...6 {
      queue.add(number, for: "\(number)", of: 7, at: Self.box, priority: .current, hasPicture: true)
    }
    var starts = [try take(&queue)]
    queue.markSlow(starts[0].id)
    queue.add(8, for: "a", at: Self.box, priority: .prefetch, hasPicture: true)
    queue.add(9, for: "b", of: 8, at: Self.box, priority: .prefetch, hasPicture: true)
    for item in ["a", "b"] {
      let other = try take(&queue)
      #expect(other.item == item)
      _ = queue.finish(other, .picture(isWhole: true))
    }
    for _ in 2...3 {
      starts.append(try take(&queue))
      queue.markSlow(starts.last?.id ?? 0)
    }
    #expect(starts.map(\.item) == ["1", "2", "3"])
    #expect(next(&queue) == nil)
    // Three slow steps of one source leave room for slow steps of another one, and for a further step.
    for number in 11...14 {
      queue.add(number, for: "c\(number)", of: 8, at: Self.box, priority: .prefetch, hasPicture: true)
    }
    for _ in 1...3 {
      let start = try take(&queue)
      queue.markSlow(start.id)
    }
    #expect(next(&queue) == nil)
    queue.add(20, for: "d", at: Self.box, priority: .prefetch, hasPicture: true)
    let last = try take(&queue)
    #expect(last.item == "d")
    _ = queue.finish(last, .picture(isWhole: true))
    #expect(next(&queue) == nil)
    // The end of a slow step lets the next one of its source start.
    _ = queue.finish(starts[0], .failure(dependsOnSize: false))
    #expect(try take(&queue).item == "4")
  }

  @Test("If the priority of a waiting request is raised, the request is served earlier")
  func priorityChange() {
    var queue = Queue(capacity: 1)
    queue.add(1, for: "a", at: Self.box, priority: .visible)
    queue.add(2, for: "b", at: Self.box, priority: .visible)
    queue.setPriority(of: 2, to: .current)
    #expect(drain(&queue) == ["preview b", "full b", "preview a", "full a"])
  }

  @Test("If an item is requested at two sizes, it is decoded once, at a size that is sharp in both")
  func joined() throws {
    var queue = Queue(capacity: 1)
    queue.add(1, for: "a", at: TargetSize(width: 100, height: 50), priority: .visible)
    queue.add(2, for: "a", at: TargetSize(width: 50, height: 100, shape: .filling), priority: .visible)
    _ = queue.finish(try take(&queue), .nothing)
    let full = try take(&queue)
    #expect(full.size == TargetSize(width: 100, height: 100, shape: .filling))
    let deliveries = queue.finish(full, .picture(isWhole: false))
    #expect(deliveries.map(\.request) == [1, 2])
    #expect(deliveries.map(\.isLast) == [true, true])
    #expect(next(&queue) == nil)
  }

  @Test("A running decode completes a later request for a smaller size, and is the preview for a larger size")
  func otherSize() throws {
    var queue = Queue(capacity: 1)
    queue.add(1, for: "a", at: Self.box, priority: .visible)
    _ = queue.finish(try take(&queue), .nothing)
    let full = try take(&queue)
    queue.cancel(1)
    queue.add(2, for: "a", at: TargetSize(width: 60, height: 60), priority: .visible)
    queue.add(3, for: "a", at: TargetSize(width: 200, height: 200), priority: .visible)
    #expect(cancellation(&queue) == nil)
    let deliveries = queue.finish(full, .picture(isWhole: false))
    #expect(
      deliveries == [
        RequestQueue.Delivery(request: 2, isLast: true), RequestQueue.Delivery(request: 3, isLast: false),
      ])
    let larger = try take(&queue)
    #expect((larger.step, larger.size.width) == (.full, 200))
    let last = queue.finish(larger, .picture(isWhole: false))
    #expect(last == [RequestQueue.Delivery(request: 3, isLast: true)])
  }

  @Test("A picture at its full size completes requests for any size")
  func wholePicture() throws {
    var queue = Queue(capacity: 1)
    queue.add(1, for: "a", at: Self.box, priority: .visible, hasPicture: true)
    let full = try take(&queue)
    queue.add(2, for: "a", at: TargetSize(width: 900, height: 900), priority: .visible)
    let deliveries = queue.finish(full, .picture(isWhole: true))
    #expect(deliveries.map(\.isLast) == [true, true])
  }

  @Test(
    "If all requests of a decode are canceled, the decode continues until another request needs its capacity")
  func abandoned() throws {
    var queue = Queue(capacity: 1)
    queue.add(1, for: "a", at: Self.box, priority: .visible)
    let start = try take(&queue)
    queue.cancel(1)
    #expect(cancellation(&queue) == nil)
    queue.add(2, for: "b", at: Self.box, priority: .visible)
    #expect(cancellation(&queue) == start)
    #expect(cancellation(&queue) == nil, "a step is canceled only once")
    #expect(next(&queue) == nil, "no step can start before it has ended")
    let none = queue.finish(start, .canceled)
    #expect(none.isEmpty)
    #expect(drain(&queue) == ["preview b", "full b"])
  }

  @Test("If an item is requested while its decode is being canceled, it is decoded again")
  func canceledAndWanted() throws {
    var queue = Queue(capacity: 1)
    queue.add(1, for: "a", at: Self.box, priority: .visible)
    let start = try take(&queue)
    queue.cancel(1)
    queue.add(2, for: "b", at: Self.box, priority: .visible)
    #expect(cancellation(&queue) == start)
    queue.add(3, for: "a", at: Self.box, priority: .current)
    let none = queue.finish(start, .canceled)
    #expect(none.isEmpty)
    #expect(drain(&queue).first == "preview a")
  }

  @Test("A request for the current item cancels a running prefetch; the prefetched item is decoded later")
  func preempted() throws {
    var queue = Queue(capacity: 1)
    queue.add(1, for: "ahead", at: Self.box, priority: .prefetch, hasPicture: true)
    let prefetch = try take(&queue)
    queue.add(2, for: "current", at: Self.box, priority: .current)
    #expect(cancellation(&queue) == prefetch)
    _ = queue.finish(prefetch, .canceled)
    #expect(drain(&queue) == ["preview current", "full current", "full ahead"])
  }

  @Test("A request for a visible item that already has a picture does not cancel a prefetch")
  func notPreempted() throws {
    var queue = Queue(capacity: 1)
    queue.add(1, for: "ahead", at: Self.box, priority: .prefetch, hasPicture: true)
    _ = try take(&queue)
    queue.add(2, for: "side", at: Self.box, priority: .visible, hasPicture: true)
    #expect(cancellation(&queue) == nil)
  }

  @Test(
    "During a fast scroll, only previews are loaded, or reduced pictures of files without an embedded picture",
    .proves("C17", "D020"))
  func fast() {
    var queue = Queue(capacity: 1)
    queue.deferral = .all
    for (request, name) in ["a", "b"].enumerated() {
      queue.add(request, for: name, at: Self.box, priority: LoadPriority(.visible, distance: request))
    }
    #expect(drain(&queue, preview: .picture(isWhole: false)) == ["preview a", "preview b"])
    queue.add(2, for: "c", at: Self.box, priority: .visible)
    #expect(drain(&queue, preview: .nothing) == ["preview c", "reduced c"])
    #expect(queue.waitingCount == 3)
    queue.deferral = .none
    #expect(drain(&queue) == ["full a", "full c", "full b"])
  }

  @Test("During a fast scroll, only the item where the motion ends gets a full picture")
  func destination() {
    var queue = Queue(capacity: 1)
    queue.deferral = .allButCurrent
    queue.add(1, for: "passing", at: Self.box, priority: .visible)
    queue.add(2, for: "end", at: Self.box, priority: .current)
    #expect(drain(&queue) == ["preview end", "full end", "preview passing"])
  }

  @Test("During a fast scroll, the decode of a passing item is canceled for the item where the motion ends")
  func passing() throws {
    var queue = Queue(capacity: 1)
    queue.deferral = .allButCurrent
    queue.add(1, for: "first end", at: Self.box, priority: .current, hasPicture: true)
    let start = try take(&queue)
    queue.add(2, for: "visible", at: Self.box, priority: .visible)
    #expect(cancellation(&queue) == nil)
    // Another press of a key moves the end of the motion.
    queue.setPriority(of: 1, to: .visible)
    #expect(cancellation(&queue) == nil)
    queue.add(3, for: "next end", at: Self.box, priority: .current, hasPicture: true)
    #expect(cancellation(&queue) == start)
    _ = queue.finish(start, .canceled)
    #expect(drain(&queue) == ["full next end", "preview visible"])
    // The carousel slows down.
    queue.deferral = .none
    #expect(drain(&queue) == ["full first end", "full visible"])
  }

  @Test("The decode of a visible item is not canceled for the current item while the carousel is slow")
  func passingSlowly() throws {
    var queue = Queue(capacity: 1)
    queue.add(1, for: "neighbor", at: Self.box, priority: .visible, hasPicture: true)
    _ = try take(&queue)
    queue.add(2, for: "current", at: Self.box, priority: .current, hasPicture: true)
    #expect(cancellation(&queue) == nil)
  }

  @Test("If decoding at a large size fails, a smaller request for the same item is still served")
  func failureOfOneSize() throws {
    var queue = Queue(capacity: 1)
    queue.add(1, for: "a", at: TargetSize(width: 900, height: 900), priority: .visible, hasPicture: true)
    queue.add(2, for: "a", at: Self.box, priority: .visible, hasPicture: true)
    let large = try take(&queue)
    let first = queue.finish(large, .failure(dependsOnSize: true))
    #expect(first == [RequestQueue.Delivery(request: 1, isLast: true)])
    let small = try take(&queue)
    #expect(small.size == Self.box)
    let second = queue.finish(small, .failure(dependsOnSize: false))
    #expect(second == [RequestQueue.Delivery(request: 2, isLast: true)])
    #expect(queue.waitingCount + queue.runningCount == 0)
  }
}
